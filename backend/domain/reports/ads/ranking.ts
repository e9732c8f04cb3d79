import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import type { Statement } from "../shared-query";
import type { AdFilter, Fact, PageFilter, Periods } from "./filter";
import { metricSql, metricsOf, SUMS, type Sum } from "./metrics";
import { sumsBy } from "./sums";

/** Sums of one row as a report ranks them; the lists of the page and their files are made of it. */
/** Adds a value to a statement and answers its placeholder. */
export type Bind = (value: unknown) => string;

export interface Ranking {
  fact: Fact;
  by: Record<string, string>;
  count?: { as: string; of: string };
  /** Metrics of a row, for the asked period and, when `both`, for the one before. */
  metrics: readonly string[];
  both?: boolean;
  /** The last day of each period with a row of its own, as `day` and `last_day`. */
  latest?: boolean;
  /** What names the row: joins behind `from w`, columns (alias → expression) of them and of `w`. */
  joins: string;
  columns: Record<string, string>;
  /** Conditions on `m` for what the filter asks. */
  only?(filter: PageFilter, bind: Bind): string[];
  /** Order without `orderBy`, and the last word in every order. */
  order: string;
  tie: string;
}

type Prefix = "" | "last_";

const metricColumns = (r: Ranking, prefix: Prefix, at: (column: string) => string) =>
  metricsOf(r.metrics).map((m) => `${metricSql(m, (n: Sum) => at(`${prefix}${n}`))} as "${prefix}${m.key}"`);

const bothOf = (r: Ranking, at: (column: string) => string) => [
  ...metricColumns(r, "", at),
  ...(r.both ? metricColumns(r, "last_", at) : []),
];

function orderOf(r: Ranking, { orderBy = "", order }: AdFilter): string {
  const metric = metricsOf(r.metrics).find((m) => m.key === orderBy);
  const own = metric ? metricSql(metric, (n) => `w.${n}`) : r.columns[orderBy];
  // What the joins bring is not there yet when the rows of a page are chosen.
  const asked = own && (metric || own.startsWith("w.")) ? [`${own} ${order} nulls last`] : [];
  return [...asked, r.order, r.tie].join(", ");
}

const NOTHING = (prefix: string) => SUMS.map((n) => `m.${prefix}${n} = 0`).join(" and ");

/** Names of sums beside those of a row. */
const SUM = "Σ";

/**
 * Statements of one ranking over the rows `w`: those that are not blank and meet `only` (conditions on
 * `m`), or their `top`. `all`: every row in order; `page`: some of them, each beside the sums of all;
 * `summary`: these alone.
 */
export function rankingSql(
  caller: Caller,
  filter: AdFilter,
  periods: Periods,
  r: Ranking,
  { only, top }: { only?: (bind: Bind) => readonly string[]; top?: number } = {},
) {
  const { ctes, where } = sumsBy(caller, filter, periods, { ...r, both: !!r.both });
  const blank = [NOTHING(""), ...(r.both ? [NOTHING("last_")] : [])].join(" and ");
  const bind: Bind = (value) => where.bind(value);
  const asked = only?.(bind) ?? [];
  const wanted = [`not (${blank})`, ...asked.map((o) => `(${o})`)].join(" and ");
  const order = orderOf(r, filter);
  const cut = top ? `order by ${order} limit ${bind(top)}` : "";
  const head = `with ${ctes},
    w as materialized (select * from (select m.* from m where ${wanted}) w ${cut}),
    s as (select ${["count(*)::int as total", ...bothOf(r, (n) => `coalesce(sum(w.${n}), 0)`)].join(", ")} from w)`;
  const named = Object.entries(r.columns).map(([as, of]) => `${of} as "${as}"`);
  // Chosen before they are named: only the rows of the page are joined.
  const rows = (limit = "") =>
    `select ${[...named, ...bothOf(r, (n) => `w.${n}`), "w.place"].join(", ")}
     from (select w.*, row_number() over (order by ${order}) as place from w order by place ${limit}) w
     ${r.joins}`;
  const keys = metricsOf(r.metrics).flatMap(({ key }) => (r.both ? [key, `last_${key}`] : [key]));
  const sums = ["total", ...keys].map((key) => `s."${key}" as "${SUM}${key}"`);
  const { values } = where;
  const part = `limit $${values.length + 1} offset $${values.length + 2}`;
  return {
    all: { text: `${head} ${rows()} order by w.place`, values },
    page: (limit: number, offset: number): Statement => ({
      text: `${head} select ${sums.join(", ")}, r.* from s
       left join (${rows(part)}) r on true order by r.place`,
      values: [...values, limit, offset],
    }),
    summary: { text: `${head} select * from s`, values },
  };
}

export type RankingSql = ReturnType<typeof rankingSql>;
export type RankingRow = Record<string, unknown>;

/** A metric of a row; null where it has none. */
export const metricOf = (row: RankingRow, key: string): number | null => {
  const value = row[key];
  return typeof value === "number" ? value : null;
};

/** Number of rows and the sums of all of them. */
export async function summaryOf(sql: Sql, { summary }: RankingSql) {
  const { total, ...sums } = (await sql.one<RankingRow>(summary.text, summary.values)) ?? {};
  return { total: Number(total ?? 0), sums };
}

/** Rows of a page and the sums of all rows, out of the answer of `page`. */
export function parted(answer: readonly RankingRow[]) {
  const sums = Object.entries(answer[0] ?? {}).flatMap(([key, value]) =>
    key.startsWith(SUM) ? [[key.slice(SUM.length), value] as const] : [],
  );
  const { total, ...rest } = Object.fromEntries(sums);
  return { rows: answer.filter((r) => r.place !== null), total: Number(total ?? 0), sums: rest };
}
