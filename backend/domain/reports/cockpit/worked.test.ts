import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cockpit, openCockpit } from "./cockpit.testing";
import type { Fact } from "./facts.testing";

// Two months by hand. US: (1000.10+20−30−50.05) USD ×7.2 = 6768.36 income; fees 230.50 USD = 1659.60;
// cost 1700.35 → gross 3408.41; ads, storage, other 115 USD = 828; promotion 33.33 → net 2547.08.
// DE: (500−79.83) EUR ×8.1 = 3403.377; fees 105 EUR = 850.50; cost 450 → gross 2102.877;
// 41.11 EUR = 332.991 → net 1769.886.
const US: Fact = {
  month: "202506",
  group_id: 1,
  store_id: 1,
  model_code: "M1",
  currency: "USD",
  item_sales: "1000.10",
  shipping_income: 20,
  promo_amt: 30,
  refund_amt: "50.05",
  platform_fee: 150,
  fulfill_fee: "80.5",
  product_cost: "1500.25",
  first_leg_cost: "200.10",
  ad_spend: 100,
  storage_fee: 10,
  other_fee: 5,
  promo_fee: "33.33",
  units: 40,
  orders: 37,
};
const DE: Fact = {
  month: "202506",
  group_id: 21,
  store_id: 9,
  model_code: "M2",
  currency: "EUR",
  item_sales: 500,
  vat_amt: "79.83",
  platform_fee: 75,
  fulfill_fee: 30,
  product_cost: 400,
  first_leg_cost: 50,
  ad_spend: 40,
  other_fee: "1.11",
  units: 10,
  orders: 10,
};
const plain = (month: string, usd: number, group_id = 1): Fact => ({
  month,
  group_id,
  store_id: 1,
  model_code: "M1",
  currency: "USD",
  item_sales: usd,
});

let cockpit: Cockpit;
beforeAll(async () => {
  cockpit = await openCockpit([US, DE, plain("202406", 1000), plain("202505", 2000), plain("202505", 0, 21)], {
    USD: 7.2,
    EUR: 8.1,
  });
  await cockpit.db.query("update ops_group set monthly_income_target = case id when 1 then 10000 end");
});
afterAll(() => cockpit.close());

const june = { reportMonth: "202506" };

describe("a month by hand", () => {
  test("groups: exact cents, target, change to last year and last month", async () => {
    const page = await cockpit.get("getCocAmazonTradeReportByGroup", june);
    expect(page.total).toBe(2);
    expect(page.records[0]).toEqual({
      groupId: "1",
      groupName: "运营1组",
      deptName: "北美一部",
      leaderName: null,
      deptId: expect.any(String),
      mainBusinessIncome: 6768.36,
      grossProfit: 3408.41,
      netProfit: 2547.08,
      grossProfitPercent: 0.5035798923,
      netProfitPercent: 0.3763215905,
      units: 40,
      orders: 37,
      refundAmt: 360.36,
      refundPercent: 0.0532418488,
      adSpend: 720,
      adSpendPercent: 0.1063773204,
      yoy: -0.05995,
      chain: -0.529975,
      incomeTarget: 10000,
      completion: 0.676836,
      missing: [],
    });
    // No month of last year, a last month of 0, no target: nothing to compare with.
    expect(page.records[1]).toMatchObject({
      groupId: "21",
      mainBusinessIncome: 3403.38,
      grossProfit: 2102.88,
      netProfit: 1769.89,
      yoy: null,
      chain: null,
      incomeTarget: null,
      completion: null,
    });
    // 10171.737, 5511.287, 4316.966: rounded after the sum.
    expect(page.summary).toMatchObject({
      mainBusinessIncome: 10171.74,
      grossProfit: 5511.29,
      netProfit: 4316.97,
      units: 50,
      yoy: 0.41274125,
      chain: -0.293629375,
      incomeTarget: 10000,
      completion: 1.0171737,
    });
  });

  test("several months: sums, target times months, the span before, the same months last year", async () => {
    const params = { startMonth: "202505", endMonth: "202506", groupId: "1" };
    const { summary } = await cockpit.get("getCocAmazonTradeReportByGroup", params);
    expect(summary).toMatchObject({
      mainBusinessIncome: 21168.36,
      incomeTarget: 20000,
      completion: 1.058418,
      // The facts begin in 202406: half a span is nothing to compare with.
      yoy: null,
      chain: null,
    });
  });

  test("a target says nothing of a single site", async () => {
    const { records } = await cockpit.get("getCocAmazonTradeReportByGroup", { ...june, siteCode: "US" });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ groupId: "1", incomeTarget: null, completion: null });
  });

  test("a group with a target and no sale is in the list, behind", async () => {
    const { records } = await cockpit.get("getCocAmazonTradeReportByGroup", { reportMonth: "202401" });
    expect(records).toMatchObject([{ groupId: "1", mainBusinessIncome: 0, completion: 0, yoy: null }]);
  });

  test("departments with their groups, models with the cumulative share", async () => {
    const depts = await cockpit.get("getCocAmazonTradeReportByDept", june);
    expect(depts).toMatchObject([
      { deptName: "北美一部", divisionName: "北美事业部", groups: [{ groupId: "1", netProfit: 2547.08 }] },
      { deptName: "欧洲一部", divisionName: "欧洲事业部", groups: [{ groupName: "运营21组" }] },
    ]);
    const models = await cockpit.get("getCocAmazonTradeReportByModel", { ...june, size: "1", current: "2" });
    expect(models).toMatchObject({
      total: 2,
      pages: 2,
      current: 2,
      records: [{ modelCode: "M2", modelName: "M2", skuCount: 0, imageUrl: null, rank: 2, cumShare: 1 }],
    });
  });

  test.each(["asc", "desc"])("groups by their margin, %s", async (order) => {
    const ask = { ...june, orderBy: "grossProfitPercent", order };
    const { records } = await cockpit.get("getCocAmazonTradeReportByGroup", ask);
    const margins = records.map((r: { grossProfitPercent: number }) => r.grossProfitPercent);
    expect(margins).toHaveLength(2);
    expect(margins).toEqual([...margins].sort((a, b) => (order === "asc" ? a - b : b - a)));
  });

  test("ranks by the asked measure, with the rank before", async () => {
    const regions = await cockpit.get("regionRanking", { ...june, orderBy: "units" });
    expect(regions).toMatchObject([
      { rank: 1, code: "NA", name: "北美", share: 0.8, lastRank: 1, netProfit: 2547.08 },
      { rank: 2, code: "EU", name: "欧洲", share: 0.2, lastRank: null, yoy: null },
    ]);
    const sites = await cockpit.get("sitRanking", { ...june, order: "asc" });
    expect(sites).toMatchObject([
      { rank: 2, code: "DE", name: "德国", lastRank: null },
      { rank: 1, code: "US", name: "美国", lastRank: 1, yoy: -0.05995 },
    ]);
    const last = await cockpit.get("groupNetProfitRankingPage", { ...june, order: "asc", size: "1" });
    expect(last).toMatchObject({
      total: 2,
      records: [{ rank: 2, code: "21", name: "运营21组", netProfit: 1769.89 }],
      summary: { netProfit: 4316.97 },
    });
  });

  test("13 months: last year's are null where there are none, changes reach behind the first month", async () => {
    const series = await cockpit.get("nearest13MonthIncome", june);
    expect(series.months[0]).toBe("202406");
    expect(series.current).toEqual([7200, ...Array(10).fill(0), 14400, 10171.74]);
    expect(series.last).toEqual([...Array(12).fill(null), 7200]);
    expect(series.yoy).toEqual([...Array(12).fill(null), 0.4127416667]);
    expect(series.chain).toEqual([null, -1, ...Array(10).fill(null), -0.2936291667]);
    expect(series.unit).toBe("CNY");
    const margin = await cockpit.get("nearest13MonthGrossProfitPercent", june);
    expect(margin.current.slice(-3)).toEqual([null, 1, 0.5418235843]);
    expect(margin.unit).toBe("%");
    const group = await cockpit.get("nearest13MonthGroupData", { ...june, groupId: "21" });
    expect(group).toMatchObject({ groupName: "运营21组" });
    expect(group.adSpendPercent.slice(-2)).toEqual([null, 0.0951995621]);
  });

  test("the year so far, beside the same months of last year", async () => {
    const year = await cockpit.get("currentYearIncomeAndNetProfit", june);
    expect(year).toMatchObject({
      year: "2025",
      throughMonth: "202506",
      income: 24571.74,
      netProfit: 18716.97,
      lastIncome: 7200,
      lastNetProfit: 7200,
      incomeYoy: null,
      incomeTarget: 60000,
      completion: 0.40952895,
    });
    expect(year.months.map((m: { income: number }) => m.income)).toEqual([0, 0, 0, 0, 14400, 10171.74]);
    const past = await cockpit.get("currentYearIncomeAndNetProfit", { year: "2024" });
    expect(past).toMatchObject({ throughMonth: "202412", income: 7200, lastIncome: 0, incomeYoy: null });
  });

  test("the home report", async () => {
    const report = await cockpit.get("getDeptReport", june);
    expect(report.cocBusinessBaseDateGroupByDept).toEqual([
      {
        deptId: expect.any(String),
        deptName: "北美一部",
        mainBusinessIncome: 6768.36,
        notTaxProfit: 2547.08,
        grossProfitPercent: 0.5035798923,
        yoyIncome: -0.05995,
        chainIncome: -0.529975,
        missing: [],
      },
      expect.objectContaining({ deptName: "欧洲一部", yoyIncome: null, chainIncome: null }),
    ]);
    expect(report.cocBusinessBaseDateGroupByMonth.at(-1)).toEqual({
      month: "202506",
      mainBusinessIncome: 10171.74,
      notTaxProfit: 4316.97,
      grossProfitPercent: 0.5418235843,
      missing: [],
    });
  });
});
