import type { DeptSums, Group13, Main13, ModelSums, Series13 } from "~/erp/cockpit.server";
import type { FigureData, FigureSeries } from "~/ui/figure/types";
import { shortMonth } from "./query";

const NOTHING = "所选月份没有数据";

const known = (series: readonly FigureSeries[]) =>
  series.some((s) => s.values.some((v) => v !== null && v !== 0));

/** A figure, or the sentence of an empty one. */
const figure = (data: FigureData): FigureData =>
  known(data.series) ? data : { ...data, labels: [], series: [], empty: NOTHING };

type MonthHref = (month: string) => string;

/** Income, net profit and net margin of 13 months. */
export const mainFigure = (main: Main13, href: MonthHref): FigureData =>
  figure({
    id: "fig-main",
    title: "近13个月主营业务收入、净利润与净利率",
    kind: "columns",
    labels: main.months.map(shortMonth),
    hrefs: main.months.map(href),
    series: [
      { key: "income", name: "主营业务收入", unit: "wan", values: main.income },
      { key: "netProfit", name: "净利润", unit: "wan", values: main.netProfit },
      {
        ...{ key: "netProfitPercent", name: "净利率", unit: "percent", type: "line", axis: 1 },
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
    labels: months.map(shortMonth),
    hrefs: months.map(href),
    series: [
      {
        key: "current",
        name: "本期",
        unit,
        values: current,
        type: unit === "wan" ? "bar" : "line",
      },
      { key: "last", name: "去年同期", unit, values: last, type: "line", pale: true },
    ],
  });
}

/** One group over 13 months: what came in, what remained, and three shares of the income. */
export const groupFigures = (group: Group13): FigureData[] => {
  const labels = group.months.map(shortMonth);
  const line = (key: "grossProfitPercent" | "adSpendPercent" | "refundPercent", name: string) =>
    ({ key, name, unit: "percent", type: "line", values: group[key] }) as const;
  return [
    figure({
      ...{ id: "fig-group", title: "收入与净利润", kind: "columns", labels },
      series: [
        { key: "income", name: "主营业务收入", unit: "wan", values: group.income },
        { key: "netProfit", name: "净利润", unit: "wan", values: group.netProfit },
      ],
    }),
    figure({
      ...{ id: "fig-shares", title: "毛利率、广告费率与退款率", kind: "columns", labels },
      series: [
        line("grossProfitPercent", "毛利率"),
        line("adSpendPercent", "广告费率"),
        line("refundPercent", "退款率"),
      ],
    }),
  ];
};

/** Where the income of each department went: the four parts add up to it. */
export function deptFigure(depts: readonly DeptSums[], href: (id: string) => string): FigureData {
  const part = (key: string, name: string, of: (d: DeptSums) => number): FigureSeries => ({
    ...{ key, name, unit: "wan" },
    values: depts.map((d) => Math.round(of(d) * 100) / 100),
  });
  return figure({
    id: "fig-depts",
    title: "各部门主营业务收入的构成",
    kind: "stacked",
    labels: depts.map((d) => d.deptName),
    hrefs: depts.map((d) => href(d.deptId)),
    series: [
      part("netProfit", "净利润", (d) => d.netProfit),
      part("adSpend", "广告费", (d) => d.adSpend),
      part("other", "仓储、推广等费用", (d) => d.grossProfit - d.netProfit - d.adSpend),
      part("cost", "采购、头程与平台费用", (d) => d.mainBusinessIncome - d.grossProfit),
    ],
  });
}

/** The models with most income, and how much of all income they make together. */
export const paretoFigure = (
  models: readonly ModelSums[],
  href: (code: string) => string,
): FigureData =>
  figure({
    id: "fig-pareto",
    title: `收入前 ${models.length} 个型号与累计占比`,
    kind: "columns",
    labels: models.map((m) => m.modelCode),
    hrefs: models.map((m) => href(m.modelCode)),
    series: [
      {
        key: "income",
        name: "主营业务收入",
        unit: "wan",
        values: models.map((m) => m.mainBusinessIncome),
      },
      {
        ...{ key: "cumShare", name: "累计占比", unit: "percent", type: "line", axis: 1 },
        values: models.map((m) => m.cumShare),
      },
    ],
  });
