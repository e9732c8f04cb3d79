import Big from "big.js";

type Num = string | number | Big | null | undefined;

/** Exact decimal of a wire value; nothing counts as 0. */
export const dec = (v: Num): Big => new Big(v === null || v === undefined || v === "" ? 0 : v);

/** Rounds half away from zero (supply.md 0.7) and answers the text with that many decimals. */
export const round = (v: Num, scale: number): string => dec(v).round(scale, Big.roundHalfUp).toFixed(scale);

export const r2 = (v: Num) => round(v, 2);
export const r4 = (v: Num) => round(v, 4);

/** Exact sum as text with `scale` decimals. */
export const sum = (values: readonly Num[], scale = 2): string =>
  values.reduce<Big>((total, v) => total.plus(dec(v)), new Big(0)).toFixed(scale);

/**
 * Amounts of one line (supply.md 0.7): price is tax-exclusive, taxRate a percentage. `scale`: decimals
 * of the currency.
 */
export function lineAmounts(qty: Num, price: Num, taxRate: Num, scale = 2) {
  const net = dec(qty).times(dec(price));
  const factor = dec(taxRate).div(100).plus(1);
  const amountExclTax = round(net, scale);
  const amount = round(net.times(factor), scale);
  return {
    amountExclTax,
    amount,
    taxAmount: dec(amount).minus(amountExclTax).toFixed(2),
    priceInclTax: r4(dec(price).times(factor)),
  };
}

/**
 * A fee over lines by weights (supply.md 0.7): each line its rounded part, the last one the remainder.
 * Weights of 0 altogether: the last line takes it all.
 */
export function allocate(fee: Num, weights: readonly Num[], scale = 2): string[] {
  const total = dec(sum(weights, 6));
  const parts = weights
    .slice(0, -1)
    .map((w) => (total.eq(0) ? round(0, scale) : round(dec(fee).times(dec(w)).div(total), scale)));
  return weights.length
    ? [
        ...parts,
        dec(fee)
          .minus(dec(sum(parts, scale)))
          .toFixed(scale),
      ]
    : [];
}
