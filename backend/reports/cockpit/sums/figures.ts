import { dec, r2 } from "../../../values/money";
import { type MeasureKey, RATIOS, type RatioKey } from "./measures";
import type { Cell, Sums } from "./sums";

export type FigureKey = MeasureKey | RatioKey;

/** Amount of an answer: rounded once, here, to 2 decimals. */
export const amount = (exact: string): number => Number(r2(exact));

/** part / whole as a fraction with 10 decimals; null when there is no whole or it is 0. */
export function ratio(part: string, whole: string | undefined): number | null {
  const base = Number(whole ?? 0);
  return base === 0 ? null : Number((Number(part) / base).toFixed(10));
}

/** (now − then) / |then|; null when `then` is missing or 0 (market.md 7.1, yoy and chain). */
export function change(now: number | null, then: number | null | undefined): number | null {
  if (now === null || !then) return null;
  return Number(((now - then) / Math.abs(then)).toFixed(10));
}

const isRatio = (key: FigureKey): key is RatioKey => key in RATIOS;

/** A measure of one cell: amounts 2 decimals (0 without facts), ratios a fraction or null. */
export function figure(cell: Sums | undefined, key: FigureKey): number | null {
  if (!isRatio(key)) return cell ? amount(cell[key]) : 0;
  const [part, whole] = RATIOS[key].of;
  return cell ? ratio(cell[part], cell[whole]) : null;
}

/** Exact sum of one measure over cells, rounded at the end. */
export const total = (cells: Iterable<Cell>, key: MeasureKey): number => {
  let sum = dec(0);
  for (const cell of cells) sum = sum.plus(cell[key]);
  return amount(sum.toFixed());
};
