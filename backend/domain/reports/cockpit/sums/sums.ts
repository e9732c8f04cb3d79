import { sharedQuery } from "#backend/domain/reports/shared-query";
import { monthRates, rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import { factScope } from "#backend/ledgers/facts/scope";
import type { Sql, Where } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { eachOf } from "#documents/kit";
import { type Asked, FILTERS, type FilterName, firstDay, type Month } from "../asked/query";
import { LACKS, MEASURES, type MeasureKey } from "./measures";

/** Dimension → column of the facts; ids were stamped when the row was loaded. */
export const COLUMNS = {
  division: "f.division_id",
  dept: "f.dept_id",
  group: "f.group_id",
  region: "f.region_code",
  site: "f.site_code",
  model: "f.model_code",
};
export type SumDimension = keyof typeof COLUMNS;

const FILTER_COLUMNS: Record<FilterName, string> = {
  divisionId: COLUMNS.division,
  deptId: COLUMNS.dept,
  groupId: COLUMNS.group,
  storeId: "f.store_id",
  regionCode: COLUMNS.region,
  siteCode: COLUMNS.site,
  modelCode: COLUMNS.model,
};

/** Facts that the caller may see and the filters let through. */
export function visible(caller: Caller, asked: Partial<Asked>): Where {
  const where = factScope(caller, "f");
  for (const name of FILTERS) {
    const values = asked[name];
    if (values) where.and(`${FILTER_COLUMNS[name]} = any (?)`, values);
  }
  return where;
}

/** Sums of one cell, exact decimal text in CNY (units and orders: whole numbers). */
export interface Sums extends Record<MeasureKey, string> {
  /** Names of the costs that some of its pieces lack: its profits are without them. */
  missing: string[];
}

/** Columns of the facts that the measures are made of. */
const FACTS = new Set(
  [...Object.values(MEASURES), ...Object.values(LACKS)].flatMap(({ sql }) =>
    [...sql.matchAll(/\bf\.(\w+)/g)].map(([, c]) => c),
  ),
);

/** Sums where there are no facts. */
export const NOTHING: Sums = { ...eachOf(MEASURES, () => "0"), missing: [] };

const MISSING = Object.values(LACKS)
  .map(({ name, sql }) => `case when sum(${sql}) > 0 then '${name}' end`)
  .join(", ");

/** Names of the costs that any of these cells lacks, in their order. */
export const missingOf = (cells: readonly Sums[]): string[] =>
  Object.values(LACKS)
    .map(({ name }) => name)
    .filter((name) => cells.some((cell) => cell.missing.includes(name)));

/** One cell: its keys (null: all of them), the span of months and the sums. */
export interface SumCell extends Sums {
  span: string;
  keys: (string | null)[];
}

/**
 * Sums of the measures per span of months and per dimension, with the totals of every prefix of the
 * dimensions (all rows: every key null). One statement; a cell without facts does not come.
 * @param spans name → months; a month may be in several of them
 * @throws 409 缺少USD202506的汇率, when a row has no rate
 */
export async function sumsOf(
  sql: Sql,
  caller: Caller,
  asked: Partial<Asked>,
  spans: Record<string, Month[]>,
  by: SumDimension[] = [],
): Promise<SumCell[]> {
  const pairs = Object.entries(spans).flatMap(([span, of]) => of.map((m) => [span, firstDay(m)]));
  const days = [...new Set(pairs.map(([, day = ""]) => day))].sort();
  const where = visible(caller, asked).and("f.month = any (?::date[])", days);
  const rates = monthRates(where, caller.tenantId, days[0] ?? "", days.at(-1) ?? "");
  const names = where.bind(pairs.map(([span]) => span));
  const months = where.bind(pairs.map(([, day]) => day));
  const columns = [...FACTS].map((column) => `sum(f.${column}) as ${column}`);
  const keys = by.map((_, i) => `f.key${i}`);
  const inner = by.map((dimension, i) => `${COLUMNS[dimension]}::text as key${i}`);
  const sums = Object.entries(MEASURES).map(([key, { sql: row }]) => `sum(${row}) as "${key}"`);
  const some = (list: string[]) => list.map((one) => `, ${one}`).join("");
  // Summed by month and currency first: the rate then is only looked for where rows are shown.
  return sharedQuery<SumCell>(sql, {
    text: `with ${rates}, sold as materialized (
       select f.month, f.currency, ${columns}${some(inner)} from fact_trade_month f
       where ${where} group by f.month, f.currency${some(by.map((d) => COLUMNS[d]))})
     select s.span, array[${keys}]::text[] as keys, ${sums}, array_remove(array[${MISSING}], null) as missing
     from unnest(${names}::text[], ${months}::date[]) s(span, month) join sold f on f.month = s.month
       ${rateJoin("f.month", "f.currency")}
       cross join lateral (select ${rateOf("f.month", "f.currency")} as rate) c
     group by s.span${keys.length ? `, rollup (${keys})` : ""}`,
    values: where.values,
  });
}
