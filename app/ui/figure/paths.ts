import type { Axis } from "./scale";

/** Width of one label's place in the drawing; the height of the drawing is 1000. */
export const BAND = 100;
export const HEIGHT = 1000;

type PathValues = readonly (number | null)[];
/** From a number to its place, 0 at the top. */
export type PathPlace = (value: number) => number;

/** Places on an axis, in whole thousandths of its height. */
export const placeOn =
  ({ low, high }: Pick<Axis, "low" | "high">): PathPlace =>
  (value) =>
    Math.round(HEIGHT * (1 - (value - low) / (high - low)));

/** Where bars stand in their band: `count` beside each other, never wider than about 40 px on a desk. */
export function barPlaces(labels: number, count: number): { at: number; width: number }[] {
  const all = Math.min(64, Math.max(12, labels * 4) * count);
  const width = Math.floor(all / count);
  const from = Math.round((BAND - width * count) / 2);
  const gap = count > 1 && width > 8 ? 2 : 0;
  return Array.from({ length: count }, (_, i) => ({ at: from + i * width, width: width - gap }));
}

/** One path for all bars of a series, each from `base` (default: zero) to its value. */
export function barPath(
  values: PathValues,
  place: PathPlace,
  { at, width }: { at: number; width: number },
  base: readonly number[] = [],
): string {
  return values
    .map((value, i) => {
      const from = base[i] ?? 0;
      if (!value) return "";
      const [y0, y1] = [place(from), place(from + value)];
      return y0 === y1 ? "" : `M${i * BAND + at} ${y0}V${y1}h${width}V${y0}z`;
    })
    .join("");
}

/** The line through the middles of the bands; a gap where there is no value. */
export function linePath(values: PathValues, place: PathPlace): string {
  let open = false;
  return values
    .map((value, i) => {
      if (value === null) {
        open = false;
        return "";
      }
      const start = open ? " " : "M";
      open = true;
      return `${start}${i * BAND + BAND / 2} ${place(value)}`;
    })
    .join("");
}

/** Dots: lines of no length, which a round end makes visible. With many points only the lonely ones. */
export function dotPath(values: PathValues, place: PathPlace, most = 14): string {
  const many = values.length > most;
  const lonely = (i: number) => (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null;
  return values
    .map((value, i) => (value === null || (many && !lonely(i)) ? "" : `M${i * BAND + BAND / 2} ${place(value)}h0`))
    .join("");
}
