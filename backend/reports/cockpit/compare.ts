import type { Sql } from "../../db/sql";
import type { Caller } from "../../http/caller";
import { change, figure } from "./figures";
import { MEASURES, type MeasureKey, RATIOS, type RatioKey } from "./measures";
import { shift } from "./months";
import type { Asked } from "./query";
import { type Cell, type Dimension, type Sums, sumsOf } from "./sums";

/** A cell with the same one a year and a span earlier; those are missing when they had no facts. */
export interface Compared {
  keys: string[];
  now: Sums;
  lastYear?: Cell;
  before?: Cell;
}

export const NOTHING = Object.fromEntries(
  Object.keys(MEASURES).map((key) => [key, "0"]),
) as unknown as Sums;

const ROW = [...Object.keys(MEASURES), ...Object.keys(RATIOS)] as (MeasureKey | RatioKey)[];

/** Path of the totals. */
const TOP = "[]";
const path = (cell: Cell) => JSON.stringify(cell.keys.filter((key) => key !== null));

/**
 * Sums of the asked months by dimension, each beside the same months of the year before and the equally
 * long span directly before. `rows` holds the totals of every prefix of the dimensions too, `all` the
 * totals of everything, `before` the span before by its last key.
 */
export async function compare(sql: Sql, caller: Caller, asked: Asked, by: Dimension[] = []) {
  const { months } = asked;
  const cells = await sumsOf(
    sql,
    caller,
    asked,
    {
      now: months,
      lastYear: months.map((m) => shift(m, -12)),
      before: months.map((m) => shift(m, -months.length)),
    },
    by,
  );
  const at = (span: string) =>
    new Map(cells.filter((c) => c.span === span).map((c) => [path(c), c]));
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
      [...before.values()]
        .filter((c) => !c.keys.includes(null))
        .map((c) => [String(c.keys.at(-1)), c]),
    ),
  };
}

/** ROW of market.md 7.2; yoy and chain are those of the income. */
export function rowOf({ now, lastYear, before }: Compared) {
  const measures = Object.fromEntries(ROW.map((key) => [key, figure(now, key)]));
  return { ...measures, ...changes({ now, lastYear, before }, "mainBusinessIncome") } as Row;
}

export type Row = Record<MeasureKey, number> & Record<RatioKey | "yoy" | "chain", number | null>;

/** 同比 and 环比 of one measure. */
export const changes = (c: Pick<Compared, "now" | "lastYear" | "before">, key: MeasureKey) => ({
  yoy: c.lastYear ? change(Number(c.now[key]), Number(c.lastYear[key])) : null,
  chain: c.before ? change(Number(c.now[key]), Number(c.before[key])) : null,
});
