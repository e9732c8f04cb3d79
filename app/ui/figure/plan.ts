import { type Axis, alignAxes, type Extent } from "./scale";
import type { FigureData, FigureSeries } from "./types";

/** A series with what tells it from the others. */
export interface Styled extends FigureSeries {
  /** 1 to 6: the variables --c1 to --c6. */
  colour: number;
  /** Which of the lines it is: each has its own dashes. */
  line: number;
}

/** A pale series has the colour of what it is compared with: the one before it, else the one after. */
export function styled(series: readonly FigureSeries[]): Styled[] {
  let own = 0;
  let lines = 0;
  return series.map((s) => {
    if (!s.pale) own++;
    return { ...s, colour: ((Math.max(own, 1) - 1) % 6) + 1, line: s.type === "line" ? lines++ : 0 };
  });
}

export interface Plan {
  bars: Styled[];
  lines: Styled[];
  /** Left and right; null where no shown series stands on it. */
  axes: (Axis | null)[];
  /** Where the bars of a stacked figure begin, by series and label. */
  bases: number[][];
}

/** What an axis has to reach; stacks reach as far as their sums. */
function extentOf(plan: Omit<Plan, "axes">, axis: 0 | 1): Extent | null {
  const on = (s: Styled) => (s.axis ?? 0) === axis;
  const ends = plan.bars.flatMap((s, k) => (on(s) ? s.values.map((v, i) => (v ?? 0) + (plan.bases[k]?.[i] ?? 0)) : []));
  const points = plan.lines.filter(on).flatMap((s) => s.values.filter((v) => v !== null));
  const all = [...ends, ...points];
  if (all.length === 0) return plan.lines.some(on) ? { min: 0, max: 0, zero: true } : null;
  const [min, max] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  // Lines that stay in the upper half of their axis would be flat on a zero-based one.
  return { min, max, zero: ends.length > 0 || min <= max / 2 };
}

/** Each bar begins where the ones before it on the same side of zero end. */
function stack(bars: readonly Styled[]): number[][] {
  const sums: [number[], number[]] = [[], []];
  return bars.map((s) =>
    s.values.map((v, i) => {
      const side = sums[(v ?? 0) < 0 ? 1 : 0];
      const from = side[i] ?? 0;
      side[i] = from + (v ?? 0);
      return from;
    }),
  );
}

/** What of a figure is drawn and on which axes; both the SVG and the canvas draw after it. */
export function planOf(data: FigureData, hidden: readonly string[] = []): Plan {
  const shown = styled(data.series).filter((s) => !hidden.includes(s.key));
  const bars = shown.filter((s) => s.type !== "line");
  const lines = shown.filter((s) => s.type === "line");
  const bases = data.kind === "stacked" ? stack(bars) : [];
  const parts = { bars, lines, bases };
  return { ...parts, axes: alignAxes([extentOf(parts, 0), extentOf(parts, 1)]) };
}

/** Nothing to draw: no label, or not one number. */
export const isEmpty = (data: FigureData) =>
  data.labels.length === 0 || data.series.every((s) => s.values.every((v) => v === null));

/** Lines below each other with a name and a number, in place of columns. */
export const isRanked = (kind: FigureData["kind"]) => kind === "bars" || kind === "diverging";

/** In a ranking what is compared with stands below. */
export const ownFirst = (bars: readonly Styled[]) => [...bars.filter((s) => !s.pale), ...bars.filter((s) => s.pale)];
