import { sharedQuery } from "#backend/domain/reports/shared-query";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { eachOf } from "#documents/kit";
import { type Asked, firstDay, type Month, type OrderBy, shift } from "../asked/query";
import { type FigureKey, figure } from "./figures";
import { RATIOS } from "./measures";
import { NOTHING, type SumCell, type SumDimension, type Sums, sumsOf } from "./sums";

/**
 * Answers whether the facts reach back over all of these months. A span that began before them is no
 * whole one: what is compared with it would look like growth.
 */
export async function historyOf(sql: Sql): Promise<(months: Month[]) => boolean> {
  const text = "select min(month) as since from fact_trade_month";
  const [found] = await sharedQuery<{ since: string | null }>(sql, { text, values: [] });
  const since = found?.since;
  return ([first]) => Boolean(since && first && firstDay(first) >= since);
}

/**
 * A cell with the same one a year and a span earlier; those are missing when they had no facts, or when
 * the facts do not reach back so far.
 */
export interface Compared {
  keys: string[];
  now: Sums;
  lastYear?: SumCell;
  before?: SumCell;
}

/** Path of the totals. */
const TOP = "[]";
const path = (cell: SumCell) => JSON.stringify(cell.keys.filter((key) => key !== null));

/**
 * Sums of the asked months by dimension, each beside the same months of the year before and the equally
 * long span directly before. `rows` holds the totals of every prefix of the dimensions too, `all` the
 * totals of everything, `before` the span before by its last key.
 */
export async function compare(sql: Sql, caller: Caller, asked: Asked, by: SumDimension[] = []) {
  const { months } = asked;
  const reaches = await historyOf(sql);
  const whole = (by: number) => {
    const then = months.map((month) => shift(month, by));
    return reaches(then) ? then : [];
  };
  const spans = { now: months, lastYear: whole(-12), before: whole(-months.length) };
  const cells = await sumsOf(sql, caller, asked, spans, by);
  const at = (span: string) => new Map(cells.filter((c) => c.span === span).map((c) => [path(c), c]));
  const [now, lastYear, before] = [at("now"), at("lastYear"), at("before")];
  const rows = [...now]
    .filter(([at]) => at !== TOP)
    .map(
      ([at, cell]): Compared => ({
        keys: JSON.parse(at),
        now: cell,
        lastYear: lastYear.get(at),
        before: before.get(at),
      }),
    );
  const all: Compared = {
    keys: [],
    now: now.get(TOP) ?? NOTHING,
    lastYear: lastYear.get(TOP),
    before: before.get(TOP),
  };
  return {
    rows,
    all,
    before: new Map<string, Sums>(
      [...before.values()].filter((c) => !c.keys.includes(null)).map((c) => [String(c.keys.at(-1)), c]),
    ),
  };
}

/** Wire name of an order → measure. */
export const ORDERED: Record<OrderBy, FigureKey> = {
  income: "mainBusinessIncome",
  netProfit: "netProfit",
  grossProfit: "grossProfit",
  units: "units",
  ...eachOf(RATIOS, (_, key) => key),
};

/** Order of codes: numbers among each other by value. */
const byCode = new Intl.Collator("en", { numeric: true }).compare;

/** Rows without a value, which is neither high nor low, stand last in either order. */
const byValue = (a: number | null, b: number | null, way: number) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : way * (b - a);

/** Rows by value (as shown: amounts with 2 decimals), equal ones by code; `asc` turns the values round. */
export function sorted<T>(
  rows: T[],
  by: FigureKey,
  read: (row: T) => { code: string; sums: Sums },
  order: "asc" | "desc" = "desc",
): T[] {
  const way = order === "asc" ? -1 : 1;
  return rows
    .map((row) => ({ row, code: read(row).code, value: figure(read(row).sums, by) }))
    .sort((a, b) => byValue(a.value, b.value, way) || byCode(a.code, b.code))
    .map(({ row }) => row);
}

export const sortedRows = (rows: Compared[], by: FigureKey, order?: "asc" | "desc") =>
  sorted(rows, by, (row) => ({ code: row.keys.at(-1) ?? "", sums: row.now }), order);
