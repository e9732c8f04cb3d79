import { describe, expect, it } from "vitest";
import { sum } from "#backend/platform/values/money";
import { sharesOf } from "./shares";

const lines = (...amounts: string[]) => amounts.map((amount, i) => ({ id: String(i), amount, settledAmount: "0" }));

/** The same lines after these shares. */
const settled = (before: ReturnType<typeof lines>, shares: string[]) =>
  before.map((l, i) => ({ ...l, settledAmount: sum([l.settledAmount, shares[i] ?? "0"]) }));

describe("what lines get of a payment", () => {
  it("adds up, and no line bears the roundings of the others", () => {
    const many = lines(...Array.from({ length: 500 }, () => "1.01"));
    const first = sharesOf(many, "333.33", 2);
    expect(sum(first)).toBe("333.33");
    expect([...new Set(first)].sort()).toEqual(["0.66", "0.67"]);
    const rest = sharesOf(settled(many, first), "505.00", 2);
    expect(sum(rest)).toBe("171.67");
    expect([...new Set(rest)].sort()).toEqual(["0.34", "0.35"]);
  });

  it("settles every line exactly in the end, credit as well", () => {
    const three = lines("1130.00", "-113.00", "200.10");
    const first = sharesOf(three, "100.01", 2);
    expect(sum(first)).toBe("100.01");
    expect(Number(first[1])).toBeLessThan(0);
    const whole = settled(three, first);
    expect(settled(whole, sharesOf(whole, "1217.10", 2)).map((l) => l.settledAmount)).toEqual(
      three.map((l) => l.amount),
    );
  });

  it("has the decimals of the currency", () => {
    expect(sharesOf(lines("334", "333", "333"), "100", 0)).toEqual(["33.00", "34.00", "33.00"]);
  });
});
