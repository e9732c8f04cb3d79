import Big from "big.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cockpit, type Fact, openCockpit } from "./facts.testing";
import { monthsOf, shift } from "./months";

const RATES: Record<string, number> = { USD: 7.1534, EUR: 8.0917, JPY: 0.04871 };

// group, store, its site, region, currency, model, first month
const SOLD: [number, number, string, string, string, string, string][] = [
  [1, 1, "US", "NA", "USD", "A", "202401"],
  [1, 2, "US", "NA", "USD", "B", "202401"],
  [1, 9, "DE", "EU", "EUR", "B", "202406"],
  [2, 1, "US", "NA", "USD", "A", "202401"],
  [11, 2, "US", "NA", "USD", "C", "202403"],
  [21, 9, "DE", "EU", "EUR", "A", "202401"],
  [22, 11, "FR", "EU", "EUR", "D", "202501"],
  [31, 10, "DE", "EU", "EUR", "B", "202401"],
  [41, 19, "JP", "JP", "JPY", "A", "202401"],
  [42, 20, "JP", "JP", "JPY", "E", "202409"],
];
const COLUMNS = {
  ...{ item_sales: 90000, shipping_income: 900, promo_amt: 2000, refund_amt: 5000, vat_amt: 7000 },
  ...{
    platform_fee: 13000,
    fulfill_fee: 14000,
    storage_fee: 1500,
    ad_spend: 11000,
    other_fee: 500,
  },
  ...{ product_cost: 190000, first_leg_cost: 40000, promo_fee: 3000, units: 500, orders: 450 },
};

let seed = 7;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
/** Group 31 sold for another department and division before it moved. */
const moved = (group: number, month: string) =>
  group === 31 && month < "202502" ? { dept_id: "11", division_id: "10" } : {};
const FACTS: Fact[] = SOLD.flatMap(([group_id, store_id, , , currency, model_code, first]) =>
  monthsOf(first, "202506")
    .filter((month) => month !== "202412")
    .map((month) => ({
      ...{ month, group_id, store_id, currency, model_code, ...moved(group_id, month) },
      ...Object.fromEntries(
        Object.entries(COLUMNS).map(([column, most]) => [
          column,
          /s$/.test(column) && most < 1000
            ? Math.floor(random() * most)
            : (random() * most * (currency === "JPY" ? 150 : 1)).toFixed(4),
        ]),
      ),
    })),
);

let cockpit: Cockpit;
beforeAll(async () => {
  cockpit = await openCockpit(FACTS, RATES);
  // One group with a target sells nothing.
  await cockpit.db.query(
    "update ops_group set monthly_income_target = case when id in (1, 21, 50) then 50000 end",
  );
});
afterAll(() => cockpit.close());

const some = <T>(...values: T[]) =>
  fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined, freq: 2 });
const question = fc.record({
  month: fc.constantFrom<string>("202501", "202503", "202505", "202506"),
  months: fc.constantFrom(1, 1, 1, 3),
  groupId: some("1", "2", "11", "21", "22", "31", "41"),
  storeId: some("1", "2", "9", "10", "20"),
  regionCode: some("NA", "EU", "JP"),
  siteCode: some("US", "DE", "FR", "JP"),
  modelCode: some("A", "B", "C", "E"),
});
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

function paramsOf({ month, months, ...filters }: Question) {
  const params: Record<string, string> =
    months === 1
      ? { reportMonth: month }
      : { startMonth: shift(month, 1 - months), endMonth: month };
  for (const [name, values] of Object.entries(filters)) if (values) params[name] = values.join(",");
  return params;
}

const PLACE = new Map(SOLD.map(([, store, site, region]) => [store, { site, region }]));
const asked = (q: Question, f: Fact) => {
  const { site = "", region = "" } = PLACE.get(f.store_id) ?? {};
  const has = (values: string[] | undefined, value: string | number) =>
    !values || values.includes(String(value));
  return (
    has(q.groupId, f.group_id) &&
    has(q.storeId, f.store_id) &&
    has(q.modelCode, f.model_code) &&
    has(q.siteCode, site) &&
    has(q.regionCode, region)
  );
};
/** The measures again, row by row, from what was written. */
function expected(q: Question, months: string[]) {
  let [income, gross, net] = [new Big(0), new Big(0), new Big(0)];
  for (const f of FACTS.filter((f) => months.includes(f.month) && asked(q, f))) {
    const sum = (...columns: string[]) =>
      columns.reduce((s, c) => s.plus(String(f[c])), new Big(0));
    const rate = RATES[f.currency] ?? 0;
    const sold = sum("item_sales", "shipping_income").minus(
      sum("promo_amt", "refund_amt", "vat_amt"),
    );
    const own = sold.minus(sum("platform_fee", "fulfill_fee")).times(rate);
    const profit = own.minus(sum("product_cost", "first_leg_cost"));
    const after = sum("ad_spend", "storage_fee", "other_fee").times(rate);
    income = income.plus(sold.times(rate));
    gross = gross.plus(profit);
    net = net.plus(profit.minus(after).minus(sum("promo_fee")));
  }
  const [i, g, n] = [income, gross, net].map((v) => Number(v.round(2, Big.roundHalfUp)));
  return { mainBusinessIncome: i, grossProfit: g, netProfit: n };
}

type Row = Record<string, number>;
const sum = (rows: Row[], key: string) => rows.reduce((s, r) => s + (r[key] ?? 0), 0);
const near = (found: number, wanted: number, rows: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(0.01 * rows + 1e-6);

async function allPages(name: string, params: Record<string, string>) {
  const first = await cockpit.get(name, { ...params, size: "4" });
  const records: Row[] = [...first.records];
  for (let current = 2; current <= first.pages; current++)
    records.push(
      ...(await cockpit.get(name, { ...params, size: "4", current: String(current) })).records,
    );
  expect(records).toHaveLength(first.total);
  return { records, summary: first.summary as Row };
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
      const tables = [groups.records, models.records, depts, ...ranks] as Row[][];
      for (const rows of tables)
        for (const key of ["mainBusinessIncome", "netProfit"] as const)
          near(sum(rows, key), want[key] ?? 0, rows.length);
      for (const dept of depts)
        near(sum(dept.groups, "grossProfit"), dept.grossProfit, dept.groups.length);

      const top = await allPages("groupNetProfitRankingPage", params);
      const ids = (rows: object[], key: string) =>
        rows.map((r) => (r as Record<string, string>)[key]);
      expect(ids(top.records, "code")).toEqual(ids(groups.records, "groupId"));
      if ((want.mainBusinessIncome ?? 0) > 0) {
        for (const rows of ranks) expect(sum(rows, "share")).toBeCloseTo(1, 6);
        expect(models.records.at(-1)?.cumShare).toBe(1);
      }
      if ((want.netProfit ?? 0) > 0) expect(sum(top.records, "share")).toBeCloseTo(1, 6);

      const place = (rows: { code: string; rank: number }[]) =>
        new Map(rows.map((r) => [r.code, r.rank]));
      const before = { ...q, month: shift(q.month, -q.months) };
      const last = place(await cockpit.get("sitRanking", paramsOf(before)));
      for (const r of ranks[2]) expect(r.lastRank).toBe(last.get(r.code) ?? null);
    }),
    { numRuns: 10 },
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
      expect(both.summary).toEqual({ income: all.mainBusinessIncome, netProfit: all.netProfit });
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
      expect([tile.mainBusinessIncome, tile.notTaxProfit]).toEqual([
        income.current[12],
        profit.current[12],
      ]);
      const depts = home.cocBusinessBaseDateGroupByDept;
      near(sum(depts, "mainBusinessIncome"), income.current[12], depts.length);
    }),
    { numRuns: 10 },
  );
});

test("gross less net profit is advertising, storage, other and promotion", async () => {
  const [want] = await cockpit.db.query<{ less: string }>(
    `select sum((ad_spend + storage_fee + other_fee)
       * case currency when 'USD' then 7.1534 when 'EUR' then 8.0917 else 0.04871 end + promo_fee) as less
     from fact_trade_month where month = '2025-06-01'`,
  );
  const { summary } = await cockpit.get("getCocAmazonTradeReportByGroup", {
    reportMonth: "202506",
  });
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
