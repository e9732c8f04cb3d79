import { describe, expect, test } from "vitest";
import { type AdCondition, becomesBy, missedBy, shareOf } from "./judge";
import { measured } from "./judge.testing";

const one = (metric: AdCondition["metric"], compare: "gte" | "lte", target: string, groupNo = 1): AdCondition => ({
  groupNo,
  metric,
  compare,
  target,
});

describe("what a rule decides", () => {
  test("conditions of a group hold together, one group is enough, the unknown holds nothing", () => {
    expect(missedBy([one("clicks", "gte", "10"), one("conversions", "lte", "0")], measured())).toBe("转化数4，不≤0");
    expect(missedBy([one("clicks", "gte", "30"), one("acos", "lte", "25", 2)], measured())).toBeUndefined();
    expect(missedBy([one("acos", "gte", "10")], measured({ acos: null }))).toBe("ACOS（%）未知");
    expect(missedBy([], measured())).toBe("没有条件");
  });

  test("what it becomes: by percent, to a value, by the target ACOS, within its bounds", () => {
    const rule = { effect: "bidUp", amount: "15", targetAcos: null, minValue: null, maxValue: null } as const;
    expect(becomesBy(rule, measured(), 2)).toBe("1.15");
    expect(becomesBy({ ...rule, maxValue: "1.10" }, measured(), 2)).toBe("1.10");
    expect(becomesBy({ ...rule, effect: "bidDown", minValue: "0.90" }, measured(), 2)).toBe("0.90");
    // A fifth of the clicks buys for 15.00 an order: 3.00 a click; a quarter of it.
    expect(becomesBy({ ...rule, effect: "bidTarget", targetAcos: "25" }, measured(), 2)).toBe("0.75");
    expect(becomesBy({ ...rule, effect: "bidTarget", targetAcos: "25" }, measured({ conversions: "0" }), 2)).toBeNull();
    expect(becomesBy({ ...rule, effect: "bidTo", amount: "1" }, measured(), 2)).toBeNull();
    expect(becomesBy(rule, measured({ value: "101" }), 0)).toBe("116");
    expect([shareOf({ effect: "pause", amount: null }), shareOf({ effect: "bidDown", amount: "20" })]).toEqual([
      "-1",
      "-0.2",
    ]);
    expect(shareOf({ effect: "budgetUp", amount: "20" })).toBeNull();
  });
});
