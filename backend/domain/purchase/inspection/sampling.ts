/** Largest lot and sample of each code letter: general inspection level II, single sampling. */
const LEVEL_II: readonly [lot: number, sample: number][] = [
  [8, 2],
  [15, 3],
  [25, 5],
  [50, 8],
  [90, 13],
  [150, 20],
  [280, 32],
  [500, 50],
  [1_200, 80],
  [3_200, 125],
  [10_000, 200],
  [35_000, 315],
  [150_000, 500],
  [500_000, 800],
];
const BEYOND = 1_250;

/** Pieces to look at of a lot (supply.md 3, AQL II): never more than it has. */
export const sampleOf = (lot: number): number => Math.min(lot, LEVEL_II.find(([most]) => lot <= most)?.[1] ?? BEYOND);
