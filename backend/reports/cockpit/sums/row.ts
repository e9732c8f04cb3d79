import type { Compared } from "./compare";
import { change, figure } from "./figures";
import { MEASURES, type MeasureKey, RATIOS, type RatioKey } from "./measures";

const ROW = [...Object.keys(MEASURES), ...Object.keys(RATIOS)] as (MeasureKey | RatioKey)[];

/** ROW of market.md 7.2; yoy and chain are those of the income. */
export function rowOf({ now, lastYear, before }: Compared) {
  const measures = Object.fromEntries(ROW.map((key) => [key, figure(now, key)]));
  return { ...measures, ...changes({ now, lastYear, before }, "mainBusinessIncome") } as Row;
}

export type Row = Record<MeasureKey, number> & Record<RatioKey | "yoy" | "chain", number | null>;

/** 同比 and 环比 of one measure. */
export const changes = (c: Pick<Compared, "now" | "lastYear" | "before">, key: MeasureKey) => ({
  yoy: c.lastYear ? change(c.now[key], c.lastYear[key]) : null,
  chain: c.before ? change(c.now[key], c.before[key]) : null,
});
