import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../tests/runs";
import { alignAxes, niceStep } from "./scale";

const bars = (min: number, max: number) => ({ min, max, zero: true });

it("steps read well", () => {
  expect([0.7, 1.2, 2.1, 7, 61, 0.0031].map((least) => niceStep(least))).toEqual([0.8, 1.5, 2.5, 8, 80, 0.004]);
  expect(niceStep(0)).toBe(0);
});

it("bars stand on zero, with four intervals that the largest just fits", () => {
  expect(alignAxes([bars(0, 2011), null])).toEqual([{ low: 0, high: 2400, ticks: [0, 600, 1200, 1800, 2400] }, null]);
  expect(alignAxes([bars(0, 3.1e6), bars(0, 1)])[1]?.ticks).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

it("zero is on one line of both axes when one of them goes below it", () => {
  const [left, right] = alignAxes([bars(-62, 2011), { min: -0.04, max: 0.18, zero: true }]);
  const zero = (ticks: readonly number[] = []) => ticks.indexOf(0) / (ticks.length - 1);
  expect(zero(left?.ticks)).toBe(zero(right?.ticks));
  expect(alignAxes([bars(-5, -1)])[0]).toMatchObject({ high: 0 });
});

it("all zeros have the one tick 0; lines alone keep what is high in view", () => {
  expect(alignAxes([bars(0, 0)])[0]).toEqual({ low: 0, high: 1, ticks: [0] });
  const [axis] = alignAxes([{ min: 0.3, max: 0.34, zero: false }]);
  expect(axis?.ticks).toEqual([0.3, 0.31, 0.32, 0.33, 0.34]);
  expect(alignAxes([{ min: 0.139, max: 0.18, zero: false }])[0]?.ticks[0]).toBe(0.12);
});

it("any numbers, up to twelve digits, lie between the ends of their axis", () => {
  const number = fc.integer({ min: -1e14, max: 1e14 }).map((cents) => cents / 100);
  const extent = fc
    .tuple(number, number, fc.boolean())
    .map(([a, b, zero]) => ({ min: Math.min(a, b), max: Math.max(a, b), zero }));
  fc.assert(
    fc.property(extent, extent, (a, b) => {
      for (const [i, axis] of alignAxes([a, b]).entries()) {
        const { min, max, zero } = [a, b][i]!;
        const edge = 1e-9 * Math.max(Math.abs(min), Math.abs(max));
        expect(axis!.low).toBeLessThanOrEqual(min + edge);
        expect(axis!.high).toBeGreaterThanOrEqual(max - edge);
        expect(axis!.ticks.length).toBeLessThanOrEqual(6);
        if (zero) expect(axis!.ticks).toContain(0);
      }
    }),
    { numRuns: runs(25) },
  );
});
