import type { LineDraft, LineOf } from "#documents/kit";
import type { sku } from "#documents/product/sku";
import type { RuleContext } from "../../../documents/rules";
import { requireApprovedSupplier } from "../../supplier/usable";
import { at } from "../at";

type Draft = LineDraft<typeof sku, "prices">;
type Line = LineOf<typeof sku, "prices">;

/** Price ladder: one row per supplier, currency, start and quantity; exactly one is preferred. */
export async function requirePrices(
  c: RuleContext,
  rows: readonly Draft[],
  before: readonly Line[] = [],
) {
  if (!rows.length) return;
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    if (r.validFrom && r.validTo && r.validTo < r.validFrom)
      throw at(`prices.${i}.validTo`, "有效期止不能早于有效期起");
    const key = [r.supplierId, r.currency, r.validFrom ?? "", r.minQty].join("/");
    if (seen.has(key)) throw at(`prices.${i}.minQty`, "同一供应商、币种和有效期的起订量重复");
    seen.add(key);
  }
  if (rows.filter((r) => r.isDefault).length !== 1) throw at("prices", "首选报价须有且只有一行");
  const known = new Set(before.map((b) => b.supplierId));
  const fresh = rows.flatMap(({ supplierId }, line) =>
    supplierId && !known.has(supplierId) ? [{ supplierId, line }] : [],
  );
  fresh.sort((a, b) => a.supplierId.localeCompare(b.supplierId) || a.line - b.line);
  for (const { supplierId, line } of fresh)
    await requireApprovedSupplier(c, supplierId, `prices.${line}.supplierId`);
}
