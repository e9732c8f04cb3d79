import type { Plan } from "./plan";
import type { FigureData } from "./types";

/** From the smallest to the largest number of all bars, zero included; both sides alike if asked. */
export function rankRange(data: FigureData, plan: Plan): [number, number] {
  const all = plan.bars.flatMap((s) => s.values.map((v) => v ?? 0));
  const max = Math.max(0, ...all);
  const min = Math.min(0, ...all);
  if (data.kind === "bars" && (max || min)) return [min, max];
  const end = Math.max(max, -min) || 1;
  return [-end, end];
}
