import type { Row, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec, r2, sum } from "../../../values/money";
import { netPrice } from "../../supplier/price";

/** Net prices, and the lowest of each line; equal ones are all lowest. */
export function compare(quotes: Values[]) {
  for (const q of quotes)
    q.price =
      (q.quotedPrice ?? "") === ""
        ? null
        : netPrice(String(q.quotedPrice), q.taxIncludedQuote === true, q.taxRate as string);
  for (const q of quotes) {
    q.attachment ??= [];
    q.awardQty ??= 0;
    q.orderedQty ??= 0;
    q.taxIncludedQuote ??= false;
    const others = quotes.filter((o) => o.lineId === q.lineId && o.price);
    q.isLowest =
      !!q.price && others.every((o) => dec(o.price as string).gte(dec(q.price as string)));
  }
}

/**
 * Guards of an award (supply.md 3 "submit").
 * @throws Refusal 409 第{n}行定标数量须等于询价数量 | 未选择最低价，请填写原因 | 低于供应商起订量{moq}
 */
export function requireAward(items: readonly Row[], quotes: readonly Values[]) {
  for (const [i, line] of items.entries()) {
    const own = quotes.filter((q) => String(q.lineId) === line.id && Number(q.awardQty) > 0);
    const awarded = own.reduce((n, q) => n + Number(q.awardQty), 0);
    if (awarded !== Number(line.qty)) throw conflict(`第${i + 1}行定标数量须等于询价数量`);
    for (const q of own) {
      if (!q.isLowest && !q.awardReason) throw conflict("未选择最低价，请填写原因");
      if (Number(q.awardQty) < Number(q.moq ?? 0)) throw conflict(`低于供应商起订量${q.moq}`);
    }
  }
}

/** Σ R2(quantity × net price) of each supplier that quoted every line, by supplier id. */
export function supplierTotals(row: Row): Record<string, string> {
  const items = (row.items ?? []) as Row[];
  const quotes = ((row.quotes ?? []) as Row[]).filter((q) => q.price);
  const found: Record<string, string> = {};
  for (const id of new Set(quotes.map((q) => String(q.supplierId)))) {
    const own = new Map(
      quotes.filter((q) => String(q.supplierId) === id).map((q) => [q.lineId, q]),
    );
    if (items.every((l) => own.has(l.id)))
      found[id] = sum(
        items.map((l) => r2(dec(own.get(l.id)?.price as string).times(Number(l.qty)))),
      );
  }
  return found;
}
