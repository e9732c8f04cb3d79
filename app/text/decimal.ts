// Exact arithmetic on decimal strings: amounts never pass through a binary float.

/** A plain decimal: no exponent, no grouping. */
export const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?$/;

/** A decimal as an integer of its smallest unit: "1.25" is {units: 125n, scale: 2}. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** Reads a plain decimal ("-12.50", 3). Returns null for anything else, exponents included. */
export function parseDecimal(value: string | number | null | undefined): Decimal | null {
  const match = DECIMAL.exec(String(value ?? "").trim());
  if (!match) return null;
  const fraction = match[3] ?? "";
  const units = BigInt(`${match[2]}${fraction}`);
  return { units: match[1] === "-" ? -units : units, scale: fraction.length };
}

/** Writes a decimal back, always with `scale` digits after the point. */
export function decimalText({ units, scale }: Decimal): string {
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Divides by `divisor` and rounds half away from zero to `scale` digits. */
export function divideDecimal(value: Decimal, divisor: bigint, scale: number): Decimal {
  const shift = scale - value.scale;
  const top = shift >= 0 ? value.units * 10n ** BigInt(shift) : value.units;
  const bottom = shift >= 0 ? divisor : divisor * 10n ** BigInt(-shift);
  const sign = top < 0n !== bottom < 0n ? -1n : 1n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  return { units: sign * ((a * 2n + b) / (b * 2n)), scale };
}

/** Rounds half away from zero; the text has exactly `scale` decimals. Null when not a number. */
export function roundDecimal(value: string | number | null | undefined, scale: number) {
  const parsed = parseDecimal(value);
  return parsed && decimalText(divideDecimal(parsed, 1n, scale));
}

/** Exact sum of two decimals; `sign` -1 takes the second away. */
export function addDecimals(a: Decimal, b: Decimal, sign: 1 | -1 = 1): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const lift = (d: Decimal) => (d.scale === scale ? d.units : d.units * 10n ** BigInt(scale - d.scale));
  return { units: sign > 0 ? lift(a) + lift(b) : lift(a) - lift(b), scale };
}

/** Exact sum; values that are not numbers are left out. */
export function sumDecimals(values: Iterable<string | number | null | undefined>): Decimal {
  let total: Decimal = { units: 0n, scale: 0 };
  for (const value of values) {
    const next = parseDecimal(value);
    if (next) total = addDecimals(total, next);
  }
  return total;
}
