import dayjs from "dayjs";

/** Days that one report covers, both included, yyyy-MM-dd. */
export type ReportWindow = readonly [start: string, end: string];

/** Days that a new connection looks back (figures.md A.1), and most days of a report of them. */
const FIRST_DAYS = 90;
const PIECE_DAYS = 30;

const format = (day: dayjs.Dayjs) => day.format("YYYY-MM-DD");
const MONDAY = 1;

/**
 * Events: every day the last `days`, on Mondays the last `again`, since older ones are restated; at first the last
 * three months, the newest first.
 */
export const everyDay =
  (days: number, again: number) =>
  (today: string, first: boolean): ReportWindow[] => {
    const end = dayjs(today).subtract(1, "day");
    const back = (n: number): ReportWindow => [format(end.subtract(n - 1, "day")), format(end)];
    if (!first) return dayjs(today).day() === MONDAY ? [back(days), back(again)] : [back(days)];
    return Array.from({ length: FIRST_DAYS / PIECE_DAYS }, (_, i) => [
      format(end.subtract((i + 1) * PIECE_DAYS - 1, "day")),
      format(end.subtract(i * PIECE_DAYS, "day")),
    ]);
  };

/** Youngest day that is told, days back that are told anew every day, and the age at which a day is told a last time. */
const TOLD_DAYS = 2;
const AGAIN_DAYS = 7;
const LAST_DAYS = 30;

/**
 * A report for each day: the seven days that are told, every day again since they are restated, and once when they
 * are thirty days old; at first the last three months, the newest first.
 */
export const eachToldDay = (today: string, first: boolean): ReportWindow[] => {
  const ages = Array.from({ length: first ? FIRST_DAYS - TOLD_DAYS : AGAIN_DAYS }, (_, n) => n + TOLD_DAYS);
  return [...ages, first ? FIRST_DAYS : LAST_DAYS].map((age) => {
    const day = format(dayjs(today).subtract(age, "day"));
    return [day, day];
  });
};

/** What is as it is now. */
export const asOfToday = (today: string): ReportWindow[] => [[today, today]];

/**
 * Months: from the 7th to the 20th the last one every day, on the first of these days the one before it again; at
 * first both.
 */
export const afterMonths =
  (from: number, till: number) =>
  (today: string, first: boolean): ReportWindow[] => {
    const month = (n: number): ReportWindow => {
      const of = dayjs(today).subtract(n, "month");
      return [format(of.startOf("month")), format(of.endOf("month"))];
    };
    const date = dayjs(today).date();
    if (first || date === from) return [month(1), month(2)];
    return date > from && date <= till ? [month(1)] : [];
  };
