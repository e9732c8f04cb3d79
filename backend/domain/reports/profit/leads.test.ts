// Long because every level is followed down to its entries in one world.
import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, type SaidOrder, takeOrders } from "#backend/domain/intake/figures.testing";
import type { TradeEntry } from "#backend/ledgers/facts/post";
import { documentNamed } from "#documents";
import { profitLevels } from "#documents/cockpit";
import { given } from "../../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { runs } from "../../../../tests/runs";

// Whatever a figure of 利润报表 leads to adds up to it: goods whose names begin alike, goods of no order,
// refunds of service, listings that are another SKU today.

const said = (no: string, day: string, sku: string, principal: string): SaidOrder => ({
  no: `114-0000000-000000${no}`,
  day,
  sku,
  qty: 1,
  principal,
  commission: "3.00",
  fba: "3.86",
  posted: "2026-08-20",
});

let backend: TestBackend;
let stores: { us: string; de: string; group: string };
const tokens = new Map<string, string>();
const tokenOf = async (who: string) => {
  const token = tokens.get(who) ?? (await login(backend.url, who));
  tokens.set(who, token);
  return token;
};
const summedLevels = profitLevels.map(({ name }) => name).filter((name) => name !== "profit_order");
const AUGUST = { dayFrom: "2026-08-01", dayTo: "2026-08-31" };
const PARTS = ["item_sales", "refund_amt", "platform_fee", "ad_spend", "other_fee", "product_cost"] as const;

type Added = Pick<TradeEntry, "column"> & Partial<Pick<TradeEntry, "sourceType" | "bizDate">>;
async function add(entries: readonly (Added & { store: string; sku: string; cents: number })[]) {
  const { addTradeFacts } = await import("#backend/ledgers/facts/post");
  await backend.db.tx((sql) =>
    addTradeFacts(
      sql,
      entries.map(({ store, sku, cents, ...entry }, i) => ({
        sourceType: "adsFee",
        sourceNo: `N${i}`,
        storeId: store,
        sellerSku: sku,
        bizDate: "2026-08-09",
        ...entry,
        amount: `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`,
      })),
    ),
  );
}

beforeAll(async () => {
  backend = await testBackend();
  stores = await openAccount(backend);
  const { db } = backend;
  await db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  // A SKU whose code begins as another's.
  await db.query(
    `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
     values ('FAB', 'FAB', 'approved', 'normal', 'pcs', '9.00')`,
  );
  await db.query("update sku_listing set sku_id = (select id from sku where sku_code = 'FAB') where msku = 'A-US-M'");
  await takeOrders(backend, stores.us, [
    said("1", "2026-08-10", "A-US", "19.99"),
    said("2", "2026-08-11", "A-US-M", "21.99"),
    said("3", "2026-08-12", "B-US", "49.99"),
  ]);
  await add([
    { store: stores.us, sku: "*", column: "other_fee", cents: 3999 },
    { store: stores.us, sku: "A-US", column: "ad_spend", cents: 615 },
    { store: stores.us, sku: "A-US-M", column: "ad_spend", cents: 311 },
  ]);
  const order = await db.one<{ id: string }>(
    "select id from platform_order where platform_order_no = '114-0000000-0000003'",
  );
  await db.query(
    `insert into cs_refund (no, platform_order_id, store_id, reason, refund_type, status)
     values ('TK1', $1, $2, 'other', 'full', 'done')`,
    [given(order).id, stores.us],
  );
  const { addTradeFacts } = await import("#backend/ledgers/facts/post");
  const refund = { sourceType: "csRefund", sourceNo: "TK1", storeId: stores.us, bizDate: "2026-08-25" };
  await db.tx((sql) => addTradeFacts(sql, [{ ...refund, sellerSku: "B-US", column: "refund_amt", amount: "10.00" }]));
});
afterAll(() => backend.close());

type Row = Record<string, string | number | null>;
async function list(document: string, query: Record<string, string>, who = "admin") {
  const asked = new URLSearchParams({ current: "1", size: "100", ...query });
  const answer = await fetch(`${backend.url}/cockpit/profit${document.replace("profit_", "")}/page?${asked}`, {
    headers: { authorization: `Bearer ${await tokenOf(who)}` },
  });
  const { data, msg }: { data?: { records: Row[]; summary: Row }; msg?: string } = await answer.json();
  if (!data) throw new Error(`${document}: ${msg}`);
  return data;
}

/** Every figure of the level that leads somewhere, and what it finds there. */
async function followed(name: string, query: Record<string, string> = {}): Promise<number> {
  let links = 0;
  for (const row of (await list(name, { ...AUGUST, ...query })).records)
    for (const [figure, f] of Object.entries(documentNamed(name).fields)) {
      const leads = typeof f.column === "object" ? f.column.leads : undefined;
      if (!leads || !Number(row[figure])) continue;
      const by = Object.entries(leads.by).flatMap(([to, from]) => (row[from] ? [[to, String(row[from])]] : []));
      const there = await list(leads.document, { ...Object.fromEntries(by), ...leads.where });
      // Entries of income and profits are of many kinds: only what is one part is their plain sum.
      if (leads.document === "profit_entry" && !leads.where?.part) continue;
      const found = there.summary[leads.document === "profit_entry" ? "cny" : figure];
      expect(Number(found), `${name} ${row.id} ${figure}`).toBe(Number(row[figure]));
      links++;
    }
  return links;
}

test.each(profitLevels.map((level) => level.name))("%s: what its figures lead to adds up to them", async (name) => {
  expect(await followed(name)).toBeGreaterThan(2);
});

test("stores and groups that a list was asked for go along", async () => {
  await takeOrders(backend, stores.de, [
    { ...said("9", "2026-08-15", "A-DE", "31.00"), no: "304-0000000-0000009", tax: "5.89" },
  ]);
  for (const { name } of profitLevels) {
    expect(await followed(name, { storeId: stores.de }), name).toBeGreaterThan(1);
    expect(await followed(name, { storeId: stores.de, groupId: stores.group }), name).toBeGreaterThan(1);
  }
  expect((await list("profit_sku", { ...AUGUST, storeId: stores.de })).records).toMatchObject([
    { skuCode: "FA", income: "251.10", askedStores: stores.de },
  ]);
});

test("kinds of entries that a list was asked for go along", async () => {
  const { addTradeFacts } = await import("#backend/ledgers/facts/post");
  await backend.db.query("update sys_param set value = '2026-07-31' where param_key = 'month_close_until'");
  const usd = { storeId: stores.us, sellerSku: "A-US" };
  const order = { ...usd, sourceType: "platformOrder", sourceNo: "114-0000000-0000001", bizDate: "2026-08-10" };
  const storage = { ...usd, sourceType: "fbaStorage", sourceNo: "202608", bizDate: "2026-08-31" };
  const late = { sourceType: "settlement", sourceNo: "JS9", bizDate: "2026-07-20", postedDate: "2026-08-14" };
  await backend.db.tx((sql) =>
    addTradeFacts(sql, [
      { ...order, column: "platform_fee", amount: "3.00" },
      { ...order, column: "estimated_fee", amount: "3.00" },
      { ...storage, column: "storage_fee", amount: "4.00" },
      { ...storage, column: "estimated_fee", amount: "4.00" },
      { ...late, storeId: stores.us, sellerSku: "B-US", column: "storage_fee", amount: "2.50" },
      { ...late, storeId: stores.us, sellerSku: "A-US", column: "refund_amt", amount: "1.00" },
    ]),
  );
  const plain = (await list("profit_store", AUGUST)).summary;
  for (const [asked, income, net] of [
    [{ phase: "settled" }, 0, 7],
    [{ late: "without" }, 1, 3.5],
    [{ phase: "settled", late: "without" }, 1, 10.5],
  ] as const)
    for (const name of summedLevels) {
      const { summary } = await list(name, { ...AUGUST, ...asked });
      expect(Number(summary.income), name).toBeCloseTo(Number(plain.income) + income * 7.15, 2);
      expect(Number(summary.netProfit), name).toBeCloseTo(Number(plain.netProfit) + net * 7.15, 2);
      await followed(name, asked);
    }
  const settled = (await list("profit_msku", { ...AUGUST, phase: "settled" })).records;
  expect(new Set(settled.map((r) => r.basis))).not.toContain("estimated");
});

test("a listing that is another SKU today counts there, and is found there", async () => {
  await backend.db.query(
    "update sku_listing set sku_id = (select id from sku where sku_code = 'FAB') where msku = 'B-US'",
  );
  const { records } = await list("profit_sku", AUGUST);
  expect(records.map((r) => [r.skuCode, r.units]).sort()).toEqual([
    ["FA", 2],
    ["FAB", 2],
    ["未分配", 0],
  ]);
  await followed("profit_sku");
});

test("entries of what goods cost are for who may see it in the lists", async () => {
  await backend.db.query("update sys_user set group_ids = array[$1::bigint] where username = 'ops'", [stores.group]);
  const ask = { bizDateFrom: "2026-08-01", bizDateTo: "2026-08-31" };
  const parts = async (who: string) =>
    new Set((await list("profit_entry", ask, who)).records.map((r) => String(r.part)));
  expect(await parts("admin")).toContain("product_cost");
  const own = await parts("ops");
  expect(own).toContain("item_sales");
  expect(own).not.toContain("product_cost");
  expect((await list("profit_entry", { ...ask, part: "product_cost" }, "ops")).records).toEqual([]);
});

test("goods of another tenant with the same code lend neither name nor link", async () => {
  await backend.db.query("update sku set tenant_id = 2 where sku_code = 'FAB'");
  const row = (await list("profit_sku", AUGUST)).records.find((r) => r.skuCode === "FAB");
  expect([row?.skuName, row?.skuDocument]).toEqual([null, null]);
  await backend.db.query("update sku set tenant_id = 1 where sku_code = 'FAB'");
});

test.each(profitLevels.map((level) => level.name))("%s: the export has the rows and figures shown", async (name) => {
  const screen = await list(name, AUGUST);
  const answer = await fetch(
    `${backend.url}/cockpit/profit${name.replace("profit_", "")}/export?${new URLSearchParams(AUGUST)}`,
    { headers: { authorization: `Bearer ${await tokenOf("admin")}` } },
  );
  expect(answer.status).toBe(200);
  const [sheet] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets;
  const [, headers = [], ...lines] = given(sheet).rows;
  const at = (label: string) => headers.findIndex((h) => String(h).startsWith(label));
  for (const [label, key] of [
    ["收入", "income"],
    ["净利润", "netProfit"],
  ] as const)
    expect(lines.map((line) => Number(line[at(label)]))).toEqual(screen.records.map((r) => Number(r[key])));
});

test("what a store pays besides is shared by income, to the cent, and stays where nothing was earned", async () => {
  await backend.db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  const us = { store: stores.us };
  await add([
    // 10.00 USD × 7.15 = 71.50 over incomes of 1 : 1 : 1: 23.83, 23.83 and the rest, 23.84.
    { ...us, sku: "*", column: "other_fee", cents: 1000 },
    { ...us, sku: "A-US", column: "item_sales", cents: 2000 },
    { ...us, sku: "A-US-M", column: "item_sales", cents: 2000 },
    { ...us, sku: "C-US", column: "item_sales", cents: 2000 },
    { ...us, sku: "B-US", column: "refund_amt", cents: 500 },
    { store: stores.de, sku: "*", column: "other_fee", cents: 700 },
  ]);
  const ask = { ...AUGUST, spread: "yes" };
  const shared = await list("profit_msku", ask);
  const rows = shared.records.map((r) => [
    r.storeId === stores.us ? "US" : "DE",
    r.factSku,
    r.netProfit,
    r.spreadProfit,
  ]);
  expect(rows.sort()).toEqual([
    ["DE", "*", "-56.70", "-56.70"],
    ["US", "*", "-71.50", "0.00"],
    ["US", "A-US", "143.00", "119.17"],
    ["US", "A-US-M", "143.00", "119.17"],
    ["US", "B-US", "-35.75", "-35.75"],
    ["US", "C-US", "143.00", "119.16"],
  ]);
  expect(shared.summary.spreadProfit).toBe(shared.summary.netProfit);
  expect((await list("profit_msku", { ...ask, msku: "C-US" })).records).toMatchObject([{ spreadProfit: "119.16" }]);
  expect((await list("profit_msku", AUGUST)).records.map((r) => r.spreadProfit)).toEqual(rows.map(() => null));
  // A group does not see what the store pays, nor its part of it.
  const own = (await list("profit_msku", ask, "ops")).records;
  expect(own.map((r) => r.spreadProfit)).toEqual(own.map((r) => r.netProfit));
  expect(own).toHaveLength(4);
});

test("whatever is posted, every level and the cockpit have the same sums", async () => {
  const entry = fc.record({
    goods: fc.constantFrom(
      ...(["A-US", "A-US-M", "B-US", "C-US", "*"] as const).map((sku) => ({ store: stores.us, sku })),
      ...(["A-DE", "B-DE", "*"] as const).map((sku) => ({ store: stores.de, sku })),
    ),
    column: fc.constantFrom(...PARTS),
    cents: fc.integer({ min: -99_999, max: 99_999 }).filter((n) => n !== 0),
    // A commission of an order is expected; July is closed, what is about it lands in August.
    sourceType: fc.constantFrom("adsFee", "platformOrder"),
    bizDate: fc.constantFrom("2026-08-09", "2026-07-20"),
  });
  const asks = fc.constantFrom<Record<string, string>[]>(
    { phase: "settled" },
    { late: "without" },
    { phase: "settled", late: "without" },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), asks, async (entries, asked) => {
      await backend.db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
      await add(entries.map(({ goods, ...e }) => ({ ...goods, ...e })));
      const answer = await fetch(
        `${backend.url}/cockpit/cocBusinessReport/getCocAmazonTradeReportByModel?reportMonth=202608&current=1&size=50`,
        { headers: { authorization: `Bearer ${await tokenOf("admin")}` } },
      );
      const { data }: { data: { summary: Row } } = await answer.json();
      const settled = entries.filter((e) => e.sourceType !== "platformOrder" || e.column !== "platform_fee");
      const left = (asked.phase ? settled : entries).filter((e) => !asked.late || e.bizDate > "2026-08-01");
      const net = left.reduce((sum, { goods, column, cents }) => {
        const rate = column === "product_cost" ? 100 : goods.store === stores.de ? 810 : 715;
        return sum + (column === "item_sales" ? cents : -cents) * rate;
      }, 0);
      for (const name of summedLevels) {
        const some = Number((await list(name, { ...AUGUST, ...asked })).summary.netProfit ?? 0);
        expect(Math.round(some * 100), name).toBe(Math.sign(net) * Math.round(Math.abs(net) / 100));
        const { summary } = await list(name, AUGUST);
        for (const [here, there] of [
          ["income", "mainBusinessIncome"],
          ["grossProfit", "grossProfit"],
          ["netProfit", "netProfit"],
        ] as const)
          expect(Number(summary[here]), `${name} ${here}`).toBe(Number(data.summary[there]));
      }
    }),
    { numRuns: runs(5) },
  );
});
