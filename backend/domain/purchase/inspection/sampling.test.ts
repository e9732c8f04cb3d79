import { expect, it } from "vitest";
import { checksOf } from "./open";
import { sampleOf } from "./sampling";

it.each([
  [1, 1],
  [2, 2],
  [8, 2],
  [9, 3],
  [90, 13],
  [91, 20],
  [150, 20],
  [500, 50],
  [1_201, 125],
  [35_001, 500],
  [500_000, 800],
  [500_001, 1_250],
])("a lot of %i gives a sample of %i", (lot, sample) => {
  expect(sampleOf(lot)).toBe(sample);
});

it("each line of a standard is a check; what stands before a colon is what is looked at", () => {
  expect(checksOf("外观: 无划痕\r\n\n重量：500g±5\n不漏水")).toEqual([
    { item: "外观", standard: "无划痕" },
    { item: "重量", standard: "500g±5" },
    { item: "外观与功能", standard: "不漏水" },
  ]);
});
