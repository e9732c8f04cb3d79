import { expect, it } from "vitest";
import { foldedPixels, pixels, smallPixels, takenWidths } from "./widths";

it("a Chinese sign is a square, others are as wide as their font draws them", () => {
  expect(pixels("供应商")).toBe(3 * 13 + 14);
  expect(pixels("1,234.50")).toBe(6 * 7.5 + 2 * 4.5 + 14);
  expect(pixels("SKU×2")).toBe(Math.ceil(3 * 8.5 + 13 + 7.5 + 14));
  expect(smallPixels("供应商")).toBe(36 + 14);
});

it("a text in two lines breaks behind a Chinese sign or between words, never in one", () => {
  expect(foldedPixels("义乌市恒达启明五金制品有限公司")).toBe(8 * 13 + 14);
  expect(foldedPixels("2026-11-26 12:00:00"), "a date above its time").toBeLessThan(95);
  expect(foldedPixels("FK2611260044")).toBe(pixels("FK2611260044"));
  expect(foldedPixels("人民币"), "a short word stays whole").toBe(pixels("人民币"));
  expect(foldedPixels("一二三、四五"), "a mark ends the line").toBe(4 * 13 + 14);
});

it("words may stand in two lines, a figure may not; the marks of a header count", () => {
  const leaf = (key: string, kind?: "money" | "tag", more = {}) => ({
    key,
    column: { key, label: "上次成功时间", kind, ...more },
    read: (row: Record<string, string>) => row[key],
    groups: [],
  });
  const leaves = [leaf("name"), leaf("amount", "money"), leaf("state", "tag", { sortable: true, tooltip: "说明" })];
  const row = { name: "一二三四五六七八九十", amount: "12345678.90", state: "已完成" };
  const taken = takenWidths(leaves, [row], (_, value) => String(value));
  expect(taken.name).toEqual({ whole: 144, least: 79 });
  expect(taken.amount).toEqual({ whole: 94, least: 94 });
  expect(taken.state).toEqual({ whole: 6 * 13 + 14 + 36, least: 76 });
});
