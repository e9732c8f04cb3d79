import dayjs from "dayjs";
import { DASH } from "./plain";

// The wire carries wall-clock text of Asia/Shanghai ("yyyy-MM-dd HH:mm:ss"): dates are cut, never shifted.

/** Names the zone beside every date control. */
export const ZONE = "北京时间";
const DAY = "YYYY-MM-DD";

/** "2026-07-01 09:30:00" → "2026-07-01"; nothing gives a dash. */
export const formatDate = (value: string | null | undefined) => value?.slice(0, 10) || DASH;

/** "2026-07-01T09:30:15" → "2026-07-01 09:30:15". */
export const formatDateTime = (value: string | null | undefined) => value?.slice(0, 19).replace("T", " ") || DASH;

/** As a list says it: to the minute, with its year where that is another one than this: 07-01 09:30. */
export function formatMoment(value: string | null | undefined, now: Date = new Date()): string {
  const text = value?.slice(0, 16).replace("T", " ");
  if (!text) return DASH;
  return text.startsWith(today(now).slice(0, 5)) ? text.slice(5) : text.slice(0, 10);
}

/** A moment in Asia/Shanghai as the wire writes it: yyyy-MM-dd HH:mm:ss. */
export const wallClock = (at: Date = new Date()) =>
  formatDateTime(new Date(at.getTime() + 8 * 3_600_000).toISOString());

/** The calendar day in Asia/Shanghai as yyyy-MM-dd. */
export const today = (now: Date = new Date()) => formatDate(wallClock(now));

/** yyyy-MM-dd plus a number of days. */
export const addDays = (day: string, days: number) => dayjs(day).add(days, "day").format(DAY);

/** Number of days from one day to another, both counted: 1 when they are the same. */
export const daysOf = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

/** The same calendar day a year before; 28 February for the 29th. */
export const yearBefore = (day: string) => dayjs(day).subtract(1, "year").format(DAY);

/** The last `count` months up to the month of `day`, oldest first, as YYYYMM. */
export const months = (day: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    dayjs(day)
      .startOf("month")
      .subtract(count - 1 - i, "month")
      .format("YYYYMM"),
  );

/** One quick option of a range picker; 全部 has empty ends. */
export interface QuickRange {
  label: string;
  start: string;
  end: string;
}

const back = (label: string, end: string, days: number): QuickRange => ({ label, start: addDays(end, 1 - days), end });

/** Quick options of an ordinary range: 今天 昨天 最近7天 全部. */
export const generalRanges = (day: string): QuickRange[] => [
  back("今天", day, 1),
  back("昨天", addDays(day, -1), 1),
  back("最近7天", day, 7),
  { label: "全部", start: "", end: "" },
];

/** Quick options of reports; they end yesterday, the last day that a report may show. */
export const reportRanges = (day: string): QuickRange[] => {
  const end = addDays(day, -1);
  return [back("昨天", end, 1), ...[7, 30, 60].map((n) => back(`最近${n}天`, end, n))];
};
