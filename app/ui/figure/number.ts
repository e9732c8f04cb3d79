import { formatMoney, formatNumber, formatPercent, formatShort, formatWan } from "~/text/format";
import { DASH } from "~/text/plain";
import type { Unit } from "./types";

type NumberValue = number | null | undefined;

/** Numbers so small or so large that they are written with an exponent are no decimals. */
const plain = (value: NumberValue) =>
  value == null
    ? null
    : value
        .toFixed(8)
        .replace(/\.?0+$/, "")
        .replace(/^-0$/, "0");

/** A number beside its mark: 万 with 2 decimals from 10000, $ with k/M/G, percent with 2 decimals. */
export function valueText(value: NumberValue, unit: Unit): string {
  const number = plain(value);
  if (number === null || unit !== "usd") return exactText(value, unit);
  if (Math.abs(Number(number)) < 1000) return formatMoney(number, "USD");
  return formatShort(number, 2).replace(/^-?/, "$&$");
}

/** A number in the table: counts and dollars with every digit. */
export function exactText(value: NumberValue, unit: Unit): string {
  const number = plain(value);
  if (number === null) return DASH;
  if (unit === "wan") return formatWan(number);
  if (unit === "usd") return formatMoney(number, "USD");
  if (unit === "percent") return formatPercent(number);
  return unit === "ratio" ? formatNumber(number, 2) : formatNumber(number);
}

const SCALES: Record<"wan" | "short", readonly [number, string][]> = {
  wan: [
    [1e8, "亿"],
    [1e4, "万"],
  ],
  short: [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ],
};

/** The numbers of an axis, all in the unit of the largest and with no digit more than they need. */
export function tickTexts(ticks: readonly number[], unit: Unit): string[] {
  if (unit === "percent") return ticks.map((t) => `${short(t * 100)}%`);
  const top = Math.max(...ticks.map(Math.abs));
  const scales = SCALES[unit === "wan" ? "wan" : "short"];
  // 1000万 is still read as it is; 亿 begins where the step is in 亿.
  const [size, mark] = scales.find(([from]) => top >= from * (from === 1e8 ? 4 : 1)) ?? [1, ""];
  return ticks.map((t) => {
    const text = t === 0 ? "0" : short(t / size) + mark;
    return unit === "usd" ? text.replace(/^-?/, "$&$") : text;
  });
}

const short = (n: number) => formatNumber(plain(Number(n.toPrecision(6))));
