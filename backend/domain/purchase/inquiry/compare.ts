import { netPrice } from "#backend/domain/supplier/price";
import { conflict } from "#backend/platform/http";
import { dec, r2, sum } from "#backend/platform/values";
import type { LineDraft, LineOf, RowOf } from "#documents/kit";
import type { inquiryOrder } from "#documents/purchase/inquiry-order";

type CompareItem = LineOf<typeof inquiryOrder, "items">;
type CompareQuote = LineOf<typeof inquiryOrder, "quotes">;
/** What a supplier answered for a line, and what is awarded of it. */
export type Answer = LineDraft<typeof inquiryOrder, "quotes"> & { lineId: string; supplierId: string };

/** Quotes by line or supplier. */
const gather = <Q>(quotes: readonly Q[], by: (q: Q) => string) => {
  const found = new Map<string, Q[]>();
  for (const q of quotes) found.set(by(q), [...(found.get(by(q)) ?? []), q]);
  return found;
};

/** Net prices, and the lowest of each line; equal ones are all lowest. */
export function compared(quotes: readonly Answer[]): Answer[] {
  const priced = quotes.map((q) => ({
    ...q,
    price: q.quotedPrice ? netPrice(q.quotedPrice, !!q.taxIncludedQuote, q.taxRate ?? null) : null,
  }));
  const byLine = gather(priced, (q) => q.lineId);
  return priced.map((q) => ({
    ...q,
    isLowest: !!q.price && (byLine.get(q.lineId) ?? []).every((o) => !o.price || dec(o.price).gte(dec(q.price))),
  }));
}

/**
 * Guards of an award (supply.md 3 "submit").
 * @throws Refusal 409 naming line, supplier and field
 */
export function requireAward(items: readonly CompareItem[], quotes: readonly CompareQuote[]): void {
  const byLine = gather(wonOf(quotes), (q) => q.lineId);
  for (const [i, line] of items.entries()) {
    const own = byLine.get(line.id) ?? [];
    const awarded = own.reduce((n, q) => n + q.awardQty, 0);
    if (awarded !== line.qty) throw conflict(`第${i + 1}行定标数量须等于询价数量${line.qty}，现为${awarded}`);
    for (const q of own) {
      const where = `第${i + 1}行${q.$supplierId ?? ""}`;
      if (!q.isLowest && !q.awardReason) throw conflict(`${where}：未选择最低价，请填写定标说明`);
      if (q.awardQty < (q.moq ?? 0)) throw conflict(`${where}：定标数量${q.awardQty}低于供应商起订量${q.moq}`);
    }
  }
}

/** Quotes of which something is awarded. */
export const wonOf = (quotes: readonly CompareQuote[]) =>
  quotes.flatMap((q) => (q.awardQty ? [{ ...q, awardQty: q.awardQty }] : []));

/** Σ R2(quantity × net price) of each supplier that quoted every line, by supplier id. */
export function supplierTotals({ items, quotes }: RowOf<typeof inquiryOrder>) {
  const found: Record<string, string> = {};
  for (const [id, own] of gather(quotes, (q) => q.supplierId)) {
    const prices = new Map(own.map((q) => [q.lineId, q.price]));
    if (items.every((l) => prices.get(l.id))) found[id] = sum(items.map((l) => r2(dec(prices.get(l.id)).times(l.qty))));
  }
  return found;
}
