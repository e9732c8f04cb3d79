import type { HomeReport } from "~/erp/cockpit.server";
import type { FigureData } from "~/ui/figure/types";
import { monthText } from "../cockpit/query";

type Month = HomeReport["cocBusinessBaseDateGroupByMonth"][number];

/** (now − then) / |then|; null when there is nothing to compare with, or it is 0 (market.md 7.1). */
export const change = (now: number | null, then: number | null | undefined): number | null =>
  now === null || !then ? null : (now - then) / Math.abs(then);

/** One number of the last month with 同比 (13 rows back is the same month a year before), 环比 and its run. */
export function lastOf(
  months: readonly Month[],
  read: (month: Month) => number | null,
  than = change,
) {
  const values = months.map(read);
  const now = values.at(-1) ?? null;
  return { now, yoy: than(now, values.at(-13)), chain: than(now, values.at(-2)), values };
}

/** Income, pre-tax net profit and gross margin by month. */
export const homeFigure = (months: readonly Month[], href?: (m: string) => string): FigureData => ({
  id: "fig-home",
  title: "近13个月主营业务收入、未税净利润与毛利率",
  kind: "columns",
  labels: months.map((m) => monthText(m.month)),
  hrefs: href && months.map((m) => href(m.month)),
  series: [
    {
      ...{ key: "income", name: "主营业务收入", unit: "wan" },
      values: months.map((m) => m.mainBusinessIncome),
    },
    {
      ...{ key: "profit", name: "未税净利润", unit: "wan" },
      values: months.map((m) => m.notTaxProfit),
    },
    {
      ...{ key: "margin", name: "毛利率", unit: "percent", type: "line", axis: 1 },
      values: months.map((m) => m.grossProfitPercent),
    },
  ],
  empty: "还没有经营数据",
});
