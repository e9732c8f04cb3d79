import dayjs from "dayjs";
import type { Period } from "./filter";

export type Granularity = "day" | "week" | "month";

/** Days up to 62, weeks up to 186, else months (market.md 6.3). */
export const granularityFor = (days: number): Granularity =>
  days <= 62 ? "day" : days <= 186 ? "week" : "month";

const DAY = "YYYY-MM-DD";

/** First days of the parts of a period: weeks begin on Monday, months on the first; the first part on its start. */
export function bucketsOf({ start, end }: Period, granularity: Granularity): string[] {
  const found: string[] = [];
  for (let day = dayjs(start); !day.isAfter(end); ) {
    found.push(day.format(DAY));
    if (granularity === "day") day = day.add(1, "day");
    else if (granularity === "month") day = day.startOf("month").add(1, "month");
    else day = day.add((8 - day.day()) % 7 || 7, "day");
  }
  return found;
}

/** The same of a column: the first day of its part inside the period that begins on `start`. */
export const bucketSql = (column: string, start: () => string, granularity: Granularity): string =>
  granularity === "day"
    ? column
    : `greatest(date_trunc('${granularity}', ${column})::date, ${start()}::date)`;
