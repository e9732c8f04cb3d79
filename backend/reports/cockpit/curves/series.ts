import type { Sql } from "../../../db/sql";
import type { Caller } from "../../../http/caller";
import { lastMonths, type Month, shift } from "../asked/months";
import type { Asked } from "../asked/query";
import { change, type FigureKey, figure } from "../sums/figures";
import { type Cell, sumsOf } from "../sums/sums";

/** The asked month and the 12 before it. */
export const thirteen = (asked: Asked): Month[] => lastMonths(asked.month, 13);

/**
 * Sums of the 13 months and of the 12 before them, by month; one without facts is missing. Always as
 * many, so that curves which stand side by side are one statement.
 */
export async function byMonth(sql: Sql, caller: Caller, asked: Asked) {
  const spans = Object.fromEntries(lastMonths(asked.month, 25).map((month) => [month, [month]]));
  const cells = await sumsOf(sql, caller, asked, spans);
  return new Map<Month, Cell>(cells.map((cell) => [cell.span, cell]));
}

/**
 * SERIES13 of market.md 7.2: the measure in 13 months beside the same months of the year before (null
 * without facts), with 同比 and 环比 of each.
 */
export async function series13(sql: Sql, caller: Caller, asked: Asked, key: FigureKey) {
  const months = thirteen(asked);
  const found = await byMonth(sql, caller, asked);
  const at = (month: Month) => (found.has(month) ? figure(found.get(month), key) : null);
  const current = months.map((month) => figure(found.get(month), key));
  const last = months.map((month) => at(shift(month, -12)));
  return {
    months,
    current,
    last,
    yoy: months.map((_, i) => change(current[i] ?? null, last[i])),
    chain: months.map((month, i) => change(current[i] ?? null, at(shift(month, -1)))),
    missing: found.get(asked.month)?.missing ?? [],
    unit: key.endsWith("Percent") ? "%" : "CNY",
  };
}
