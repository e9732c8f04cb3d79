import { eachOf } from "#documents/kit";
import type { Compared } from "./compare";
import { change, figure } from "./figures";
import { MEASURES, type MeasureKey, RATIOS } from "./measures";

/** ROW of market.md 7.2; yoy and chain are those of the income. */
export function rowOf({ now, lastYear, before }: Compared) {
  return {
    ...eachOf(MEASURES, (_, key) => figure(now, key)),
    ...eachOf(RATIOS, (_, key) => figure(now, key)),
    ...changes({ now, lastYear, before }, "mainBusinessIncome"),
    missing: now.missing,
  };
}

/** 同比 and 环比 of one measure. */
export const changes = (c: Pick<Compared, "now" | "lastYear" | "before">, key: MeasureKey) => ({
  yoy: c.lastYear ? change(c.now[key], c.lastYear[key]) : null,
  chain: c.before ? change(c.now[key], c.before[key]) : null,
});
