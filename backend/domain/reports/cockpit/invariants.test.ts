import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../../../../tests/runs";
import { monthsOf, shift } from "./asked/query";
import { type Cockpit, openCockpit } from "./cockpit.testing";
import { asked, expected, FACTS, paramsOf, question, RATES } from "./invariants.testing";

let cockpit: Cockpit;
beforeAll(async () => {
  cockpit = await openCockpit(FACTS, RATES);
  // One group with a target sells nothing.
  await cockpit.db.query("update ops_group set monthly_income_target = case when id in (1, 21, 50) then 50000 end");
});
afterAll(() => cockpit.close());

type Row = Record<string, number>;
const sum = (rows: Row[], key: string) => rows.reduce((s, r) => s + (r[key] ?? 0), 0);
const near = (found: number, wanted: number, rows: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(0.01 * rows + 1e-6);

async function allPages(name: string, params: Record<string, string>): Promise<{ records: Row[]; summary: Row }> {
  const first = await cockpit.get(name, { ...params, size: "4" });
  const records: Row[] = [...first.records];
  for (let current = 2; current <= first.pages; current++)
    records.push(...(await cockpit.get(name, { ...params, size: "4", current: String(current) })).records);
  expect(records).toHaveLength(first.total);
  return { records, summary: first.summary };
}

test("every table and ranking adds up to what was written, shares to 1, in the order asked for", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (q) => {
      const params = paramsOf(q);
      const months = monthsOf(shift(q.month, 1 - q.months), q.month);
      const want = expected(q, months);
      const [groups, models, depts, ...ranks] = await Promise.all([
        allPages("getCocAmazonTradeReportByGroup", { ...params, orderBy: "netProfit" }),
        allPages("getCocAmazonTradeReportByModel", params),
        cockpit.get("getCocAmazonTradeReportByDept", params),
        cockpit.get("divisionRanking", params),
        cockpit.get("regionRanking", params),
        cockpit.get("sitRanking", params),
      ]);
      expect(groups.summary).toMatchObject(want);
      expect(models.summary).toMatchObject(want);
      for (const [key, by] of [
        ["yoy", -12],
        ["chain", -q.months],
      ] as const) {
        const span = months.map((month) => shift(month, by));
        const then = (span[0] ?? "") < "202401" ? 0 : expected(q, span).mainBusinessIncome;
        const change = then ? ((want.mainBusinessIncome ?? 0) - then) / Math.abs(then) : null;
        if (change === null) expect(groups.summary[key], key).toBeNull();
        else expect(groups.summary[key], key).toBeCloseTo(change, 3);
      }
      const tables: Row[][] = [groups.records, models.records, depts, ...ranks];
      for (const rows of tables)
        for (const key of ["mainBusinessIncome", "netProfit"] as const)
          near(sum(rows, key), want[key] ?? 0, rows.length);
      for (const dept of depts) near(sum(dept.groups, "grossProfit"), dept.grossProfit, dept.groups.length);

      const top = await allPages("groupNetProfitRankingPage", params);
      const ids = (rows: object[], key: string) => rows.map((r) => Reflect.get(r, key));
      expect(ids(top.records, "code")).toEqual(ids(groups.records, "groupId"));
      if ((want.mainBusinessIncome ?? 0) > 0) {
        for (const rows of ranks) expect(sum(rows, "share")).toBeCloseTo(1, 6);
        expect(models.records.at(-1)?.cumShare).toBe(1);
      }
      if ((want.netProfit ?? 0) > 0) expect(sum(top.records, "share")).toBeCloseTo(1, 6);

      const place = (rows: { code: string; rank: number }[]) => new Map(rows.map((r) => [r.code, r.rank]));
      const before = { ...q, month: shift(q.month, -q.months) };
      const last = place(await cockpit.get("sitRanking", paramsOf(before)));
      for (const r of ranks[2]) expect(r.lastRank).toBe(last.get(r.code) ?? null);
    }),
    { numRuns: runs(5) },
  );
});

test("the curves, the year and the home page tell the same story", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (q) => {
      const params = paramsOf(q);
      const [income, profit, both, year, home] = await Promise.all([
        cockpit.get("nearest13MonthIncome", params),
        cockpit.get("nearest13MonthNetProfit", params),
        cockpit.get("nearest13MonthIncomeAndNetProfit", params),
        cockpit.get("currentYearIncomeAndNetProfit", params),
        cockpit.get("getDeptReport", params),
      ]);
      const months = monthsOf(shift(q.month, -12), q.month);
      expect(income.months).toEqual(months);
      const wants = months.map((month) => expected(q, [month]));
      expect(income.current).toEqual(wants.map((w) => w.mainBusinessIncome));
      expect(profit.current).toEqual(wants.map((w) => w.netProfit));
      expect([both.income, both.netProfit]).toEqual([income.current, profit.current]);
      const all = expected(q, months);
      expect(both.summary).toEqual({ income: all.mainBusinessIncome, netProfit: all.netProfit, missing: [] });
      months.forEach((month, i) => {
        const had = FACTS.some((f) => f.month === shift(month, -12) && asked(q, f));
        const then = expected(q, [shift(month, -12)]).mainBusinessIncome ?? 0;
        expect(income.last[i]).toBe(had ? then : null);
        const yoy = then ? (income.current[i] - then) / Math.abs(then) : null;
        if (yoy === null) expect(income.yoy[i]).toBeNull();
        else expect(income.yoy[i]).toBeCloseTo(yoy, 9);
      });
      near(sum(year.months, "income"), year.income, 12);
      near(sum(year.months, "netProfit"), year.netProfit, 12);
      const soFar = months.filter((month) => month.startsWith(year.year));
      expect(year.income).toBe(expected(q, soFar).mainBusinessIncome);
      const tile = home.cocBusinessBaseDateGroupByMonth[12];
      expect([tile.mainBusinessIncome, tile.notTaxProfit]).toEqual([income.current[12], profit.current[12]]);
      const depts = home.cocBusinessBaseDateGroupByDept;
      near(sum(depts, "mainBusinessIncome"), income.current[12], depts.length);
    }),
    { numRuns: runs(5) },
  );
});

test("gross less net profit is advertising, storage, other, losses and promotion less what was paid back", async () => {
  const [want] = await cockpit.db.query<{ less: string }>(
    `select sum((ad_spend + storage_fee + other_fee - reimburse_amt)
       * case currency when 'USD' then 7.1534 when 'EUR' then 8.0917 else 0.04871 end + stock_loss + promo_fee) as less
     from fact_trade_month where month = '2025-06-01'`,
  );
  const { summary } = await cockpit.get("getCocAmazonTradeReportByGroup", { reportMonth: "202506" });
  near(summary.grossProfit - summary.netProfit, Number(want?.less), 1);
});

test("history keeps the department in which a group sold", async () => {
  const groupsOf = async (reportMonth: string) =>
    (await cockpit.get("getCocAmazonTradeReportByDept", { reportMonth, groupId: "31" })).map(
      (dept: { deptId: string }) => dept.deptId,
    );
  expect(await groupsOf("202501")).toEqual(["11"]);
  expect(await groupsOf("202502")).not.toEqual(["11"]);
});
