import type { DeptSums, ModelSums } from "~/erp/cockpit.server";
import type { FigureData, FigureSeries } from "~/ui/figure/types";
import { figure } from "./figures";

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
