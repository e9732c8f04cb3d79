import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount } from "#backend/domain/intake/figures.testing";
import type { TradeEntry } from "#backend/ledgers/facts/post";
import { given } from "../../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

// 利润报表 beside what it was (figures.md D.4): the span before, the year before, and where nothing is known.

let backend: TestBackend;
let stores: { us: string; de: string; group: string };
const tokens = new Map<string, string>();

/** What a day brought to a row of a store. */
const sold = (storeId: string, sellerSku: string, bizDate: string, sales: string, fee = "0"): TradeEntry[] => {
  const entry = { sourceType: "platformOrder", sourceNo: `${sellerSku} ${bizDate}`, storeId, sellerSku, bizDate };
  return [
    { ...entry, column: "units", amount: "1" },
    { ...entry, column: "item_sales", amount: sales },
    { ...entry, column: "product_cost", amount: "40.00" },
    { ...entry, column: "platform_fee", amount: fee },
    { ...entry, column: "estimated_fee", amount: fee },
  ];
};

beforeAll(async () => {
  backend = await testBackend();
  stores = await openAccount(backend);
  const { us, de, group } = stores;
  await backend.db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  await backend.db.query(
    "insert into exchange_rate (currency, effective_date, official_rate) values ('USD', '2025-01-01', 7), ('EUR', '2025-01-01', 8)",
  );
  await backend.db.query("update sys_user set group_ids = array[$1::bigint] where username = 'ops'", [group]);
  const { addTradeFacts } = await import("#backend/ledgers/facts/post");
  await backend.db.tx((sql) =>
    addTradeFacts(sql, [
      ...sold(us, "A-US", "2025-09-10", "10.00"),
      ...sold(us, "A-US", "2026-08-10", "20.00", "2.00"),
      ...sold(us, "B-US", "2026-08-31", "50.00"),
      ...sold(us, "A-US", "2026-09-01", "30.00"),
      ...sold(de, "A-DE", "2026-09-02", "30.00"),
      { ...given(sold(us, "*", "2026-08-05", "0")[0]), column: "other_fee", amount: "3.00" },
    ]),
  );
});
afterAll(() => backend.close());

type Row = Record<string, string | number | null>;
async function ask(call: string, query: Record<string, string>, who = "admin") {
  const token = tokens.get(who) ?? (await login(backend.url, who));
  tokens.set(who, token);
  const asked = new URLSearchParams({ current: "1", size: "100", ...query });
  const answer = await fetch(`${backend.url}/cockpit/profit${call}?${asked}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer;
}
async function list(level: string, query: Record<string, string>, who?: string) {
  const { data }: { data: { records: Row[]; summary: Row } } = await (await ask(`${level}/page`, query, who)).json();
  return data;
}
const head = async (level: string, query: Record<string, string>, who?: string) =>
  (await (await ask(`${level}/overview`, query, who)).json()).data;
const said = ({ records }: { records: Row[] }, name: string) =>
  records.map((r) => [r[name], r.income, r.incomeThen, r.incomeChange, r.netThen, r.netChange]).sort();

const SEPTEMBER = { dayFrom: "2026-09-01", dayTo: "2026-09-30" };

test("a whole month beside the month before, what is gone and what is new too", async () => {
  const found = await list("msku", { ...SEPTEMBER, versus: "before" });
  // 30 USD at 7.12, 20 at 7.15 less 40.00 and a fee of 2 USD; 30 EUR at 8.20.
  expect(said(found, "factSku")).toEqual([
    ["*", "0.00", "0.00", null, "-21.45", "100.00"],
    ["A-DE", "246.00", null, null, null, null],
    ["A-US", "213.60", "143.00", "49.37", "88.70", "95.72"],
    ["B-US", "0.00", "357.50", "-100.00", "317.50", "-100.00"],
  ]);
  for (const level of ["msku", "sku", "asin", "parent", "store", "group", "month"]) {
    const { summary } = await list(level, { ...SEPTEMBER, versus: "before" });
    expect([level, summary.incomeThen, summary.netThen]).toEqual([level, "500.50", "384.75"]);
    expect([level, summary.income]).toEqual([level, "459.60"]);
  }
  expect(await head("msku", { ...SEPTEMBER, versus: "before" })).toMatchObject({
    compared: { first: "2026-08-01", last: "2026-08-31", reaches: true },
  });
});

test("days beside as many days before, a year beside the year before", async () => {
  const days = { dayFrom: "2026-09-01", dayTo: "2026-09-02", versus: "before" };
  expect(await head("store", days)).toMatchObject({ compared: { first: "2026-08-30", last: "2026-08-31" } });
  expect((await list("store", days)).summary).toMatchObject({ income: "459.60", incomeThen: "357.50" });
  const year = { ...SEPTEMBER, versus: "lastYear" };
  expect((await list("store", year)).summary).toMatchObject({ income: "459.60", incomeThen: "70.00" });
  const february = { dayFrom: "2028-02-01", dayTo: "2028-02-29", versus: "lastYear" };
  expect(await head("store", february)).toMatchObject({ compared: { first: "2027-02-01", last: "2027-02-28" } });
});

test("by month each is beside its own", async () => {
  const query = { dayFrom: "2026-08-01", dayTo: "2026-09-30" };
  const months = async (versus: string) => said(await list("month", { ...query, versus }), "month");
  expect(await months("before")).toEqual([
    ["2026-08", "500.50", null, null, null, null],
    ["2026-09", "459.60", "500.50", "-8.17", "384.75", "-1.34"],
  ]);
  expect((await months("lastYear")).map(([month, , then]) => [month, then])).toEqual([
    ["2026-08", null],
    ["2026-09", "70.00"],
  ]);
});

test("where the facts do not reach back, or nothing is asked for, nothing is known", async () => {
  const early = { dayFrom: "2025-09-01", dayTo: "2025-09-30", versus: "before" };
  expect(said(await list("store", early), "storeText")).toMatchObject([
    [expect.any(String), "70.00", null, null, null, null],
  ]);
  expect(await head("store", early)).toMatchObject({ compared: { reaches: false } });
  const { records, summary } = await list("store", SEPTEMBER);
  expect(records.map((r) => [r.incomeThen, r.netChange])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(summary.incomeThen).toBeNull();
  const headers = async (query: Record<string, string>) => {
    const sheet = await readXlsx(new Uint8Array(await (await ask("store/export", query)).arrayBuffer()));
    return given(given(sheet.sheets[0]).rows[1]).map(String);
  };
  expect((await headers(SEPTEMBER)).filter((name) => name.includes("对比期"))).toEqual([]);
  expect((await headers({ ...SEPTEMBER, versus: "before" })).filter((name) => name.includes("对比期"))).toHaveLength(3);
});

test("months in their order and stores by income are drawn, the rows that the list has", async () => {
  const months = await head("month", { dayTo: "2026-09-30", versus: "before" });
  expect(months.curve.rows.map((r: Row) => [r.month, r.income, r.incomeThen])).toEqual([
    ["2025-09", "70.00", null],
    ["2025-10", "0.00", "70.00"],
    ["2026-08", "500.50", null],
    ["2026-09", "459.60", "500.50"],
  ]);
  const shown = (await list("store", SEPTEMBER)).records.map((r) => [r.storeText, r.netProfit]);
  const drawn = (await head("store", SEPTEMBER)).curve;
  expect(drawn.document).toBe("profit_store");
  expect(drawn.rows.map((r: Row) => [r.storeText, r.netProfit])).toEqual(shown);
  expect((await head("msku", SEPTEMBER)).curve).toBeNull();
});

test("what is left out is left out of both", async () => {
  const { summary } = await list("store", { ...SEPTEMBER, versus: "before", phase: "settled" });
  // Without the fee of 2 USD that is expected.
  expect([summary.incomeThen, summary.netThen]).toEqual(["500.50", "399.05"]);
});

test("a group compares its own alone, and another company nothing", async () => {
  const query = { ...SEPTEMBER, versus: "before" };
  const own = await list("msku", query, "ops");
  expect(own.records.map((r) => r.msku).sort()).toEqual(["A-DE", "A-US", "B-US"]);
  expect(own.summary).toMatchObject({ incomeThen: "500.50", netThen: "406.20" });
  expect(own.records.every((r) => r.productCost === undefined && r.stockLoss === undefined)).toBe(true);
  const august = { dayFrom: "2026-08-01", dayTo: "2026-08-31" };
  expect(await head("store", august, "ops")).toMatchObject({ estimated: "14.30", settledPercent: "0" });
  await backend.db.query("update store set tenant_id = 2 where id = any($1::bigint[])", [[stores.us, stores.de]]);
  for (const level of ["msku", "store", "month"]) expect((await list(level, query)).records).toEqual([]);
  expect(await head("store", query)).toMatchObject({ estimated: null, compared: { reaches: false } });
  expect((await ask("store/overview", query, "buyer")).status).toBe(403);
});
