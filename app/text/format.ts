import { type Decimal, decimalText, divideDecimal, parseDecimal, roundDecimal } from "./decimal";

type Value = string | number | null | undefined;
/** Shown where there is no value. */
export const DASH = "-";
const MINUS = "-";

const group = (text: string) => {
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** 12345.6 → "12,345.6". With `decimals` it is rounded half away from zero to that many. */
export function formatNumber(value: Value, decimals?: number): string {
  if (decimals !== undefined) return group(roundDecimal(value, decimals) ?? DASH);
  const parsed = parseDecimal(value);
  return parsed ? group(decimalText(parsed)) : DASH;
}

const SYMBOLS: Record<string, string> = { USD: "$", CNY: "¥", EUR: "€", GBP: "£", JPY: "JP¥" };

/** "1234.5" → "$1,234.50". Without a known symbol the currency code stands before it. JPY has no decimals. */
export function formatMoney(value: Value, currency = "", decimals?: number): string {
  const scale = decimals ?? (currency === "JPY" ? 0 : 2);
  const text = formatNumber(value, scale);
  if (text === DASH) return DASH;
  const mark = currency && (SYMBOLS[currency] ?? `${currency} `);
  return text.startsWith(MINUS) ? `${MINUS}${mark}${text.slice(1)}` : mark + text;
}

/** A ratio as a percentage: "0.1234" → "12.34%". */
export function formatPercent(ratio: Value, decimals = 2): string {
  const parsed = parseDecimal(ratio);
  if (!parsed) return DASH;
  const hundred: Decimal = { units: parsed.units * 100n, scale: parsed.scale };
  return `${group(decimalText(divideDecimal(hundred, 1n, decimals)))}%`;
}

/** Amounts of 10000 and more in units of 万 with 2 decimals, smaller ones as they are. */
export function formatWan(value: Value, decimals = 2): string {
  const parsed = parseDecimal(value);
  if (!parsed) return DASH;
  const size = parsed.units < 0n ? -parsed.units : parsed.units;
  if (size < 10_000n * 10n ** BigInt(parsed.scale)) return formatNumber(value, decimals);
  return `${group(decimalText(divideDecimal(parsed, 10_000n, decimals)))}万`;
}

const STEPS = ["", "k", "M", "G", "T", "P", "E"];

/** 1234 → "1.2k", 5600000 → "5.6M", up to E; at most `decimals` digits, no trailing zeros. */
export function formatShort(value: Value, decimals = 1): string {
  const parsed = parseDecimal(value);
  if (!parsed) return DASH;
  let step = 0;
  let scaled = divideDecimal(parsed, 1n, decimals);
  while (step < STEPS.length - 1 && magnitude(scaled) >= 1000n * 10n ** BigInt(decimals))
    scaled = divideDecimal(parsed, 1000n ** BigInt(++step), decimals);
  const text = decimalText(scaled);
  return (text.includes(".") ? text.replace(/\.?0+$/, "") : text) + STEPS[step];
}

const magnitude = ({ units }: Decimal) => (units < 0n ? -units : units);

/** Bytes as B, KB, MB or GB of 1024, one decimal. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  const step = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** step;
  return `${step === 0 || Number.isInteger(size) ? size : size.toFixed(1)} ${units[step]}`;
}

/** 13800138000 → "138 0013 8000"; anything that is not 11 digits stays as it is. */
export function formatPhone(value: string | null | undefined): string {
  return (value ?? "").replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3");
}
