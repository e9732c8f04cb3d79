/** Sums that every advertising fact has; money in the asked currency. */
export const SUMS = ["impressions", "clicks", "conversions", "spend", "sales"] as const;
export type Sum = (typeof SUMS)[number];

export interface Metric {
  key: string;
  /** Heading on screens and in files. */
  name: string;
  kind: "count" | "money" | "percent" | "ratio";
  type: "bar" | "line";
  yAxisIndex: 0 | 1;
  /** Sum that it is, or quotient of two sums: never an average of quotients. */
  of: Sum | readonly [Sum, Sum];
  /** What a rise means; money spent is neither good nor bad. */
  rise: "good" | "bad" | null;
}

const sum = (of: Sum, name: string, kind: Metric["kind"], rise: Metric["rise"]): Metric => ({
  key: of,
  name,
  kind,
  of,
  rise,
  type: "bar",
  yAxisIndex: 0,
});
const quotient = (
  key: string,
  name: string,
  kind: Metric["kind"],
  of: readonly [Sum, Sum],
  rise: Metric["rise"],
): Metric => ({ key, name, kind, of, rise, type: "line", yAxisIndex: 1 });

/** The 11 metrics (market.md 6.1) in the order of the report. */
export const METRICS: readonly Metric[] = [
  sum("impressions", "Impressions", "count", "good"),
  sum("clicks", "Clicks", "count", "good"),
  sum("conversions", "Conversions", "count", "good"),
  quotient("ctr", "CTR", "percent", ["clicks", "impressions"], "good"),
  quotient("cvr", "CVR", "percent", ["conversions", "clicks"], "good"),
  sum("spend", "Spend", "money", null),
  sum("sales", "Sales", "money", "good"),
  quotient("roas", "RoAS", "ratio", ["sales", "spend"], "good"),
  quotient("cpa", "CPA", "money", ["spend", "conversions"], "bad"),
  quotient("cpc", "CPC", "money", ["spend", "clicks"], "bad"),
  quotient("acos", "ACOS", "percent", ["spend", "sales"], "bad"),
];

/** Metrics by key in the order of the table. */
export const metricsOf = (keys: readonly string[]): Metric[] => METRICS.filter((m) => keys.includes(m.key));

/** `$` for dollars and for RoAS, as the console has always shown them; other currencies by code. */
export const unitOf = ({ kind }: Metric, currency: string): string =>
  ({ count: "", percent: "%", ratio: "$", money: currency === "USD" ? "$" : currency })[kind];

/** The metric as SQL; `of` gives the expression of a sum. Money rounds here, once, at the end. */
export function metricSql({ of }: Metric, at: (name: Sum) => string): string {
  if (typeof of !== "string") return `(${at(of[0])} / nullif(${at(of[1])}, 0))::float8`;
  return of === "spend" || of === "sales" ? `round(${at(of)}, 2)::float8` : `${at(of)}::float8`;
}

/** (current − last) / last; null when there is nothing to compare with. */
export const changeOf = (current: number | null, last: number | null): number | null =>
  current === null || last === null || last === 0 ? null : (current - last) / last;
