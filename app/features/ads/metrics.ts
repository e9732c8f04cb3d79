import { formatMoney, formatNumber, formatPercent, formatShort } from "~/text";
import type { Good } from "~/ui";

export interface AdMetric {
  key: string;
  label: string;
  /** What it is: Chinese name and formula (market.md 6.1). */
  hint: string;
  /** A ratio is shown with $ (specification 9), whatever the currency. */
  kind: "count" | "money" | "percent" | "ratio";
  /** Metrics of one scale share an axis. */
  scale: "views" | "amount" | "actions" | "clickRate" | "rate" | "unit";
  good: Good;
}

const metric = (
  [key, label, hint]: readonly [string, string, string],
  kind: AdMetric["kind"],
  scale: AdMetric["scale"],
  good: Good = "up",
): AdMetric => ({ key, label, hint, kind, scale, good });

/** The 11 metrics in the order of the report; spending less is neither good nor bad. */
export const METRICS: readonly AdMetric[] = [
  metric(["impressions", "Impressions", "曝光量"], "count", "views"),
  metric(["clicks", "Clicks", "点击量"], "count", "actions"),
  metric(["conversions", "Conversions", "转化量（广告带来的订单）"], "count", "actions"),
  metric(["ctr", "CTR", "点击率 = 点击量 ÷ 曝光量"], "percent", "clickRate"),
  metric(["cvr", "CVR", "转化率 = 转化量 ÷ 点击量"], "percent", "rate"),
  metric(["spend", "Spend", "广告花费"], "money", "amount", "none"),
  metric(["sales", "Sales", "广告销售额"], "money", "amount"),
  metric(["roas", "RoAS", "销售额 ÷ 花费；是比值，每花费 1 元带来的销售额"], "ratio", "unit"),
  metric(["cpa", "CPA", "每次转化的花费 = 花费 ÷ 转化量"], "money", "unit", "down"),
  metric(["cpc", "CPC", "每次点击的花费 = 花费 ÷ 点击量"], "money", "unit", "down"),
  metric(["acos", "ACOS", "花费 ÷ 销售额"], "percent", "rate", "down"),
];

const byKey = new Map(METRICS.map((m) => [m.key, m]));

/** @throws Error for a key that is no metric */
export function metricOf(key: string): AdMetric {
  const found = byKey.get(key);
  if (!found) throw new Error(`no metric ${key}`);
  return found;
}

export type Amount = number | null | undefined;

/** A number as decimal text: no exponent however small it is. */
export const plain = (value: Amount) => value?.toFixed(8) ?? null;

/** In full: $1,234.50, 12.34%, 34,110; nothing is a dash. */
export function metricText({ kind }: AdMetric, value: Amount, currency: string): string {
  if (kind === "percent") return formatPercent(plain(value));
  if (kind === "count") return formatNumber(plain(value), 0);
  return formatMoney(plain(value), kind === "ratio" ? "USD" : currency);
}

const LARGE = 10_000;

/** The same, large numbers abbreviated: 34.1k, $91.2k. */
export function shortText(metric: AdMetric, value: Amount, currency: string): string {
  const { kind } = metric;
  if (kind === "count") return formatShort(plain(value));
  if (kind !== "money" || Math.abs(value ?? 0) < LARGE) return metricText(metric, value, currency);
  return formatMoney(0, currency, 0).replace("0", formatShort(plain(value)));
}
