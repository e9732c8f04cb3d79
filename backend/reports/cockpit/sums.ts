import type { Where } from "../../db/page";
import type { Sql } from "../../db/sql";
import { monthRates, rateJoin, rateOf } from "../../facts/rates";
import { factScope } from "../../facts/scope";
import type { Caller } from "../../http/caller";
import { MEASURES, type MeasureKey } from "./measures";
import { firstDay, type Month } from "./months";
import type { Asked, FilterName } from "./query";

/** Sums of one cell, exact decimal text in CNY (units and orders: whole numbers). */
export type Sums = Record<MeasureKey, string>;

/** One cell: its keys (null: all of them), the span of months and the sums. */
export interface Cell extends Sums {
  span: string;
  keys: (string | null)[];
}

/** Dimension → column of the facts; ids were stamped when the row was loaded. */
const COLUMNS = {
  division: "f.division_id",
  dept: "f.dept_id",
  group: "f.group_id",
  region: "f.region_code",
  site: "f.site_code",
  model: "f.model_code",
};
export type Dimension = keyof typeof COLUMNS;

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
  for (const [name, column] of Object.entries(FILTER_COLUMNS)) {
    const values = asked[name as FilterName];
    if (values) where.and(`${column} = any (?)`, values);
  }
  return where;
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
  by: Dimension[] = [],
): Promise<Cell[]> {
  const pairs = Object.entries(spans).flatMap(([span, of]) => of.map((m) => [span, firstDay(m)]));
  const days = pairs.map(([, day = ""]) => day).sort();
  const where = visible(caller, asked);
  const rates = monthRates(where, caller.tenantId, days[0] ?? "", days.at(-1) ?? "");
  const names = where.bind(pairs.map(([span]) => span));
  const months = where.bind(pairs.map(([, day]) => day));
  const keys = by.map((dimension) => COLUMNS[dimension]);
  const sums = Object.entries(MEASURES).map(([key, { sql: row }]) => `sum(${row}) as "${key}"`);
  return sql.query<Cell>(
    `with ${rates}, span as (select * from unnest(${names}::text[], ${months}::date[]) s(span, month))
     select span.span, array[${keys.map((key) => `${key}::text`)}]::text[] as keys, ${sums}
     from span join fact_trade_month f on f.month = span.month
       ${rateJoin("f.month", "f.currency")}
       cross join lateral (select ${rateOf("f.month", "f.currency")} as rate) c
     where ${where}
     group by span.span${keys.length ? `, rollup (${keys})` : ""}`,
    where.values,
  );
}
