import dayjs from "dayjs";
import { plainNumber } from "../kit/field/number";
import { monthRead } from "../kit/glance/month";

const DAY = "YYYY-MM-DD";

export interface Week {
  startDate: string;
  endDate: string;
  amount: string;
}

/** First and last day of a month YYYYMM; null: there is no such month. */
export function monthDays(yearMonth: unknown): { first: string; last: string } | null {
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])$/.exec(monthRead(String(yearMonth ?? ""))) ?? [];
  if (!month) return null;
  const first = dayjs(`${year}-${month}-01`);
  return { first: first.format(DAY), last: first.endOf("month").format(DAY) };
}

/**
 * The weeks of a month (Monday to Sunday, cut at its edges), the budget spread over them by days;
 * amounts have two decimals and the last week takes the remainder (market.md 6.4). No such month or
 * no amount: none.
 */
export function spreadByDays(yearMonth: unknown, budget: unknown): Week[] {
  const month = monthDays(yearMonth);
  const cents = Math.round(Number(plainNumber(String(budget ?? ""))) * 100);
  if (!month || !(cents > 0)) return [];
  const last = dayjs(month.last);
  const weeks: Week[] = [];
  let left = cents;
  for (let start = dayjs(month.first); !start.isAfter(last); ) {
    const sunday = start.add((7 - start.day()) % 7, "day");
    const end = sunday.isAfter(last) ? last : sunday;
    const days = end.diff(start, "day") + 1;
    const part = end.isSame(last) ? left : Math.round((cents * days) / last.date());
    left -= part;
    weeks.push({ startDate: start.format(DAY), endDate: end.format(DAY), amount: (part / 100).toFixed(2) });
    start = end.add(1, "day");
  }
  return weeks;
}
