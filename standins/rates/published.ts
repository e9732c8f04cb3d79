import type { RateSource } from "../world/rates";
import { digitsOf } from "../world/world";

const DAY = 86_400_000;
/** Hour in Frankfurt from which a day's rates are out. */
const OUT = "16:00";
const KNOT_DAYS = 30;

/** Around which a currency's units per EUR wander: those that the European Central Bank publishes. */
const AROUND: Readonly<Record<string, number>> = {
  USD: 1.1329,
  JPY: 168.75,
  CZK: 24.9,
  DKK: 7.4604,
  GBP: 0.8617,
  HUF: 398.2,
  PLN: 4.27,
  RON: 5.05,
  SEK: 11.1,
  CHF: 0.938,
  ISK: 146.3,
  NOK: 11.7,
  TRY: 46.2,
  AUD: 1.7234,
  BRL: 6.31,
  CAD: 1.5429,
  CNY: 8.1,
  HKD: 8.8525,
  IDR: 18_650,
  ILS: 3.98,
  INR: 98.4,
  KRW: 1_580,
  MXN: 20.77,
  MYR: 4.83,
  NZD: 1.94,
  PHP: 65.4,
  SGD: 1.478,
  THB: 37.1,
  ZAR: 20.4,
};

/** Between -1 and 1, always the same for the same text. */
const chance = (text: string) => Number(digitsOf(`${text} ${text}`, 6)) / 500_000 - 1;

/** Wanders up to 1.5 % within a month and trembles by 0.2 % a day; any day is the same whenever it is asked for. */
function unitsOn(currency: string, around: number, day: string): string {
  const n = Date.parse(day) / DAY;
  const knot = Math.floor(n / KNOT_DAYS);
  const part = (n % KNOT_DAYS) / KNOT_DAYS;
  const smooth = part * part * (3 - 2 * part);
  const [from, to] = [chance(`${currency} ${knot}`), chance(`${currency} ${knot + 1}`)];
  const units = around * (1 + 0.015 * (from + (to - from) * smooth) + 0.002 * chance(`${currency} ${day}`));
  return units.toFixed(around < 100 ? 4 : 2);
}

const isWorkday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());
const before = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

/** The newest day whose rates are out, at most today in Frankfurt. */
function newestOf({ at }: RateSource): string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" });
  const [today = "", hour = ""] = clock.format(at ? new Date(at) : new Date()).split(" ");
  let day = hour >= OUT ? today : before(today);
  while (!isWorkday(day)) day = before(day);
  return day;
}

/** Rates of one day, as they are published. */
export interface RatesOfDay {
  day: string;
  units: readonly (readonly [currency: string, units: string])[];
}

/** What is out of the last `count` days, the newest first. */
export function publishedDays(source: RateSource, count: number): RatesOfDay[] {
  const newest = newestOf(source);
  const days: RatesOfDay[] = [];
  for (let n = 0, day = newest; n < count; n++, day = before(day)) {
    if (!isWorkday(day)) continue;
    const said = source.said[day] ?? {};
    const units = Object.entries(AROUND).map(([currency, around]) => {
      const usual = said[currency] ?? unitsOn(currency, around, day);
      const times = day === newest ? source.jump[currency] : undefined;
      return [currency, times ? (Number(usual) * times).toFixed(4) : usual] as const;
    });
    days.push({ day, units });
  }
  return days;
}
