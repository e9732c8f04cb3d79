import { expect, test } from "vitest";
import { conditionSchema, conditionWords, holds } from "./condition";

test.each([
  ["19999.99", false],
  ["20000", true],
  ["20000.00", true],
  ["20000.01", true],
  ["-20000.00", true],
  ["99999999999999.99999999", true],
  [null, true],
  ["", true],
])("at least 20000 of %s: %s; an unknown amount counts as large", (amountCny, expected) => {
  expect(holds({ atLeast: "20000" }, { amountCny })).toBe(expected);
});

test("exact beyond what a float can tell apart", () => {
  const limit = { atLeast: "9007199254740993" };
  expect(holds(limit, { amountCny: "9007199254740992" })).toBe(false);
  expect(holds(limit, { amountCny: "9007199254740993" })).toBe(true);
});

test("flags, values, any and all", () => {
  const any = { any: [{ atLeast: "10000" }, { atLeast: "10", of: "diffPercent" }] };
  expect(holds(any, { amountCny: "1", diffPercent: "9.99" })).toBe(false);
  expect(holds(any, { amountCny: "1", diffPercent: "10" })).toBe(true);
  expect(holds({ flag: "urgent" }, { urgent: false })).toBe(false);
  expect(holds({ flag: "urgent" }, {})).toBe(false);
  expect(holds({ flag: "urgent" }, { urgent: true })).toBe(true);
  expect(holds({ flag: "type", in: ["1", "5"] }, { type: 5 })).toBe(true);
  const all = { all: [{ flag: "type", in: ["2"] }, { atLeast: "20000" }] };
  expect(holds(all, { type: "2", amountCny: "19999" })).toBe(false);
  expect(holds(undefined, {})).toBe(true);
});

test("words", () => {
  expect(conditionWords({ any: [{ atLeast: "2000" }, { flag: "opening" }] })).toBe("金额 ≥ 2,000 或 期初");
  expect(conditionWords({ atLeast: "1234567.1234" })).toBe("金额 ≥ 1,234,567.1234");
  expect(conditionWords({ flag: "level", in: ["S", "A"] })).toBe("等级为 S、A");
});

test("only known shapes are stored", () => {
  for (const wrong of [{ atLeast: "x" }, { atLeast: "1", foo: 1 }, { flag: "" }, { any: [] }, {}])
    expect(conditionSchema.safeParse(wrong).success).toBe(false);
});
