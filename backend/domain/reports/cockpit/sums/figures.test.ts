import { expect, test } from "vitest";
import { sorted } from "./compare";
import { amount, change, figure, ratio } from "./figures";
import { NOTHING } from "./sums";

test("a change goes by the size of what was: from a loss of 200 to one of 100 is half of it better", () => {
  expect(change(-100, -200)).toBe(0.5);
  expect(change(100, -200)).toBe(1.5);
  expect(change(-100, 200)).toBe(-1.5);
  expect([change(5, 0), change(5, null), change(5, undefined), change(null, 5)]).toEqual(Array(4).fill(null));
});

test("amounts are rounded half away from zero; nothing over nothing is no ratio", () => {
  expect([amount("1.005"), amount("-1.005"), amount("0.0049")]).toEqual([1.01, -1.01, 0]);
  expect([ratio("1", "3"), ratio("1", "0"), ratio("1", undefined)]).toEqual([0.3333333333, null, null]);
  expect([figure(NOTHING, "netProfit"), figure(NOTHING, "netProfitPercent")]).toEqual([0, null]);
});

test.each([
  ["desc", ["B", "A", "C", "N"]],
  ["asc", ["C", "A", "B", "N"]],
] as const)("margins %s: without income there is none, which is last in either order", (order, codes) => {
  const row = (code: string, mainBusinessIncome: string, grossProfit: string) => ({
    code,
    sums: { ...NOTHING, mainBusinessIncome, grossProfit },
  });
  const rows = [row("N", "0", "-5"), row("A", "100", "20"), row("C", "100", "-1"), row("B", "10", "9")];
  expect(sorted(rows, "grossProfitPercent", (r) => r, order).map((r) => r.code)).toEqual(codes);
});
