const DAY = 86_400_000;
/** When a day's rates are asked for first, in Frankfurt: they are out at about 16:00. */
const OUT = "16:30";

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A day so many days from another, yyyy-MM-dd. */
export const dayFrom = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY);

/** Easter Sunday of a year, by the Gregorian reckoning of Meeus. */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leaps = Math.floor(century / 4);
  const moon = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - leaps - moon + 15) % 30;
  const late = Math.floor(epact / 28);
  const full = epact - late * (1 - late * Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + leaps) % 7;
  const from = full - weekday;
  const month = 3 + Math.floor((from + 40) / 44);
  return isoDay(Date.UTC(year, month - 1, from + 28 - 31 * Math.floor(month / 4)));
}

/** Whether the European Central Bank publishes rates on a day: no weekend, no holiday of its payment system. */
export function isRateDay(day: string): boolean {
  if ([0, 6].includes(new Date(day).getUTCDay())) return false;
  if (["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return day !== dayFrom(easter, -2) && day !== dayFrom(easter, 1);
}

/** The days whose rates are out at a moment, of the last `back` days; the oldest first. */
export function rateDays(now: Date, back: number): string[] {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" });
  const [today = "", hour = ""] = clock.format(now).split(" ");
  const newest = hour >= OUT ? 0 : -1;
  const days = Array.from({ length: back }, (_, i) => dayFrom(today, newest - i));
  return days.filter(isRateDay).reverse();
}
