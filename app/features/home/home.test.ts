import { expect, test } from "vitest";
import { deltaParts, pointsOf } from "~/ui/delta/delta";
import { change, lastOf } from "./home";
import { greetingAt } from "./home.server";

test("the greeting follows the clock of Asia/Shanghai, whatever zone the server has", () => {
  const at = (utc: string) => greetingAt(new Date(`2026-03-01T${utc}:00Z`));
  expect(at("00:00")).toBe("早上好");
  expect(at("04:30")).toBe("中午好");
  expect(at("09:59")).toBe("下午好");
  expect(at("10:00")).toBe("晚上好");
  expect(at("16:00")).toBe("夜深了");
});

test("a tile compares the last of 13 months with the first and the one before", () => {
  const months = Array.from({ length: 13 }, (_, i) => ({
    month: "",
    mainBusinessIncome: i === 12 ? 150 : i === 11 ? 200 : 100,
    notTaxProfit: -50,
    grossProfitPercent: i === 12 ? null : 0.3,
    missing: [],
  }));
  const income = lastOf(months, (m) => m.mainBusinessIncome);
  expect(income).toMatchObject({ now: 150, yoy: 0.5, chain: -0.25 });
  expect(lastOf(months, (m) => m.notTaxProfit)).toMatchObject({ now: -50, yoy: 0, chain: 0 });
  expect(lastOf(months, (m) => m.grossProfitPercent)).toMatchObject({ now: null, yoy: null });
  const margins = months.slice(0, 12).map((m, i) => ({ ...m, grossProfitPercent: 0.1 + i / 100 }));
  expect(lastOf(margins, (m) => m.grossProfitPercent, pointsOf).chain).toBeCloseTo(0.01);
  expect(deltaParts(0.0123, "up", true).text).toBe("▲ 1.23个百分点");
  expect(change(5, 0)).toBeNull();
  expect(change(-5, -10)).toBe(0.5);
});
