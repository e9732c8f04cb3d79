/** An exact decimal as a whole number of 10⁻¹². */
export type Exact = bigint;

const DIGITS = 12;
const ONE = 10n ** BigInt(DIGITS);

/** Exact value of a decimal as it travels; nothing counts as 0. */
export function exact(value: string | number | null | undefined): Exact {
  const text = String(value ?? "").trim() || "0";
  const [, sign, whole = "", part = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`no decimal: ${text}`);
  const n = BigInt(whole || "0") * ONE + BigInt(part.slice(0, DIGITS).padEnd(DIGITS, "0"));
  return sign ? -n : n;
}

/** Product of values whose decimals together are at most twelve. */
export const times = (...factors: readonly Exact[]): Exact => factors.reduce((a, b) => (a * b) / ONE, ONE);

export const add = (values: readonly Exact[]): Exact => values.reduce((a, b) => a + b, 0n);
export const larger = (a: Exact, b: Exact): Exact => (a > b ? a : b);

/** Quotient rounded up to a whole number; both positive. */
export const ceilOf = (a: Exact, b: Exact): bigint => (a + b - 1n) / b;

/** Quotient of two values. */
export const over = (a: Exact, b: Exact): Exact => (a * ONE) / b;

/** Text with that many decimals, half away from zero. */
export function said(value: Exact, scale: number): string {
  const unit = 10n ** BigInt(DIGITS - scale);
  const abs = value < 0n ? -value : value;
  const n = (abs + unit / 2n) / unit;
  const text = n.toString().padStart(scale + 1, "0");
  const sign = value < 0n && n > 0n ? "-" : "";
  return sign + (scale ? `${text.slice(0, -scale)}.${text.slice(-scale)}` : text);
}

/** The same without zeros at its end. */
export const short = (value: Exact, scale = 4): string =>
  said(value, scale)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
