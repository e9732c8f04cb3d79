import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type SaidOrder, takeOrders } from "#backend/domain/intake/figures.testing";
import { DE, US } from "#backend/domain/intake/figures-world.testing";
import { given } from "../../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

// 利润报表 (figures.md D.4): every level adds up to the same, every figure to its entries.

const ORDERS: SaidOrder[] = [
  ...US.slice(0, 3),
  {
    no: "114-0000000-0000004",
    day: "2026-09-02",
    sku: "C-US",
    qty: 1,
    principal: "79.99",
    commission: "12.00",
    fba: "8.66",
    posted: "2026-09-03",
  },
];
const GERMAN = DE.slice(2);
const LEVELS = ["msku", "sku", "asin", "store", "group", "month"];

let backend: TestBackend;
let stores: { us: string; de: string; group: string };
const tokens = new Map<string, string>();
beforeAll(async () => {
  backend = await testBackend();
  stores = await openAccount(backend);
  await backend.db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  await takeOrders(backend, stores.us, ORDERS);
  await takeOrders(backend, stores.de, GERMAN);
  // What a store pays besides, a cost by day that no document says, and ads of a SKU.
  await backend.db.tx(async (sql) => {
    const { addTradeFacts } = await import("#backend/ledgers/facts/post");
    const entry = { sourceType: "settlement", sourceNo: "JS1", storeId: stores.us, bizDate: "2026-08-05" };
    await addTradeFacts(sql, [
      { ...entry, sellerSku: "*", column: "other_fee", amount: "39.99" },
      { ...entry, sellerSku: "A-US", column: "ad_spend", amount: "6.15" },
      { ...entry, sellerSku: "A-US", column: "stock_loss", amount: "46.50" },
    ]);
  });
});
afterAll(() => backend.close());

interface Listed {
  records: Record<string, string | null>[];
  summary: Record<string, string>;
  total?: number;
  pages?: number;
  msg?: string;
}
async function list(level: string, query: Record<string, string> = {}, who = "admin"): Promise<Listed> {
  const token = tokens.get(who) ?? (await login(backend.url, who));
  tokens.set(who, token);
  const asked = new URLSearchParams({ current: "1", size: "100", ...query });
  const answer = await fetch(`${backend.url}/cockpit/profit${level}/page?${asked}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data, msg } = await answer.json();
  return data ?? { records: [], summary: {}, msg };
}
const AUGUST = { dayFrom: "2026-08-01", dayTo: "2026-08-31" };

test("a month by hand: income, gross and net in CNY", async () => {
  const { records } = await list("msku", AUGUST);
  const row = given(records.find((r) => r.msku === "A-US"));
  // (19.99 + 39.98 − 4.00) USD × 7.15 = 400.19; goods 3 × 40.00; ads 6.15 × 7.15 = 43.97; lost 46.50.
  expect(row).toMatchObject({
    units: 3,
    income: "400.19",
    grossProfit: "280.19",
    netProfit: "189.71",
    missing: "头程费用、平台佣金、配送费、仓储费",
  });
  expect(records.find((r) => r.msku === "未分配")).toMatchObject({
    skuCode: "未分配",
    groupId: null,
    netProfit: "-285.93",
  });
  const german = given(records.find((r) => r.msku === "A-DE"));
  // (71.40 − 5.00 − 11.40) EUR × 8.10.
  expect(german).toMatchObject({ income: "445.50" });
});

test("every level adds up to the same, whatever is asked for", async () => {
  const [want] = await backend.db.query<{ income: string; net: string; units: number }>(
    `select round(sum((item_sales + shipping_income - promo_amt - refund_amt - vat_amt) * r), 2)::text as income,
       round(sum((item_sales + shipping_income - promo_amt - refund_amt - vat_amt - platform_fee - fulfill_fee - ad_spend
         - storage_fee - other_fee + reimburse_amt) * r - product_cost - first_leg_cost - stock_loss - promo_fee), 2)::text as net,
       sum(units)::int as units
     from (select *, case when currency = 'EUR' then 8.10 else 7.15 end as r from fact_trade_daily
       where biz_date between '2026-08-01' and '2026-08-31') f`,
  );
  for (const level of LEVELS) {
    const { summary } = await list(level, AUGUST);
    expect([level, Number(summary.units)]).toEqual([level, want?.units]);
    expect([summary.income, summary.netProfit]).toEqual([want?.income, want?.net]);
  }
  const filtered = await Promise.all(LEVELS.map((level) => list(level, { ...AUGUST, storeId: stores.de })));
  expect(new Set(filtered.map((f) => f.summary.income))).toEqual(new Set(["445.50"]));
});

test("by month each row is of its own days, thirteen of them unless asked", async () => {
  const { records } = await list("month", { dayTo: "2026-09-30" });
  expect(records.map((r) => [r.month, r.firstDay, r.lastDay, r.units])).toEqual([
    ["2026-09", "2026-09-01", "2026-09-30", 1],
    ["2026-08", "2026-08-01", "2026-08-31", 7],
  ]);
});

test("by order: its own entries alone", async () => {
  const { records } = await list("order", AUGUST);
  expect(records.map((r) => [r.orderNo, r.income]).sort()).toEqual([
    ["114-0000000-0000001", "142.93"],
    ["114-0000000-0000002", "257.26"],
    ["114-0000000-0000003", "400.26"],
    ["304-0000000-0000010", "445.50"],
  ]);
  expect(records[0]).toMatchObject({ orderDocument: "platform_order" });
});

test("by order: its pages follow each other in any order, each with the sums of all and of what was looked for", async () => {
  const whole = await list("order", { ...AUGUST, descs: "income" });
  // A sum is exact and rounded once: the rows that are shown are a cent more.
  expect(whole.summary).toMatchObject({ units: "7", income: "1245.94" });
  const pages = await Promise.all(
    ["1", "2", "3"].map((current) => list("order", { ...AUGUST, descs: "income", size: "2", current })),
  );
  expect(pages.map(({ total, pages: all }) => [total, all])).toEqual([
    [4, 2],
    [4, 2],
    [4, 2],
  ]);
  expect(pages.flatMap(({ records }) => records)).toEqual(whole.records);
  expect(pages.map(({ summary }) => summary)).toEqual(pages.map(() => whole.summary));
  const german = await list("order", { ...AUGUST, orderNo: "304-" });
  expect(german).toMatchObject({ total: 1, summary: { income: "445.50" } });
  expect(await list("order", { ...AUGUST, orderNo: "999-" })).toMatchObject({ total: 0, records: [] });
});

test("entries add up to their figure, those that were loaded by the day too", async () => {
  const row = given((await list("msku", AUGUST)).records.find((r) => r.msku === "A-US"));
  const days = { bizDateFrom: row.firstDay ?? "", bizDateTo: row.lastDay ?? "" };
  const of = { ...days, storeId: stores.us, msku: "A-US" };
  const sold = await list("entry", { ...of, part: "item_sales" });
  expect(sold.records).toHaveLength(2);
  // 59.97 × 7.15 = 428.7855, whose parts are 142.9285 and 285.857.
  expect(sold.summary.cny).toBe("428.79");
  expect(sold.records.map((r) => r.cny).sort()).toEqual(["142.93", "285.86"]);
  expect((await list("entry", { ...of, part: "stock_loss" })).records).toMatchObject([
    { amount: "46.50", currency: "CNY", sourceNo: "JS1" },
  ]);
  await backend.db.query(
    "update fact_trade_daily set storage_fee = storage_fee + 1.5 where store_id = $1 and seller_sku = 'A-US' and biz_date = '2026-08-10'",
    [stores.us],
  );
  expect((await list("entry", { ...of, part: "storage_fee" })).records).toMatchObject([
    { amount: "1.50", sourceNo: "日数据汇入" },
  ]);
});

test("a group sees its own alone, costs are for who may see them, a rate that lacks is said", async () => {
  await backend.db.query("update sys_user set group_ids = array[$1::bigint] where username = 'ops'", [stores.group]);
  const own = await list("store", AUGUST, "ops");
  expect(own.records.length).toBeGreaterThan(0);
  expect((await list("msku", AUGUST, "ops")).records.find((r) => r.msku === "未分配")).toBeUndefined();
  expect((await list("msku", AUGUST, "ops")).records[0]?.productCost ?? null).toBeNull();
  expect((await list("msku", AUGUST, "buyer")).msg).toBe("当前操作没有权限");
  await backend.db.query("delete from exchange_rate where currency = 'EUR'");
  expect((await list("store", AUGUST)).msg).toBe("缺少EUR202608的汇率");
});
