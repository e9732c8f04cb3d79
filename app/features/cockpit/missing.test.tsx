import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MissingNote } from "./missing";
import { monthTile, worstTile, yearTiles } from "./tiles";

const missing = ["头程费用", "平台佣金"];
const series = { months: ["202506"], current: [5], last: [4], yoy: [0.25], chain: [0.1], missing };

test("the page names each cost that its profits are without, once", () => {
  const html = renderToStaticMarkup(<MissingNote missing={[...missing, ...missing]} />);
  expect(html).toContain("利润未含头程费用、平台佣金：");
  expect(renderToStaticMarkup(<MissingNote missing={[]} />)).toBe("");
});

test("every profit says it beside its number, an income does not", () => {
  const [profit] = monthTile("净利润", series, "wan");
  const [income] = monthTile("主营业务收入", series, "wan", undefined, false);
  expect([profit?.note, income?.note]).toEqual(["未含头程费用、平台佣金", undefined]);
  const year = yearTiles({
    year: "2025",
    throughMonth: "202506",
    income: 9,
    netProfit: 5,
    netProfitPercent: 0.5,
    incomeYoy: null,
    netProfitYoy: null,
    incomeTarget: null,
    completion: null,
    missing,
  });
  expect(year.map((tile) => tile.note)).toEqual([
    "至 2025-06",
    "至 2025-06，未含头程费用、平台佣金",
    "净利润 ÷ 主营业务收入，未含头程费用、平台佣金",
  ]);
  const [worst] = worstTile(
    {
      rank: 1,
      code: "1",
      name: "一组",
      mainBusinessIncome: 9,
      netProfit: 5,
      lastRank: null,
      grossProfitPercent: null,
      share: null,
      yoy: null,
      chain: null,
      missing,
    },
    "/",
  );
  expect(worst?.note).toContain("，未含头程费用、平台佣金");
});
