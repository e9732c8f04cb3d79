import { describe, expect, it } from "vitest";
import { baseOf, factorOn, type Season, soldAhead } from "./reckon";

const FLAT = Array<number>(12).fill(1);
const TODAY = "2026-03-01";
const WEIGHTS = [50, 30, 20] as const;
const range = (from: number, till: number) => Array.from({ length: till - from + 1 }, (_, i) => from + i);
/** What the windows of 7, 30 and 90 days have of these days ago. */
const counts = (sold: (ago: number) => number, leftOut: readonly number[] = []): [number, number, number] => {
  const sum = (days: number) => range(1, days).reduce((n, ago) => n + (leftOut.includes(ago) ? 0 : sold(ago)), 0);
  return [sum(7), sum(30), sum(90)];
};
/** Equal numbers in every run. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("what a day sells", () => {
  it("leaves days without stock out, and does not count them as days of no sales", () => {
    const without = range(8, 17);
    const sold = (ago: number) => (without.includes(ago) ? 0 : 12);
    expect(baseOf(TODAY, counts(sold), WEIGHTS, FLAT).base).toBeLessThan(12);
    const { daily, base } = baseOf(TODAY, counts(sold, without), WEIGHTS, FLAT, without);
    expect({ daily, base }).toEqual({ daily: [12, 12, 12], base: 12 });
  });

  it("weighs a window by the days that are left of it", () => {
    // Of the last 7 days one is left, of 30 all but six: 10 a day in it, 4 before.
    const without = range(2, 7);
    const sold = (ago: number) => (ago === 1 ? 10 : 4);
    const { daily, base } = baseOf(TODAY, counts(sold, without), WEIGHTS, FLAT, without);
    expect(daily[0]).toBe(10);
    expect(daily[1]).toBeCloseTo(102 / 24, 10);
    expect(daily[2]).toBeCloseTo(342 / 84, 10);
    const [first, second, third] = [50 / 7, (30 * 24) / 30, (20 * 84) / 90];
    const exact = (first * 10 + (second * 102) / 24 + (third * 342) / 84) / (first + second + third);
    expect(base).toBeCloseTo(exact, 4);
  });

  it("is not known of goods that could be sold on none of the days, nor of a window of none", () => {
    expect(baseOf(TODAY, [0, 0, 0], WEIGHTS, FLAT, range(1, 90))).toEqual({ daily: [null, null, null], base: null });
    const { daily, base } = baseOf(TODAY, [0, 69, 249], WEIGHTS, FLAT, range(1, 7));
    expect(daily).toEqual([null, 3, 3]);
    expect(base).toBe(3);
    expect(baseOf(TODAY, [0, 69, 249], [100, 0, 0], FLAT, range(1, 7)).base).toBeNull();
  });

  it("is the average of sales that are the same every day, whichever days are left out", () => {
    const below = chance(7);
    for (let round = 0; round < 200; round++) {
      const [n, some] = [below(400), below(89)];
      const without = [...new Set(Array.from({ length: some }, () => 1 + below(90)))];
      const { base } = baseOf(
        TODAY,
        counts(() => n, without),
        [1 + below(99), below(99), below(99)],
        FLAT,
        without,
      );
      expect([n, null]).toContain(base);
      if (!some) expect(base).toBe(n);
      if (without.every((ago) => ago > 7)) expect(base).toBe(n);
    }
    const usual = { today: TODAY, base: 7.25, season: FLAT };
    expect(soldAhead(usual, 0, 28)).toBe(7.25 * 28);
  });
});

describe("a year's weeks", () => {
  const weeks: Season = Object.assign(
    Array.from({ length: 52 }, (_, i) => (i === 0 ? 2 : 1)),
    { begins: 3 },
  );

  it("come again every 52 weeks, from the day on that the first one begins", () => {
    expect([2, 3, 9, 10, 3 + 364, 3 - 364].map((day) => factorOn(TODAY, weeks, day))).toEqual([1, 2, 2, 1, 2, 2]);
  });

  it("make strong days of what a usual day sells, before and ahead", () => {
    const usual = { today: TODAY, base: 10, season: weeks };
    expect(soldAhead(usual, 0, 14)).toBe(3 * 10 + 7 * 20 + 4 * 10);
    const before: Season = Object.assign([2, ...Array<number>(51).fill(1)], { begins: -7 });
    expect(
      baseOf(
        TODAY,
        counts((ago) => (ago <= 7 ? 20 : 10)),
        WEIGHTS,
        before,
      ).base,
    ).toBe(10);
  });

  it("are beside what a promotion brings", () => {
    const extra = [
      { day: 1, qty: 2.5 },
      { day: 2, qty: 2.5 },
    ];
    expect(soldAhead({ today: TODAY, base: 10, season: FLAT, extra }, 0, 2)).toBe(22.5);
    expect(soldAhead({ today: TODAY, base: 0, season: FLAT, extra }, 0, 28)).toBe(5);
  });
});
