/** The smallest and largest number that an axis shows; with `zero` it stands on zero, as bars must. */
export interface Extent {
  min: number;
  max: number;
  zero: boolean;
}

/** A vertical axis: its ends and where it is labelled. */
export interface Axis {
  low: number;
  high: number;
  ticks: readonly number[];
}

const NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** Steps that do not begin at zero are read off one by one: rounder ones. */
const ROUND = [1, 2, 5, 10];

/** The smallest step that reads well and is not below `least`. */
export function niceStep(least: number, steps = NICE): number {
  if (!(least > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(least));
  const found = steps.find((n) => n * power >= least * (1 - 1e-9)) ?? 10;
  return tidy(found * power);
}

/** Takes away what binary fractions add: 0.30000000000000004 → 0.3. */
export const tidy = (n: number) => Number(n.toPrecision(12));

/** Intervals below zero and in all, for both axes: their lines are the same. */
const GRIDS = [
  [0, 4],
  [1, 4],
  [1, 5],
  [2, 4],
  [2, 5],
  [3, 4],
  [3, 5],
  [4, 5],
  [4, 4],
] as const;

const stepOf = ({ min, max }: Extent, below: number, all: number) =>
  niceStep(Math.max(max > 0 ? max / (all - below) : 0, min < 0 ? -min / below : 0));

const waste = (extent: Extent, below: number, all: number) =>
  (stepOf(extent, below, all) * all) / (Math.max(extent.max, 0) - Math.min(extent.min, 0) || 1);

/**
 * Axes that share their grid lines: zero is on the same line wherever an axis has it. An axis whose
 * numbers are all 0 has the one tick 0; null stays null.
 */
export function alignAxes(extents: readonly (Extent | null)[]): (Axis | null)[] {
  const onZero = extents.flatMap((e) => (e?.zero ? [e] : []));
  const cost = ([below, all]: (typeof GRIDS)[number]) => onZero.reduce((sum, e) => sum + waste(e, below, all), 0);
  const fits = ([below, all]: (typeof GRIDS)[number]) =>
    onZero.every((e) => (e.min >= 0 || below > 0) && (e.max <= 0 || all > below));
  const [below, all] = GRIDS.filter(fits).reduce((a, b) => (cost(b) < cost(a) - 1e-9 ? b : a));
  return extents.map((e) => e && (e.zero ? zeroAxis(e, below, all) : floatingAxis(e, all)));
}

function zeroAxis(extent: Extent, below: number, all: number): Axis {
  const step = stepOf(extent, below, all);
  if (step === 0) return { low: 0, high: 1, ticks: [0] };
  return axis(-below, all, step);
}

/** Lines alone need no zero: small changes of a large ratio are seen. */
function floatingAxis({ min, max }: Extent, all: number): Axis {
  let step = niceStep((max - min || Math.abs(max)) / all, ROUND);
  if (step === 0) return { low: 0, high: 1, ticks: [0] };
  while (Math.floor(tidy(min / step)) + all < tidy(max / step)) step = niceStep(step * 1.01, ROUND);
  return axis(Math.floor(tidy(min / step)), all, step);
}

const axis = (from: number, all: number, step: number): Axis => {
  const ticks = Array.from({ length: all + 1 }, (_, i) => tidy((from + i) * step));
  return { low: ticks[0] ?? 0, high: ticks[all] ?? 1, ticks };
};
