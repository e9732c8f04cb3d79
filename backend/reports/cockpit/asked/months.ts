import { today } from "../../../values/calendar";

/** A month as it travels: YYYYMM, in Asia/Shanghai. */
export type Month = string;

/** The month that lies `by` months after (before, when negative). */
export function shift(month: Month, by: number): Month {
  const n = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1 + by;
  return `${Math.floor(n / 12)}${String((n % 12) + 1).padStart(2, "0")}`;
}

/** All months from..till, both included. */
export function monthsOf(from: Month, till: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= till; month = shift(month, 1)) months.push(month);
  return months;
}

/** `n` months, the last one is `month`. */
export const lastMonths = (month: Month, n: number) => monthsOf(shift(month, 1 - n), month);

/** First day of a month, yyyy-MM-dd. */
export const firstDay = (month: Month) => `${month.slice(0, 4)}-${month.slice(4)}-01`;

/** The running month, whose figures still grow. */
export const thisMonth = (): Month => today().slice(0, 7).replace("-", "");

/** Last closed month: what a report shows when none is asked for (market.md 7.1). */
export const closedMonth = (): Month => shift(thisMonth(), -1);
