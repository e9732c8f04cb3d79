import { addDecimals, decimalText, divideDecimal, parseDecimal } from "~/text/decimal";

const WHOLE = { units: 100n, scale: 0 };

/**
 * An amount changed by a percentage and rounded half away from zero to its places: 12.00 by -3 is 11.64.
 * Nothing where either is no number. Reckoned on whole numbers, no float comes between.
 */
export function byPercent(value: string, percent: string, scale: number): string | null {
  const from = parseDecimal(value);
  const by = parseDecimal(percent);
  if (!from || !by) return null;
  const part = addDecimals(WHOLE, by);
  const product = { units: from.units * part.units, scale: from.scale + part.scale };
  return decimalText(divideDecimal(product, 100n, scale));
}
