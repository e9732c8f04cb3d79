import { DECIMAL } from "./decimal";
import { DASH } from "./plain";

type Value = string | number | null | undefined;
const MINUS = "-";

type FormatDigits = [fewest: number, most: number];
const formats = new Map<string, Intl.NumberFormat>();

/** Making a format costs a hundred times what using it does. */
function formatOf([fewest, most]: FormatDigits, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${fewest} ${most} ${more.style} ${more.useGrouping}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: fewest,
    maximumFractionDigits: most,
    // What rounds to nothing is neither more nor less than nothing.
    signDisplay: "negative",
    ...more,
  });
  formats.set(key, made);
  return made;
}

const isDecimal = (text: string): text is `${number}` => DECIMAL.test(text);

/** A plain decimal, exactly as it is; null for anything else, exponents included. */
function decimalOf(value: Value): `${number}` | null {
  const text = String(value ?? "").trim();
  return isDecimal(text) ? text : null;
}

/** The same number in units of a power of ten: the text is read exactly, no float comes between. */
const scaled = (value: `${number}`, power: number) => `${value}e-${power}` as `${number}`;

/** 12345.6 → "12,345.6". With `decimals` it is rounded half away from zero to that many. */
export function formatNumber(value: Value, decimals?: number): string {
  const number = decimalOf(value);
  if (number === null) return DASH;
  const digits = decimals ?? number.split(".")[1]?.length ?? 0;
  return formatOf([digits, digits]).format(number);
}

const SYMBOLS: Record<string, string> = { USD: "$", CNY: "¥", EUR: "€", GBP: "£", JPY: "JP¥" };

/** Decimals that amounts of a currency are written with at least. */
export const scaleIn = (currency = ""): number => (currency === "JPY" ? 0 : 2);

/** "1234.5" → "$1,234.50". Without a known symbol the currency code stands before it. JPY has no decimals. */
export function formatMoney(value: Value, currency = "", decimals?: number): string {
  const scale = decimals ?? scaleIn(currency);
  const text = formatNumber(value, scale);
  if (text === DASH) return DASH;
  const mark = currency && (SYMBOLS[currency] ?? `${currency} `);
  return text.startsWith(MINUS) ? `${MINUS}${mark}${text.slice(1)}` : mark + text;
}

/** A ratio as a percentage: "0.1234" → "12.34%". */
export function formatPercent(ratio: Value, decimals = 2): string {
  const number = decimalOf(ratio);
  if (number === null) return DASH;
  return formatOf([decimals, decimals], { style: "percent" }).format(number);
}

/** Amounts of 10000 and more in units of 万 with 2 decimals, smaller ones as they are. */
export function formatWan(value: Value, decimals = 2): string {
  const number = decimalOf(value);
  if (number === null || Math.abs(Number(number)) < 10_000) return formatNumber(value, decimals);
  return `${formatOf([decimals, decimals]).format(scaled(number, 4))}万`;
}

const STEPS = ["", "k", "M", "G", "T", "P", "E"];

/** 1234 → "1.2k", 5600000 → "5.6M", up to E; at most `decimals` digits, no trailing zeros. */
export function formatShort(value: Value, decimals = 1): string {
  const number = decimalOf(value);
  if (number === null) return DASH;
  const format = formatOf([0, decimals], { useGrouping: false });
  const inStep = (step: number): string => {
    const text = format.format(scaled(number, 3 * step));
    const fits = Math.abs(Number(text)) < 1000 || step === STEPS.length - 1;
    return fits ? text + STEPS[step] : inStep(step + 1);
  };
  return inStep(0);
}

/** 13800138000 → "138 0013 8000"; anything that is not 11 digits stays as it is. */
export function formatPhone(value: string | null | undefined): string {
  return (value ?? "").replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3");
}
