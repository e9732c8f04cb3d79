import type { Compared } from "../sums/compare";
import { amount, figure, ratio } from "../sums/figures";
import type { MeasureKey } from "../sums/measures";
import { sortedRows } from "../sums/order";
import { changes } from "../sums/row";
import type { Sums } from "../sums/sums";

/** Value as shown → dense position, the highest is 1. */
const places = (values: number[]) =>
  new Map([...new Set(values)].sort((a, b) => b - a).map((value, i) => [value, i + 1]));

/**
 * RANK rows of market.md 7.2. The rank is the dense position by the measure in descending order, in
 * whatever order they are listed; lastRank that of the span before; share, yoy and chain are those of
 * the measure.
 */
export function ranking(
  rows: Compared[],
  before: Map<string, Sums>,
  whole: Sums,
  by: MeasureKey,
  order?: "asc" | "desc",
) {
  const value = (sums: Sums) => amount(sums[by]);
  const now = places(rows.map((row) => value(row.now)));
  const then = places([...before.values()].map(value));
  const last = (code: string) => {
    const sums = before.get(code);
    return sums ? (then.get(value(sums)) ?? null) : null;
  };
  return sortedRows(rows, by, order).map((row) => ({
    rank: now.get(value(row.now)) ?? 0,
    code: row.keys.at(-1) ?? "",
    mainBusinessIncome: amount(row.now.mainBusinessIncome),
    netProfit: amount(row.now.netProfit),
    grossProfitPercent: figure(row.now, "grossProfitPercent"),
    share: Number(whole[by]) > 0 ? ratio(row.now[by], whole[by]) : null,
    ...changes(row, by),
    missing: row.now.missing,
    lastRank: last(row.keys.at(-1) ?? ""),
  }));
}
