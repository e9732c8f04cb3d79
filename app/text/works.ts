import { addDecimals, type Decimal, decimalText, divideDecimal, parseDecimal } from "./decimal";

/** The value of a name as a plain decimal; nothing while it is not known. */
export type WorkKnown = (name: string) => string | number | null | undefined;

/** `qty`, `price`, `taxRate%`, `100`. */
function factor(text: string, known: WorkKnown): Decimal | null {
  const percent = text.endsWith("%");
  const name = percent ? text.slice(0, -1) : text;
  const value = parseDecimal(/^\d/.test(name) ? name : known(name));
  return value && percent ? { units: value.units, scale: value.scale + 2 } : value;
}

/** Exact value of `qty*price + qty*price*taxRate%`; null while a name in it is not known. */
function exactOf(formula: string, known: WorkKnown): Decimal | null {
  let total: Decimal = { units: 0n, scale: 0 };
  for (const [, sign, term = ""] of formula.replaceAll(" ", "").matchAll(/([+-]?)([^+-]+)/g)) {
    let product: Decimal = { units: 1n, scale: 0 };
    for (const text of term.split("*")) {
      const value = factor(text, known);
      if (!value) return null;
      product = { units: product.units * value.units, scale: product.scale + value.scale };
    }
    total = addDecimals(total, product, sign === "-" ? -1 : 1);
  }
  return total;
}

/** A formula of a line, rounded to `scale` decimals; null while something in it is not known. */
export function worked(formula: string, known: WorkKnown, scale: number): string | null {
  const value = exactOf(formula, known);
  return value && decimalText(divideDecimal(value, 1n, scale));
}

/**
 * Whether `passQty + rejectQty = signQty`, `qty <= openQty` or `qty of moq` (a multiple) holds. What
 * is not known yet breaks nothing.
 */
export function holds(rule: string, known: WorkKnown): boolean {
  const [left = "", sign, right = ""] = rule.split(/ (<=|=|of) /);
  const [a, b] = [exactOf(left, known), exactOf(right, known)];
  if (!a || !b) return true;
  if (sign === "of") {
    const { units, scale } = addDecimals(b, { units: 0n, scale: a.scale });
    return units === 0n || addDecimals(a, { units: 0n, scale }).units % units === 0n;
  }
  const { units } = addDecimals(a, b, -1);
  return sign === "=" ? units === 0n : units <= 0n;
}

/** A sentence with `{name}` in it, as it is said of one row. */
export const told = (sentence: string, known: WorkKnown): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(known(name) ?? "—"));
