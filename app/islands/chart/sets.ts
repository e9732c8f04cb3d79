import type { ChartDataset } from "chart.js";
import { barPlaces } from "~/ui/figure/paths";
import { isRanked, type Plan, type Styled } from "~/ui/figure/plan";
import type { FigureData } from "~/ui/figure/types";
import type { Look } from "./look";

export type Set = ChartDataset<"bar" | "line", (number | null)[]>;

const PALE = "59";
const HALO = "cc";
const DASHES = [[], [8, 4], [1, 4]];
const POINTS = ["circle", "rect", "circle"] as const;
const colourOf = (s: Styled, look: Look) =>
  s.type === "line" && s.pale ? look.soft : (look.series[s.colour - 1] ?? "#000") + (s.pale ? PALE : "");

/** The bars of a series; losses of the only one have the colour of losses. */
export function barSet(s: Styled, plan: Plan, data: FigureData, look: Look): Set {
  const ranked = isRanked(data.kind);
  const own = plan.bars.filter((b) => !b.pale).length === 1 && !s.pale;
  const colours = s.values.map((v) => (own && (v ?? 0) < 0 ? look.negative : colourOf(s, look)));
  return {
    type: "bar",
    label: s.name,
    data: [...s.values],
    backgroundColor: colours,
    hoverBackgroundColor: colours,
    order: 2,
    clip: false,
    ...(data.kind === "stacked" && { borderColor: look.ground, borderWidth: 1, borderSkipped: false }),
    ...(ranked
      ? { borderRadius: 2, categoryPercentage: 16 / 28, barPercentage: 1, minBarLength: 1 }
      : columnWidths(data, plan)),
    ...(ranked ? { xAxisID: "v0" } : { yAxisID: `v${s.axis ?? 0}` }),
  };
}

function columnWidths(data: FigureData, plan: Plan) {
  const count = data.kind === "stacked" ? 1 : plan.bars.length;
  const { width } = barPlaces(data.labels.length, count)[0] ?? { width: 60 };
  return { categoryPercentage: Math.min(1, ((width + 2) * count) / 100), barPercentage: width / (width + 2) };
}

/** The line, and behind it a wider one of the ground that keeps it apart from the bars that it crosses. */
export function lineSets(s: Styled, crossed: boolean, look: Look): Set[] {
  const colour = colourOf(s, look);
  const base = {
    type: "line" as const,
    data: [...s.values],
    yAxisID: `v${s.axis ?? 0}`,
    clip: false as const,
    borderJoinStyle: "round" as const,
    pointRadius: 0,
    pointHoverRadius: 0,
  };
  const line: Set = {
    ...base,
    label: s.name,
    borderColor: colour,
    borderWidth: s.pale ? 1.5 : 2,
    borderDash: s.pale ? [3, 4] : DASHES[s.line % 3],
    backgroundColor: colour,
    pointStyle: POINTS[s.line % 3],
    pointRadius: s.pale || s.values.length > 14 ? 0 : 3,
    pointBorderWidth: 0,
    pointHoverRadius: 4,
    pointHoverBackgroundColor: colour,
    order: 0,
  };
  const halo: Set = { ...base, label: `${s.name} `, borderColor: look.ground + HALO, borderWidth: 5, order: 1 };
  return crossed ? [line, halo] : [line];
}
