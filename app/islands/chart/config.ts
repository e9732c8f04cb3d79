import type { ChartConfiguration } from "chart.js";
import { isRanked, ownFirst, type Plan } from "~/ui/figure/plan";
import { rankRange } from "~/ui/figure/range";
import type { FigureData } from "~/ui/figure/types";
import type { Look } from "./look";
import { barSet, lineSets } from "./sets";

export type ChartConfig = ChartConfiguration<"bar" | "line", (number | null)[], string>;

/** Room around the plot for what reaches over its edge. */
export const EDGE = 6;

/** The marks of a figure for Chart.js, on the very axes of the SVG that they take the place of. */
export function configOf(data: FigureData, plan: Plan, look: Look): ChartConfig {
  const ranked = isRanked(data.kind);
  const stacked = data.kind === "stacked";
  const ends = ranked ? [rankRange(data, plan)] : plan.axes.map((axis) => [axis?.low ?? 0, axis?.high ?? 1]);
  const values = ends.map(([min, max], i) => [
    `v${i}`,
    { type: "linear", axis: ranked ? "x" : "y", display: false, min, max, stacked },
  ]);
  return {
    type: "bar",
    data: {
      labels: [...data.labels],
      datasets: [
        ...(ranked ? ownFirst(plan.bars) : plan.bars).map((s) => barSet(s, plan, data, look)),
        ...(ranked ? [] : plan.lines.flatMap((s) => lineSets(s, plan.bars.length > 0, look))),
      ],
    },
    options: {
      indexAxis: ranked ? "y" : "x",
      maintainAspectRatio: false,
      animation: look.animate ? { duration: 150 } : false,
      layout: { padding: EDGE },
      interaction: { mode: "index", intersect: false, axis: ranked ? "y" : "x" },
      scales: {
        [ranked ? "y" : "x"]: { type: "category", axis: ranked ? "y" : "x", display: false, stacked, offset: true },
        ...Object.fromEntries(values),
      },
    },
  };
}
