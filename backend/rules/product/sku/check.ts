import type { DraftOf, RowOf } from "#documents/kit";
import { sku, type skuFields } from "#documents/product/sku";
import type { RuleContext } from "../../../documents/rules";
import { difference } from "../../../documents/writing/difference";
import { sameLines } from "../../../documents/writing/same";
import { dec } from "../../../values/money";
import { at } from "../at";
import { attrsOf, requireAttrs } from "./attrs";
import { requireBarcode } from "./barcode";
import { kindsOf, requireCombo } from "./combo";
import { requireListings } from "./listings";
import { requirePrices } from "./prices";

type Draft = DraftOf<typeof sku>;
/** A saved SKU as both forms read it. */
type Saved = Pick<
  RowOf<typeof sku>,
  "id" | "version" | keyof typeof skuFields | "prices" | "listings" | "combo"
>;

function requireMeasures({ grossWeightG: gross, netWeightG: net }: Draft) {
  if (gross && net && dec(gross).lt(dec(net))) throw at("grossWeightG", "毛重不能小于净重");
}

/** Guards that every save of a SKU passes, by its own form or by the administrator's. */
export async function checkSku(c: RuleContext, next: Draft, before?: Saved) {
  const whole: Draft = { ...before, ...next };
  if (whole.skuType === "normal" && !whole.spuId) throw at("spuId", "请选择SPU");
  requireMeasures(whole);
  await requireBarcode(c, next.barcode, before?.id);
  if (next.attrList) {
    next.attrs = attrsOf(next.attrList);
    whole.attrs = next.attrs;
  }
  requireCombo(whole, await kindsOf(c, whole.combo), before?.id);
  const moved = !before || next.spuId !== before.spuId || next.attrs !== undefined;
  if (whole.skuType === "normal" && moved) await requireAttrs(c, whole, before?.id);
  await requirePrices(c, next.prices ?? [], before?.prices);
  await requireListings(c, next.listings ?? [], before?.id);
}

/** Fields that a save changes; lines that are sent back as they were count as none. */
export function changedOf(before: Saved, next: Draft): string[] {
  const { prices, listings, combo, ...fields } = next;
  const changed = Object.keys(difference(sku, before, fields));
  const { lines } = sku;
  if (prices && !sameLines(lines.prices, before.prices, prices)) changed.push("prices");
  if (listings && !sameLines(lines.listings, before.listings, listings)) changed.push("listings");
  if (combo && !sameLines(lines.combo, before.combo, combo)) changed.push("combo");
  return changed;
}
