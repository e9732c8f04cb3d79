/** Sizes that the style sheet knows. */
export const SIZES = 10;

/** 1 to 10, linear in the square root of the value, so that a word's area follows its number. */
export function sizesOf(values: readonly number[]): number[] {
  const roots = values.map((v) => Math.sqrt(Math.max(0, v)));
  const low = Math.min(...roots);
  const span = Math.max(...roots) - low;
  return roots.map((root) => (span === 0 ? 5 : 1 + Math.round(((SIZES - 1) * (root - low)) / span)));
}

/** The largest in the middle, smaller ones to both ends. */
export function middleOut<T>(sorted: readonly T[]): T[] {
  const [before, after]: [T[], T[]] = [[], []];
  for (const [i, item] of sorted.entries()) (i % 2 ? before : after).push(item);
  return [...before.reverse(), ...after];
}
