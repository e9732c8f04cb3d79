import type { AdComparison, AdReport, CampaignChange } from "~/erp/ads.server";
import type { FigureData, FigureSeries, Unit } from "~/ui/figure/types";
import { type AdMetric, metricOf } from "./metrics";

/** How a figure writes a metric. The dollar sign would be wrong for another currency: it is in the title then. */
export function unitOf({ kind }: AdMetric, currency: string): Unit {
  if (kind === "percent") return "percent";
  if (kind === "count") return "short";
  return currency === "USD" || kind === "ratio" ? "usd" : "short";
}

/** Says the currency of amounts that no sign tells. */
export const inCurrency = (currency: string, { kind } = metricOf("spend")) =>
  currency === "USD" || kind !== "money" ? "" : `（金额：${currency}）`;

/** In this order they get an axis. What is no sum is always a line. */
const SCALES = ["amount", "views", "actions", "rate", "clickRate", "unit"] as const;
const BARS: readonly string[] = ["amount", "views", "actions"];

/**
 * The chosen series as figures of two axes each: what has one scale shares an axis, and a third scale
 * begins another figure.
 * @param drill address of one point of time, where there is one
 */
export function reportFigures(
  report: AdReport,
  chosen: readonly string[],
  drill: (index: number) => string | undefined,
): FigureData[] {
  const scales = SCALES.map((scale) =>
    report.reports.filter((r) => chosen.includes(r.key) && metricOf(r.key).scale === scale),
  ).filter((rows) => rows.length);
  const pairs = scales.flatMap((rows, i) => (i % 2 ? [] : [[rows, scales[i + 1] ?? []]]));
  return pairs.map((pair, i) => {
    const series = pair.flatMap((rows, axis) =>
      rows.map(({ key, name, data }): FigureSeries => {
        const metric = metricOf(key);
        const line = axis === 1 || !BARS.includes(metric.scale);
        const unit = unitOf(metric, report.currency);
        const type = line ? "line" : "bar";
        return { key, name: name || metric.label, unit, values: data, type, axis: axis === 1 ? 1 : 0 };
      }),
    );
    const nothing = series.every((s) => s.values.every((v) => !v));
    const names = series.map((s) => s.name).join("、");
    return {
      id: `report${"abc"[i]}`,
      kind: "columns",
      series,
      labels: nothing ? [] : report.series,
      empty: "所选条件下没有广告数据",
      title: `${names} 趋势${inCurrency(report.currency)}`,
      hrefs: report.series.map((_, at) => drill(at)),
    };
  });
}

/** Both periods beside each other; scales differ, so the earlier one is 100 % throughout. */
export function comparedFigure(rows: AdComparison): FigureData {
  const known = rows.filter((r) => r.last && r.current !== null);
  const part = (r: AdComparison[number]) => (r.current ?? 0) / (r.last ?? 1);
  return {
    id: "compared",
    kind: "bars",
    title: "本期与上期对比（上期 = 100%）",
    labels: known.map((r) => r.type),
    series: [
      { key: "last", name: "上期", unit: "percent", values: known.map(() => 1), pale: true },
      { key: "current", name: "本期", unit: "percent", values: known.map(part) },
    ],
    empty: "上期没有数据，无法对比",
  };
}

/** The campaigns whose spend moved most, to both sides of zero. */
export function changeFigure(
  rows: readonly CampaignChange[],
  currency: string,
  href: (row: CampaignChange) => string,
): FigureData {
  const moved = rows.map((r) => (r.current.spend ?? 0) - (r.last.spend ?? 0));
  return {
    id: "moved",
    kind: "diverging",
    labels: rows.map((r) => r.campaignName),
    title: `花费变化最大的 ${rows.length} 个广告活动${inCurrency(currency)}`,
    series: [{ key: "spend", name: "花费变化", values: moved, unit: unitOf(metricOf("spend"), currency) }],
    hrefs: rows.map(href),
    empty: "两个周期都没有花费",
  };
}
