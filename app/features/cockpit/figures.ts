import type { Group13, Main13, Series13 } from "~/erp/cockpit.server";
import type { FigureData, FigureSeries } from "~/ui/figure/types";
import { monthText } from "./query";

const NOTHING = "所选月份没有数据";

const known = (series: readonly FigureSeries[]) => series.some((s) => s.values.some((v) => v !== null && v !== 0));

/** A figure, or the sentence of an empty one. */
export const figure = (data: FigureData): FigureData =>
  known(data.series) ? data : { ...data, labels: [], series: [], empty: NOTHING };

type MonthHref = (month: string) => string;

/** Income, net profit and net margin of 13 months. */
export const mainFigure = (main: Main13, href: MonthHref): FigureData =>
  figure({
    id: "fig-main",
    title: "近13个月主营业务收入、净利润与净利率",
    kind: "columns",
    labels: main.months.map(monthText),
    hrefs: main.months.map(href),
    series: [
      { key: "income", name: "主营业务收入", unit: "wan", values: main.income },
      { key: "netProfit", name: "净利润", unit: "wan", values: main.netProfit },
      {
        key: "netProfitPercent",
        name: "净利率",
        unit: "percent",
        type: "line",
        axis: 1,
        values: main.netProfitPercent,
      },
    ],
  });

/** One measure of 13 months beside the same months a year before. Ratios are lines on their own axis. */
export function yearsFigure(
  of: { id: string; name: string; unit: "wan" | "percent" },
  { months, current, last }: Series13,
  href: MonthHref,
): FigureData {
  const { id, name, unit } = of;
  return figure({
    id,
    title: `近13个月${name}：本期与去年同期`,
    kind: "columns",
    labels: months.map(monthText),
    hrefs: months.map(href),
    series: [
      { key: "current", name: "本期", unit, values: current, type: unit === "wan" ? "bar" : "line" },
      { key: "last", name: "去年同期", unit, values: last, type: "line", pale: true },
    ],
  });
}

/** One group over 13 months: what came in, what remained, and three shares of the income. */
export const groupFigures = (group: Group13): FigureData[] => {
  const labels = group.months.map(monthText);
  const line = (key: "grossProfitPercent" | "adSpendPercent" | "refundPercent", name: string) =>
    ({ key, name, unit: "percent", type: "line", values: group[key] }) as const;
  return [
    figure({
      id: "fig-group",
      title: "收入与净利润",
      kind: "columns",
      labels,
      series: [
        { key: "income", name: "主营业务收入", unit: "wan", values: group.income },
        { key: "netProfit", name: "净利润", unit: "wan", values: group.netProfit },
      ],
    }),
    figure({
      id: "fig-shares",
      title: "毛利率、广告费率与退款率",
      kind: "columns",
      labels,
      series: [
        line("grossProfitPercent", "毛利率"),
        line("adSpendPercent", "广告费率"),
        line("refundPercent", "退款率"),
      ],
    }),
  ];
};
