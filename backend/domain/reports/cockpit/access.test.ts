import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shift, thisMonth } from "./asked/query";
import { type Cockpit, openCockpit } from "./cockpit.testing";
import { grant } from "./facts.testing";

let cockpit: Cockpit;
beforeAll(async () => {
  const sold = [
    { group_id: 1, store_id: 1, model_code: "A", item_sales: 100 },
    { group_id: 2, store_id: 1, model_code: "A", item_sales: 40 },
    { group_id: 11, store_id: 2, model_code: "B", item_sales: 30 },
    { group_id: 12, store_id: 2, model_code: "B", item_sales: 40 },
    { group_id: 41, store_id: 19, model_code: "C", item_sales: 2000, currency: "JPY" },
  ];
  cockpit = await openCockpit(
    sold.map((f) => ({ currency: "USD", month: "202506", ...f })),
    { USD: 7, JPY: 0.05 },
  );
  await cockpit.db.query("update ops_group set monthly_income_target = 1000");
  // A leader of group 1; the role stands for the own groups.
  await grant(cockpit.db, "OPS", "cockpit_report_view");
});
afterAll(() => cockpit.close());

const june = { reportMonth: "202506" };
const income = async (who: string, more = {}) =>
  (await cockpit.get("getCocAmazonTradeReportByGroup", { ...june, ...more }, who)).summary.mainBusinessIncome;

describe("data scope", () => {
  test("totals shrink from all to the own department to the own group, and filters do not widen it", async () => {
    expect(await income("exec")).toBe(1570);
    expect(await income("ops_manager")).toBe(980);
    expect(await income("ops")).toBe(700);
    expect(await income("ops", { groupId: "2,11" })).toBe(0);
    const home = await cockpit.get("getDeptReport", june, "ops_manager");
    expect(home.cocBusinessBaseDateGroupByMonth[12].mainBusinessIncome).toBe(980);
    const year = await cockpit.get("currentYearIncomeAndNetProfit", june, "ops");
    expect([year.income, year.incomeTarget]).toEqual([700, 6000]);
  });

  test("another group's curve is not there", async () => {
    const other = { ...june, groupId: "2" };
    expect(await cockpit.refusal("nearest13MonthGroupData", other, "ops")).toEqual([404, "小组不存在"]);
    expect((await cockpit.get("nearest13MonthGroupData", other)).income[12]).toBe(280);
  });

  test("equal values share a place, in the order of their codes; the next place follows", async () => {
    const page = await cockpit.get("groupIncomeRankingPage", june, "exec");
    const places = page.records.slice(0, 6).map((r: { rank: number; code: string }) => [r.rank, r.code]);
    expect(places).toEqual([
      [1, "1"],
      [2, "2"],
      [2, "12"],
      [3, "11"],
      [4, "41"],
      [5, "3"],
    ]);
    const { records } = await cockpit.get("groupIncomeRankingPage", { ...june, order: "asc" }, "exec");
    expect([records[0].rank, records[0].code]).toEqual([5, "3"]);
  });

  test("the page says whose figures they are, and what can be chosen", async () => {
    const scopes = await Promise.all(
      ["exec", "ops_manager", "ops"].map((who) => cockpit.get("getReportInfo", {}, who)),
    );
    expect(scopes.map((info) => info.scope)).toEqual(["全部数据", "部门：北美一部", "小组：运营1组"]);
    expect(scopes[2]).toMatchObject({ firstMonth: "202506", lastMonth: "202506" });
    expect(scopes[0].reportMonth).toBe(shift(thisMonth(), -1));
    const all = await cockpit.get("/cockpit/dmdimtype/getAll", {}, "ops");
    const of = (type: string) =>
      all
        .filter((d: { dimType: string }) => d.dimType === type)
        .map((d: { dimName: string; dimCode: string }) => `${d.dimCode} ${d.dimName}`);
    expect(of("DIVISION")).toEqual([expect.stringContaining("北美事业部")]);
    expect(of("DEPT")).toEqual([expect.stringContaining("北美一部")]);
    expect([of("GROUP"), of("REGION"), of("SITE"), of("STORE"), of("MODEL")]).toEqual([
      ["1 运营1组"],
      ["NA 北美"],
      ["US 美国"],
      ["1 亚马逊美国1店"],
      ["A A"],
    ]);
    expect(of("METRIC")).toContain("netProfit 净利润");
    const sites = await cockpit.get("/cockpit/dmdimtype/getAll", { dimType: "SITE" });
    expect(sites).toMatchObject([
      { dimTypeName: "站点", dimCode: "US", parentCode: "NA", sort: 1, enabled: true },
      { dimCode: "JP", parentCode: "JP" },
    ]);
    const groups = await cockpit.get("/cockpit/dmdimtype/getAll", { dimType: "GROUP" });
    expect(groups).toHaveLength(60);
  });
});

describe("refusals", () => {
  const FORBIDDEN = [403, "当前操作没有权限"];
  test("without the permission", async () => {
    expect(await cockpit.refusal("regionRanking", june, "buyer")).toEqual(FORBIDDEN);
    expect(await cockpit.refusal("getDeptReport", june, "ops")).toEqual(FORBIDDEN);
    expect(await cockpit.refusal("regionRanking/export", june, "ops")).toEqual(FORBIDDEN);
    expect(await cockpit.refusal("/cockpit/dmdimtype/getAll", {}, "buyer")).toEqual(FORBIDDEN);
    expect((await cockpit.get("getDeptReport", june, "finance")).cocBusinessBaseDateGroupByDept).toHaveLength(3);
  });

  test.each([
    ["getCocAmazonTradeReportByGroup", { reportMonth: "202513" }, 400, "月份不正确"],
    ["regionRanking", { reportMonth: shift(thisMonth(), 1) }, 400, "月份不能晚于本月"],
    ["regionRanking", { startMonth: "202501" }, 400, "请选择开始月份和结束月份"],
    ["regionRanking", { startMonth: "202503", endMonth: "202501" }, 400, "开始月份不能晚于结束月份"],
    ["regionRanking", { startMonth: "202201", endMonth: "202501" }, 400, "最多查询24个月"],
    ["regionRanking", { deptId: "1,x" }, 400, "部门不正确"],
    ["regionRanking", { orderBy: "name; drop" }, 400, "排序字段不正确"],
    ["regionRanking", { orderBy: "grossProfitPercent" }, 400, "排序字段不正确"],
    ["groupIncomeRankingPage", { order: "up" }, 400, "排序方向不正确"],
    ["nearest13MonthGroupData", {}, 400, "请选择小组"],
    ["nearest13MonthGroupData", { groupId: "" }, 400, "请选择小组"],
    ["nearest13MonthGroupData", { groupId: "1,2" }, 400, "请选择小组"],
    ["nearest13MonthGroupData", { groupId: "999" }, 404, "小组不存在"],
    ["currentYearIncomeAndNetProfit", { year: "2099" }, 400, "该年份还没有已结束的月份"],
    ["nearest13MonthNothing", {}, 404, "资源不存在"],
    ["/cockpit/dmdimtype/getAll", { dimType: "COLOUR" }, 400, "维度类型不正确"],
  ])("%s %j", async (name, params, status, sentence) => {
    expect(await cockpit.refusal(name, { ...params })).toEqual([status, sentence]);
  });

  test("empty fields of a form are no filter", async () => {
    const blank = { ...june, startMonth: "", endMonth: "", divisionId: "", orderBy: "", modelCode: "" };
    expect(await income("admin", blank)).toBe(1570);
  });

  test("a month without a rate", async () => {
    await cockpit.db.query("update exchange_rate set effective_date = '2025-06-02' where currency = 'JPY'");
    expect(await cockpit.refusal("sitRanking", june)).toEqual([409, "缺少JPY202506的汇率"]);
    expect(await income("ops")).toBe(700);
  });
});
