import type { DraftOf, LineDraft } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { requireSkus, type SkuFacts, wordsOf } from "../../sku-lines";

type Line = LineDraft<typeof purchaseOrder, "items">;
type Header = Pick<DraftOf<typeof purchaseOrder>, "orderType" | "taxType" | "expectDate">;

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Kinds of orders that may have lines for nothing. */
const GRATIS = new Set<Header["orderType"]>(["sample", "replenish"]);

/** Guards of the lines that need no other document. */
export function requireLines(
  lines: readonly Line[],
  skus: ReadonlyMap<string, SkuFacts>,
  header: Header,
): void {
  requireSkus(lines, skus, (l) => `${l.awardId ?? ""}/${l.turnLineId ?? ""}`);
  for (const [i, line] of lines.entries())
    if (dec(line.price).eq(0) && !GRATIS.has(header.orderType))
      throw at(`items.${i}.price`, "单价须大于0");
  requireTaxes(lines, header.taxType, "items");
}

/** What lines have of their header, SKU and supplier unless it was given. */
export function fillLines(
  lines: readonly Line[],
  skus: ReadonlyMap<string, SkuFacts>,
  header: Header,
  supplierTax: string,
): void {
  for (const line of lines) {
    line.taxRate ??= header.taxType === "nonTax" ? "0" : supplierTax;
    line.expectDate ??= header.expectDate;
    line.openQty = line.qty;
    Object.assign(line, wordsOf(skus, line.skuId));
  }
}

/** 不含税 ⇔ every tax rate is 0 (supply.md 3). */
export function requireTaxes(
  lines: readonly { taxRate?: string | null }[],
  taxType: Header["taxType"],
  name: string,
): void {
  const taxed = lines.findIndex((l) => dec(l.taxRate).gt(0));
  if (taxType === "nonTax" && taxed >= 0)
    throw at(`${name}.${taxed}.taxRate`, "不含税采购单的税率须为0");
  if (taxType === "tax" && lines.length && taxed < 0)
    throw at(`${name}.0.taxRate`, "税率全部为0的采购单须为不含税");
}
