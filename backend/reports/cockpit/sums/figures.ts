import { dec, r2, round } from "../../../values/money";
import { type MeasureKey, RATIOS, type RatioKey } from "./measures";
import type { Cell, Sums } from "./sums";

export type FigureKey = MeasureKey | RatioKey;

/** Amount of an answer: rounded once, here, to 2 decimals. */
export const amount = (exact: string): number => Number(r2(exact));

type Exact = string | number | null | undefined;

/** Decimals of a fraction in an answer. */
const FRACTION = 10;

/** part / whole as a fraction with 10 decimals; null when there is no whole or it is 0. */
export function ratio(part: Exact, whole: Exact): number | null {
  const base = dec(whole);
  return base.eq(0) ? null : Number(round(dec(part).div(base), FRACTION));
}

/** (now − then) / |then|; null when `then` is missing or 0 (market.md 7.1, yoy and chain). */
export const change = (now: Exact, then: Exact): number | null =>
  now === null || now === undefined
    ? null
    : ratio(dec(now).minus(dec(then)).toFixed(), dec(then).abs().toFixed());

const isRatio = (key: FigureKey): key is RatioKey => key in RATIOS;

/** A measure of one cell: amounts 2 decimals (0 without facts), ratios a fraction or null. */
export function figure(cell: Sums | undefined, key: MeasureKey): number;
export function figure(cell: Sums | undefined, key: FigureKey): number | null;
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
