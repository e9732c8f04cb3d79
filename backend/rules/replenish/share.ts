interface Part {
  /** How much of it is asked for. */
  weight: number;
}

/**
 * Splits whole pieces by weight; equal weights where nobody asks. The pieces that do not divide go to the
 * largest remainders, of equal ones to the first.
 */
export function shared(total: number, parts: readonly Part[]): number[] {
  const sum = parts.reduce((n, p) => n + p.weight, 0);
  const exact = parts.map(
    (p) => (total * (sum > 0 ? p.weight : 1)) / (sum > 0 ? sum : parts.length),
  );
  const whole = exact.map(Math.floor);
  let rest = total - whole.reduce((a, b) => a + b, 0);
  const order = exact
    .map((value, i) => ({ i, rest: value - (whole[i] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order) {
    if (rest <= 0) break;
    whole[i] = (whole[i] ?? 0) + 1;
    rest--;
  }
  return whole;
}
