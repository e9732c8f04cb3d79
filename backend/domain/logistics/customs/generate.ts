import type { RuleContext } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, round, scaleOf, sum } from "#backend/platform/values";
import type { DraftOf, LineDraft, LineOf, RowOf } from "#documents/kit";
import type { customsDeclaration } from "#documents/logistics/customs-declaration";
import { isRefundable } from "#documents/logistics/customs-fields";
import { boughtOf, type Lot } from "./bought";
import { declaredOf, requireDeclarable, templatesOf } from "./elements";
import { lotsFor } from "./lots";
import { type Merged, merge } from "./merge";
import { piecesOf, type SourceSent } from "./sources";

export type Declaration = RowOf<typeof customsDeclaration>;
export type GenerateDraft = DraftOf<typeof customsDeclaration>;
export type GenerateLine = LineOf<typeof customsDeclaration, "items">;
type DraftLine = LineDraft<typeof customsDeclaration, "items">;

/**
 * Lines of these transfers as they are now, and the lots that they take; `own`: the declaration they are of.
 * @throws Refusal 409 SKU {code} 申报要素不完整
 */
export async function generate(
  c: RuleContext,
  sent: readonly SourceSent[],
  currency: string,
  own?: string,
): Promise<{ merged: Merged[]; lots: Lot[] }> {
  const pieces = await piecesOf(c, sent);
  const skus = await declaredOf(
    c,
    pieces.map((p) => p.skuId),
  );
  requireDeclarable(skus.values(), await templatesOf(c));
  const [usd, used] = await Promise.all([rateOf(c.sql, c.tenantId, "USD"), rateOf(c.sql, c.tenantId, currency)]);
  // Prices of a currency without decimals have none either.
  const scale = (await scaleOf(c, currency)) && 4;
  const priceOf = (price: string | null) => round(dec(price).times(usd).div(used), scale);
  const lots = await lotsFor(c, pieces, own);
  return { merged: merge(pieces, skus, boughtOf(lots), priceOf), lots };
}

/** What people wrote into a line stays when it is generated again. */
const WRITTEN = [
  "hsCode",
  "declareNameCn",
  "declareNameEn",
  "declareElements",
  "unit",
  "legalUnit1",
  "unitPrice",
  "originCountry",
  "domesticSource",
  "contractNo",
  "invoiceNo",
  "refundRate",
  "remark",
] as const;
const COUNTED = ["legalQty1", "grossWeightKg", "netWeightKg"] as const;

/** Generated lines with what people wrote into those of the same SKU; `counted`: weights and quantities too. */
export function overlay(
  merged: readonly Merged[],
  written: readonly DraftLine[],
  { counted = false } = {},
): DraftLine[] {
  const kept = counted ? [...WRITTEN, ...COUNTED] : WRITTEN;
  return merged.map((line) => {
    const own = written.find((w) => w.ofSku === line.ofSku);
    const said = kept.flatMap((name) => {
      const value = own?.[name];
      return value === undefined || value === null || value === "" ? [] : [[name, value]];
    });
    return { ...line, ...(own?.id && { id: own.id }), ...Object.fromEntries(said) };
  });
}

/** Amounts of lines, and what the header says of them. @throws Refusal 400 of a line */
export async function priced(c: RuleContext, whole: GenerateDraft, lines: DraftLine[]) {
  const currency = whole.currency ?? "USD";
  const scale = await scaleOf(c, currency);
  const rate = whole.rate ?? (await rateOf(c.sql, c.tenantId, currency));
  const refunds = isRefundable(whole.customsType);
  const items = lines.map((line, i) => {
    if (dec(line.grossWeightKg).lt(dec(line.netWeightKg)))
      throw invalidAt(`items.${i}.netWeightKg`, "净重不能大于毛重");
    const refundAmount = refunds ? r2(dec(line.purchaseAmount).times(dec(line.refundRate)).div(100)) : "0.00";
    const amount = round(dec(line.qty).times(dec(line.unitPrice)), scale);
    return { ...line, amount, refundAmount };
  });
  const total = (name: "grossWeightKg" | "netWeightKg" | "purchaseAmount" | "refundAmount") =>
    sum(items.map((line) => line[name]));
  const totalAmount = sum(items.map((line) => line.amount));
  return {
    items,
    rate,
    totalAmount,
    amountCny: r2(dec(totalAmount).times(rate)),
    totalQty: items.reduce((n, line) => n + (line.qty ?? 0), 0),
    grossWeightKg: total("grossWeightKg"),
    netWeightKg: total("netWeightKg"),
    purchaseAmount: total("purchaseAmount"),
    refundAmount: total("refundAmount"),
    skuCodes: items
      .map((line) => line.skuCodes)
      .join(" ")
      .slice(0, 4000),
  };
}
