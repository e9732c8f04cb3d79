import { monthRates, rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import type { Where } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { type AdFilter, adWhere, FACTS, type Fact, type Period, type Periods } from "./filter";
import { SUMS } from "./metrics";

type Columns = Record<string, string>;

export interface Grouping {
  fact: Fact;
  /**
   * Columns that a row of the answer is about: alias → expression of the fact `f` or its campaign `c`;
   * a function binds the values that an expression needs.
   */
  by: Columns | ((bind: (value: unknown) => string) => Columns);
  /** A column counted apart within a row: number of different values in the asked period. */
  count?: { as: string; of: string };
  /** The last day of each period with a row, as `day` and `last_day`. */
  latest?: boolean;
  /** The period before is read as well. */
  both?: boolean;
}

const named = (columns: Columns) => Object.entries(columns).map(([as, of]) => `${of} as ${as}`);

const list = (...columns: string[]) => columns.join(", ");
const FACT_SUMS = ["impressions", "clicks", "conversions", "cost", "sales"];

/**
 * The one query of all reports: CTE `m` with a row for each value of `by`, the five sums of the asked
 * period under their names and those of the period before as `last_…`, money converted at the rate of
 * its month into the asked currency. Days are plain bounds, so only their partitions are read.
 * @returns the text behind `with`, and the conditions that hold its values
 */
export function sumsBy(
  caller: Caller,
  filter: AdFilter,
  periods: Periods,
  { fact, by, count, latest, both = true }: Grouping,
): { ctes: string; where: Where } {
  const where = adWhere(caller, filter, fact, periods);
  const { now, last } = periods;
  const currency = `${where.bind(filter.currency)}::text`;
  const first = both && last.start < now.start ? last.start : now.start;
  const till = both && last.end > now.end ? last.end : now.end;
  const rates = monthRates(where, caller.tenantId, first, till);
  const conditions = `${where}`;
  const columns = typeof by === "function" ? by((value) => where.bind(value)) : by;
  const inner = { ...columns, ...(count && { [count.as]: count.of }) };
  const names = Object.keys(inner);
  const day = latest ? ["max(f.rpt_date) as day"] : [];
  // Summed by month and currency first: one conversion for many rows, and the sum stays exact.
  const part = (period: Period, isNow: boolean) => `
    select ${list(
      `${isNow} as now`,
      ...named(inner),
      "date_trunc('month', f.rpt_date)::date as month",
      "f.currency_code as currency",
      ...FACT_SUMS.map((n) => `sum(f.${n}) as ${n}`),
      ...day,
    )}
    from ${FACTS[fact]} f join ad_campaign c on c.campaign_id = f.campaign_id
    where ${conditions}
      and f.rpt_date between ${where.bind(period.start)}::date and ${where.bind(period.end)}::date
    group by ${list(...Array.from({ length: names.length + 2 }, (_, i) => `${i + 2}`))}`;
  const rate = `case when b.currency = ${currency} then 1
    else ${rateOf("b.month", "b.currency")} / ${rateOf("b.month", currency, "t")} end`;
  const keys = Object.keys(columns);
  const kept = ["impressions", "clicks", "conversions", ...(latest ? ["day"] : [])];
  const ctes = `${rates},
  base as (${part(now, true)} ${both ? `union all ${part(last, false)}` : ""}),
  ad as (
    select b.now, ${list(...[...names, ...kept].map((n) => `b.${n}`))},
      b.cost * x.rate as spend, b.sales * x.rate as sales
    from base b ${rateJoin("b.month", "b.currency")} ${rateJoin("b.month", currency, "t")}
      cross join lateral (select ${rate} as rate) x
  ),
  m as (
    select ${list(
      ...keys,
      ...(count ? [`count(distinct ${count.as}) filter (where now)::int as ${count.as}`] : []),
      ...SUMS.flatMap((n) => [
        `coalesce(sum(${n}) filter (where now), 0) as ${n}`,
        `coalesce(sum(${n}) filter (where not now), 0) as last_${n}`,
      ]),
      ...(latest ? [`max(day) filter (where now) as day`] : []),
      ...(latest ? [`max(day) filter (where not now) as last_day`] : []),
    )}
    from ad group by ${list(...keys)}
  )`;
  return { ctes, where };
}
