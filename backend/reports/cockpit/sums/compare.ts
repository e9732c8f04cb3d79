import type { Sql } from "../../../db/sql";
import type { Caller } from "../../../http/caller";
import { shift } from "../asked/months";
import type { Asked } from "../asked/query";
import { historyOf } from "./history";
import { type Cell, NOTHING, type Sums, sumsOf } from "./sums";
import type { Dimension } from "./where";

/**
 * A cell with the same one a year and a span earlier; those are missing when they had no facts, or when
 * the facts do not reach back so far.
 */
export interface Compared {
  keys: string[];
  now: Sums;
  lastYear?: Cell;
  before?: Cell;
}

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
  const reaches = await historyOf(sql);
  const whole = (by: number) => {
    const then = months.map((month) => shift(month, by));
    return reaches(then) ? then : [];
  };
  const spans = { now: months, lastYear: whole(-12), before: whole(-months.length) };
  const cells = await sumsOf(sql, caller, asked, spans, by);
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
