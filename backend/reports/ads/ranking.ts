import type { Sql } from "../../db/sql";
import type { Caller } from "../../http/caller";
import type { Filter, PageFilter, Periods } from "./filter";
import { metricSql, metricsOf, SUMS, type Sum } from "./metrics";
import { sumsBy } from "./sums";
import type { Fact } from "./where";

/** Sums of one row as a report ranks them; the lists of the page and their files are made of it. */
export interface Ranking {
  fact: Fact;
  by: Record<string, string>;
  count?: { as: string; of: string };
  /** Metrics of a row, for the asked period and, when `both`, for the one before. */
  metrics: readonly string[];
  both?: boolean;
  /** What names the row: joins behind `from w`, columns (alias → expression) of them and of `w`. */
  joins: string;
  columns: Record<string, string>;
  /** Conditions on `m` for what the filter asks; its schema has checked what goes into the text. */
  only?(filter: PageFilter): string[];
  /** Order without `orderBy`, and the last word in every order. */
  order: string;
  tie: string;
}

type Prefix = "" | "last_";

const metricColumns = (r: Ranking, prefix: Prefix, at: (column: string) => string) =>
  metricsOf(r.metrics).map(
    (m) => `${metricSql(m, (n: Sum) => at(`${prefix}${n}`))} as "${prefix}${m.key}"`,
  );

const bothOf = (r: Ranking, at: (column: string) => string) => [
  ...metricColumns(r, "", at),
  ...(r.both ? metricColumns(r, "last_", at) : []),
];

function orderOf(r: Ranking, { orderBy, order }: Filter): string {
  const metric = metricsOf(r.metrics).find((m) => m.key === orderBy);
  const asked = metric
    ? [`${metricSql(metric, (n) => `w.${n}`)} ${order} nulls last`]
    : orderBy && Object.hasOwn(r.columns, orderBy)
      ? [`${r.columns[orderBy]} ${order} nulls last`]
      : [];
  return [...asked, r.order, r.tie].join(", ");
}

const NOTHING = (prefix: string) => SUMS.map((n) => `m.${prefix}${n} = 0`).join(" and ");

/**
 * Statements of one ranking: `rows` in order, and `summary` over all of them with their number. Both
 * read the same rows `w`: those that are not blank and meet `only` (conditions on `m`), or their `top`.
 */
export function rankingSql(
  caller: Caller,
  filter: Filter,
  periods: Periods,
  r: Ranking,
  { only = [], top }: { only?: readonly string[]; top?: number } = {},
) {
  const { ctes, where } = sumsBy(caller, filter, periods, { ...r, both: !!r.both });
  const blank = [NOTHING(""), ...(r.both ? [NOTHING("last_")] : [])].join(" and ");
  const wanted = [`not (${blank})`, ...only.map((o) => `(${o})`)].join(" and ");
  const order = orderOf(r, filter);
  const cut = top ? `order by ${order} limit ${top}` : "";
  const head = `with ${ctes}, w as (select * from (select m.* from m where ${wanted}) w ${cut})`;
  const named = Object.entries(r.columns).map(([as, of]) => `${of} as "${as}"`);
  const sums = bothOf(r, (n) => `coalesce(sum(w.${n}), 0)`);
  return {
    values: where.values,
    rows: `${head} select ${[...named, ...bothOf(r, (n) => `w.${n}`)].join(", ")}
      from w ${r.joins} order by ${order}`,
    summary: `${head} select ${["count(*)::int as total", ...sums].join(", ")} from w`,
  };
}

export type RankingSql = ReturnType<typeof rankingSql>;
export type Row = Record<string, unknown>;

/** Number of rows and the sums of all of them. */
export async function summaryOf(sql: Sql, { summary, values }: RankingSql) {
  const { total, ...sums } = (await sql.one<Row>(summary, values)) ?? {};
  return { total: Number(total ?? 0), sums };
}
