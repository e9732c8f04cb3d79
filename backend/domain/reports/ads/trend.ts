import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { sharedQuery } from "../shared-query";
import type { AdFilter, Period, Periods } from "./filter";
import { bucketSql, bucketsOf, factFor, type Granularity, granularityFor } from "./filter";
import { changeOf, METRICS, metricSql, type Sum, unitOf } from "./metrics";
import { metricOf, type RankingRow } from "./ranking";
import { sumsBy } from "./sums";

type TrendValues = Record<string, number | null>;
type TrendRow = RankingRow & { bucket: string | null; whole: boolean };

const columns = (prefix: "" | "last_") =>
  METRICS.map((m) => `${metricSql(m, (n: Sum) => `coalesce(sum(${prefix}${n}), 0)`)} as "${prefix}${m.key}"`);

/** The metrics of a part; of one without facts sums are 0 and quotients nothing. */
const valuesOf = (row: TrendRow | undefined): TrendValues =>
  Object.fromEntries(METRICS.map(({ key, of }) => [key, row ? metricOf(row, key) : typeof of === "string" ? 0 : null]));

/** Both periods as a whole, and the parts of the asked one: one statement, so that they agree. */
export async function trendOf(sql: Sql, caller: Caller, filter: AdFilter, periods: Periods, granularity?: Granularity) {
  const { ctes, where } = sumsBy(caller, filter, periods, {
    fact: factFor(filter),
    by: (bind) => ({
      bucket: granularity ? bucketSql("f.rpt_date", () => bind(periods.now.start), granularity) : "null::date",
    }),
  });
  const rows = await sharedQuery<TrendRow>(sql, {
    text: `with ${ctes} select bucket, grouping(bucket) = 1 as whole, ${[...columns(""), ...columns("last_")].join(", ")} from m
     group by grouping sets ((bucket), ())`,
    values: where.values,
  });
  const whole = rows.find((r) => r.whole);
  const totals = METRICS.map((metric) => {
    const current = whole ? metricOf(whole, metric.key) : null;
    const last = whole ? metricOf(whole, `last_${metric.key}`) : null;
    return { metric, current, last, change: changeOf(current, last) };
  });
  return { totals, parts: granularity ? partsOf(rows, periods.now, granularity) : [] };
}

export type Trend = Awaited<ReturnType<typeof trendOf>>;

function partsOf(
  rows: readonly TrendRow[],
  now: Period,
  granularity: Granularity,
): { bucket: string; values: TrendValues }[] {
  const known = new Map(rows.map((r) => [r.bucket, r]));
  return bucketsOf(now, granularity).map((bucket) => ({ bucket, values: valuesOf(known.get(bucket)) }));
}

type TrendFilter = AdFilter & { granularity?: Granularity };

/** `report` (market.md 6.3): the 11 metrics as series, with their totals and those of the period before. */
export async function report(sql: Sql, caller: Caller, filter: TrendFilter, periods: Periods) {
  const granularity = filter.granularity ?? granularityFor(periods.days);
  const { totals, parts } = await trendOf(sql, caller, filter, periods, granularity);
  return {
    series: parts.map((p) => p.bucket),
    reports: totals.map(({ metric, current, last, change }) => ({
      key: metric.key,
      name: metric.name,
      type: metric.type,
      unit: unitOf(metric, filter.currency),
      yAxisIndex: metric.yAxisIndex,
      data: parts.map((p) => p.values[metric.key] ?? null),
      total: current,
      lastTotal: last,
      change,
    })),
    currency: filter.currency,
    granularity,
  };
}

/** `campaignCompared`: the same totals, one row for each metric. */
export async function compared(sql: Sql, caller: Caller, filter: AdFilter, periods: Periods) {
  const { totals } = await trendOf(sql, caller, filter, periods);
  return totals.map(({ metric, current, last, change }) => ({
    type: metric.name,
    key: metric.key,
    last,
    current,
    change,
    better: !change || !metric.rise ? null : change > 0 === (metric.rise === "good"),
  }));
}
