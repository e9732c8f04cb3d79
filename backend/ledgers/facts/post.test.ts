import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { insertListings } from "./listings.testing";
import { MEASURES, MONTH_KEY, refreshMonths } from "./months";
import { postTradeFacts, type TradeEntry } from "./post";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  await insertListings(
    db,
    numbers.map((n) => ({ storeId: 1 + (n % 2), groupId: 1 + (n % 3) })),
  );
});
afterAll(() => db.close());
beforeEach(() => db.query("truncate fact_trade_daily, fact_trade_month, fact_source"));

const entry = (n: number, day: string, more: Partial<TradeEntry> = {}): TradeEntry => ({
  sourceType: "platformOrder",
  sourceNo: `O${n}`,
  bizDate: day,
  storeId: String(1 + (n % 2)),
  sellerSku: `S${n}`,
  column: "item_sales",
  amount: "10.1234",
  ...more,
});
const post = (...entries: TradeEntry[]) => db.tx((sql) => postTradeFacts(sql, entries));
const months = () =>
  db.query(`select month, ${MONTH_KEY}, ${MEASURES.join(", ")} from fact_trade_month order by 1, 2, 5, 6`);

/** Sources, days and months say the same. */
async function agree() {
  for (const column of MEASURES)
    expect(
      await db.query(
        `select * from (select biz_date, store_id, seller_sku, sum(amount) as v from fact_source
            where column_name = '${column}' group by 1, 2, 3) s
          full join fact_trade_daily f using (biz_date, store_id, seller_sku)
          where coalesce(s.v, 0) <> coalesce(f.${column}, 0)`,
      ),
    ).toEqual([]);
  const kept = await months();
  await db.tx((sql) => refreshMonths(sql, "2025-01-01", "2025-12-31"));
  expect(await months()).toEqual(kept);
}

test("an event is posted once, its row stamped from the listing", async () => {
  const order = [
    entry(1, "2025-05-31"),
    entry(1, "2025-05-31", { column: "units", amount: "2" }),
    entry(1, "2025-05-31", { column: "units", amount: "1" }),
    entry(1, "2025-06-02", { column: "refund_amt", amount: "5" }),
  ];
  expect(await post(...order)).toBe(3);
  expect(await post(...order)).toBe(0);
  expect(
    await db.one(
      "select units, item_sales, site_code, region_code, group_id, model_code, currency from fact_trade_daily where biz_date = '2025-05-31'",
    ),
  ).toEqual({
    units: 3,
    item_sales: "10.1234",
    site_code: "US",
    region_code: "NA",
    group_id: "2",
    model_code: "MODEL",
    currency: "USD",
  });
  await agree();
});

test("a row keeps its dimensions when the listing moves; a new day takes the new ones", async () => {
  await post(entry(2, "2025-05-01"));
  await db.query("update sku_listing set group_id = 60 where msku = 'S2'");
  await post(entry(2, "2025-05-01", { sourceNo: "later" }), entry(2, "2025-05-02"));
  expect(await db.query("select group_id, item_sales from fact_trade_daily order by biz_date")).toEqual([
    { group_id: "3", item_sales: "20.2468" },
    { group_id: "60", item_sales: "10.1234" },
  ]);
  await db.query("delete from sku_listing where msku = 'S2'");
  await post(entry(2, "2025-05-01", { sourceNo: "last" }));
  await agree();
});

test("a SKU that the store does not sell is refused, and nothing is written", async () => {
  await expect(post(entry(3, "2025-05-01"), entry(9, "2025-05-01"))).rejects.toMatchObject({
    status: 409,
    message: "亚马逊美国2店没有平台SKU S9",
  });
  expect(await db.query("select 1 from fact_source")).toEqual([]);
});

test("many at once, over the same days in any order, with replays", async () => {
  const day = (n: number) => `2025-0${1 + (n % 3)}-1${n % 5}`;
  const batch = (n: number) =>
    [0, 1, 2, 3].map((i) =>
      entry(1 + ((n * (i + 3)) % 8 === 1 ? 3 : (n * (i + 3)) % 8), day(n + i), { sourceNo: `B${n}-${i}` }),
    );
  const valid = (n: number) => batch(n).filter((e) => e.sellerSku !== "S2");
  await Promise.all(Array.from({ length: 24 }, (_, n) => post(...valid(n % 16))));
  const wanted = Array.from({ length: 16 }, (_, n) => valid(n).length).reduce((a, b) => a + b);
  expect(await db.one("select count(*)::int as n, sum(amount) as s from fact_source")).toEqual({
    n: wanted,
    s: (wanted * 10.1234).toFixed(4),
  });
  await agree();
});

test("what a closed month brings lands in the open one and says its day; the same again changes nothing", async () => {
  await post(entry(1, "2025-05-10"));
  const until = "update sys_param set value = $1 where param_key = 'month_close_until'";
  await db.query(until, ["2025-05-31"]);
  const late = [
    entry(1, "2025-05-20", { sourceNo: "late", amount: "1" }),
    entry(1, "2025-05-21", { sourceNo: "told", amount: "2", postedDate: "2025-06-15" }),
    entry(1, "2025-06-03", { sourceNo: "open", amount: "3" }),
    entry(1, "2025-05-10"),
  ];
  expect(await post(...late)).toBe(3);
  await db.query(until, ["2025-06-30"]);
  expect(await post(...late)).toBe(0);
  await db.query(until, [null]);
  const found = await db.query(
    "select source_no, biz_date::text, ref_date::text, amount from fact_source order by source_no, biz_date",
  );
  expect(found).toEqual([
    { source_no: "O1", biz_date: "2025-05-10", ref_date: null, amount: "10.1234" },
    { source_no: "late", biz_date: "2025-06-01", ref_date: "2025-05-20", amount: "1.0000" },
    { source_no: "open", biz_date: "2025-06-03", ref_date: null, amount: "3.0000" },
    { source_no: "told", biz_date: "2025-06-15", ref_date: "2025-05-21", amount: "2.0000" },
  ]);
  await agree();
});

test("a store has a row of its own for what no SKU bears", async () => {
  await db.query("update store set dept_id = 5 where id = 1");
  await post(entry(2, "2025-05-01", { sellerSku: "*", column: "other_fee" }));
  expect(
    await db.one("select group_id, dept_id, sku_code, model_code, other_fee, currency from fact_trade_daily"),
  ).toEqual({ group_id: "0", dept_id: "5", sku_code: "*", model_code: "*", other_fee: "10.1234", currency: "USD" });
  await agree();
});
