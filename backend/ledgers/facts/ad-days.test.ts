import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { pairedAdvertised, placeAdvertised, takeAdDays, unknownAdvertised } from "./ad-days";
import type { AdAccount, AdDays } from "./ad-names";
import { insertListings } from "./listings.testing";

// 9 June in Los Angeles: its 10 June has begun in Shanghai.
const NOW = "2025-06-10 06:00:00+08";
const DAY = "2025-06-08";
let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await insertListings(db, [
    { storeId: 1, groupId: 5 },
    { storeId: 1, groupId: 5 },
    { storeId: 1, groupId: 6 },
  ]);
  await db.query(`insert into ad_campaign (campaign_id, store_id, profile_id, group_id, campaign_name, ad_product,
      targeting_type, state, daily_budget) values (1, 1, 'P', 5, 'one', 'SP', 'manual', 'ENABLED', 9)`);
});
/** What advertising of each listing sold is what the products of its campaigns did, whatever was told again. */
async function listingsAgree() {
  const kept = "select store_id, rpt_date, lower_sku, currency_code, units, sales from fact_ad_listing";
  const told = `select c.store_id, p.rpt_date, lower(p.advertised_sku), min(p.currency_code), sum(p.units)::bigint,
      sum(p.sales)::numeric(18, 4) from fact_ad_product_daily p join ad_campaign c using (campaign_id) group by 1, 2, 3`;
  expect(
    await db.query(`(${told} except ${kept}) union all (${kept} where (units, sales) <> (0, 0) except ${told})`),
  ).toEqual([]);
  expect(await db.query(`${kept} where sales > 0`)).not.toEqual([]);
}
afterAll(async () => {
  await listingsAgree();
  await db.close();
});

const measured = (clicks: number, cost: string) => ({
  impressions: 500,
  clicks,
  cost,
  conversions: 1,
  sales: "20",
  units: 1,
});
const SP: AdAccount = { tenantId: "1", storeId: "1", profileId: "P", adProduct: "SP" };
const campaign = (campaignId: string, cost: string, rptDate = DAY) => ({ rptDate, campaignId, ...measured(9, cost) });
const product = (campaignId: string, advertisedSku: string, cost: string, rptDate = DAY) => ({
  rptDate,
  campaignId,
  adGroupId: "1",
  advertisedSku,
  ...measured(9, cost),
});
const take = (given: Omit<AdDays, "days"> & { days?: string[] }, account = SP, now = NOW) =>
  db.tx((sql) => takeAdDays(sql, account, { days: [DAY], ...given }, now));
/** Spend by row of the trade facts, and what its sources add up to. */
const spend = async () => {
  const rows = await db.query<{ sku: string; spend: string }>(
    `select seller_sku as sku, sum(ad_spend)::text as spend from fact_trade_daily group by 1
     having sum(ad_spend) <> 0 order by 1`,
  );
  expect(
    await db.query(`select * from (select biz_date, store_id, seller_sku, ad_spend from fact_trade_daily) f
       full join (select biz_date, store_id, seller_sku, sum(amount) as v from fact_source
         where column_name = 'ad_spend' group by 1, 2, 3) s using (biz_date, store_id, seller_sku)
       where coalesce(f.ad_spend, 0) <> coalesce(s.v, 0)`),
  ).toEqual([]);
  return Object.fromEntries(rows.map((r) => [r.sku, r.spend]));
};

test("by advertised SKU, in whatever letters; what campaigns cost beside them is the store's; again it is the same", async () => {
  const given = {
    campaigns: [campaign("1", "10.05")],
    products: [product("1", "S1", "6.40"), product("1", "s2", "3.10")],
  };
  await take(given);
  expect(await spend()).toEqual({ "*": "0.5500", S1: "6.4000", S2: "3.1000" });
  const stamp = () => db.query("select xmin::text, * from fact_source order by 2, 3, 4, 5, 6");
  const before = [await stamp(), await db.query("select xmin::text from fact_ad_product_daily order by 1")];
  await take(given);
  expect([await stamp(), await db.query("select xmin::text from fact_ad_product_daily order by 1")]).toEqual(before);
  await take({ products: [product("1", "S1", "6.40"), product("1", "s2", "5.10")] });
  expect(await spend()).toEqual({ "*": "-1.4500", S1: "6.4000", S2: "5.1000" });
  expect(await db.one("select sum(ad_spend) as spend from fact_trade_month")).toEqual({ spend: "10.0500" });
});

test("a report is whole: what a newer one lacks becomes zero, other levels and other days stay", async () => {
  const other = "2025-06-07";
  await take({ days: [other], campaigns: [campaign("1", "2", other)], products: [product("1", "S1", "2", other)] });
  await take({ products: [product("1", "S1", "6.40")] });
  expect(await spend()).toEqual({ "*": "3.6500", S1: "8.4000" });
  await take({ products: [] });
  expect(await spend()).toEqual({ "*": "10.0500", S1: "2.0000" });
  expect(
    await db.query("select rpt_date::text as day, clicks, cost from fact_ad_product_daily where cost = 0"),
  ).toEqual([
    { day: DAY, clicks: "0", cost: "0.0000" },
    { day: DAY, clicks: "0", cost: "0.0000" },
  ]);
  await take({ days: [DAY, other], campaigns: [], products: [] });
  expect(await spend()).toEqual({});
});

test("unknown campaigns and keywords are made; a group is that of the listings if they share one", async () => {
  const named = { ...campaign("900", "4"), campaignName: "new", state: "PAUSED" as const, dailyBudget: "12.50" };
  const keyword = {
    rptDate: DAY,
    campaignId: "900",
    adGroupId: "7",
    keywordId: "77",
    keywordText: "phone stand",
    matchType: "EXACT" as const,
    keywordBid: "0.75",
    ...measured(3, "1"),
  };
  await take({
    campaigns: [named, campaign("901", "5")],
    products: [
      product("900", "S1", "2"),
      product("900", "S2", "2"),
      product("901", "S1", "1"),
      product("901", "S3", "4"),
    ],
    keywords: [keyword],
  });
  const campaigns = () =>
    db.query(`select campaign_name as name, state, daily_budget as budget, group_id as "group" from ad_campaign
      where platform_id is not null order by platform_id`);
  expect(await campaigns()).toEqual([
    { name: "new", state: "PAUSED", budget: "12.50", group: "5" },
    { name: "901", state: "ENABLED", budget: null, group: null },
  ]);
  await take({ keywords: [{ ...keyword, keywordBid: "0.80" }], campaigns: [{ ...named, campaignName: "renamed" }] });
  expect(await campaigns()).toMatchObject([{ name: "renamed" }, { name: "901" }]);
  expect(
    await db.query(
      "select k.keyword_text as text, k.bid, f.cost from ad_keyword k join fact_ad_keyword_daily f using (keyword_id)",
    ),
  ).toEqual([{ text: "phone stand", bid: "0.80", cost: "1.0000" }]);
  await take({ campaigns: [], products: [], keywords: [] });
});

test("what has no number is found by name, or made of it until the number comes; one of two of a name is neither", async () => {
  const day = "2025-06-02";
  const named = (name: string, cost: string) => ({ rptDate: day, campaignName: name, ...measured(9, cost) });
  const word = (adGroupName: string, cost: string) => ({
    ...named("by  name ", cost),
    adGroupName,
    keywordText: "Stand",
    matchType: "EXACT" as const,
    keywordBid: null,
  });
  const told = () =>
    db.query(
      `select c.campaign_name as name, c.platform_id as platform, c.by_name as "byName", f.cost, f.units
       from fact_ad_campaign_daily f join ad_campaign c using (campaign_id) where f.rpt_date = $1 order by 1, 2`,
      [day],
    );
  const words = () =>
    db.query(
      `select k.keyword_text as text, k.platform_id as platform, k.by_name as "byName", f.cost, f.keyword_bid as bid
       from fact_ad_keyword_daily f join ad_keyword k using (keyword_id) where f.rpt_date = $1 order by k.keyword_id`,
      [day],
    );
  const unknown = { ...named("by name", "3"), units: null };
  await take({ days: [day], campaigns: [unknown], keywords: [word("g1", "1"), word("g2", "2")] });
  expect(await told()).toEqual([{ name: "by name", platform: null, byName: true, cost: "3.0000", units: null }]);
  const twoWords = [
    { text: "Stand", platform: null, byName: true, cost: "1.0000", bid: null },
    { text: "Stand", platform: null, byName: true, cost: "2.0000", bid: null },
  ];
  expect(await words()).toEqual(twoWords);
  await take({ days: [day], keywords: [word(" g1", "1"), word("g2", "2")] });
  expect(await words()).toEqual(twoWords);
  // Two of the name: whose it was nobody knows, and it counts no more.
  const numbers = ["980", "981"].map((id) => ({ ...campaign(id, "2", day), campaignName: "by name" }));
  await take({ days: [day], campaigns: numbers });
  expect(await told()).toEqual([
    { name: "by name", platform: "980", byName: false, cost: "2.0000", units: "1" },
    { name: "by name", platform: "981", byName: false, cost: "2.0000", units: "1" },
    { name: "by name", platform: null, byName: true, cost: "0.0000", units: "0" },
  ]);
  await expect(take({ days: [day], campaigns: [named("by name", "1")] })).rejects.toThrow("有2个同名的");
  // One of the name alone takes over what was made of it.
  await take({ days: [day], campaigns: [named("alone", "3")] });
  await take({ days: [day], campaigns: [{ ...campaign("982", "4", day), campaignName: "alone" }] });
  expect((await told()).filter((r) => r.name === "alone")).toEqual([
    { name: "alone", platform: "982", byName: false, cost: "4.0000", units: "1" },
  ]);
  await take({ days: [day], campaigns: [], keywords: [] });
});

test("brand campaigns are the store's; display is by what it advertises; the same numbers of another tenant are others", async () => {
  await take(
    { campaigns: [campaign("950", "5.00")], products: [product("950", "S1", "1")] },
    { ...SP, adProduct: "SB" },
  );
  await take(
    { campaigns: [campaign("960", "4.44")], products: [product("960", "S3", "4.44")] },
    { ...SP, adProduct: "SD" },
  );
  expect(await spend()).toEqual({ "*": "5.0000", S3: "4.4400" });
  await db.query("update store set tenant_id = 2 where id = 2");
  await take({ campaigns: [campaign("950", "7.00")] }, { ...SP, adProduct: "SB", tenantId: "2", storeId: "2" });
  expect(await db.query("select tenant_id as t from ad_campaign where platform_id = '950' order by 1")).toEqual([
    { t: "1" },
    { t: "2" },
  ]);
  expect(
    await db.query(
      "select store_id as store, ad_spend as spend from fact_trade_daily where seller_sku = '*' and ad_spend <> 0 order by 1",
    ),
  ).toEqual([
    { store: "1", spend: "5.0000" },
    { store: "2", spend: "7.0000" },
  ]);
  for (const adProduct of ["SB", "SD"] as const) await take({ campaigns: [], products: [] }, { ...SP, adProduct });
  await take({ campaigns: [] }, { ...SP, adProduct: "SB", tenantId: "2", storeId: "2" });
});

test("an unknown SKU is the store's until it is paired; then rows change and totals do not", async () => {
  await take({ campaigns: [campaign("1", "9")], products: [product("1", "S1", "4"), product("1", "X-9", "5")] });
  expect(await spend()).toEqual({ "*": "5.0000", S1: "4.0000" });
  const recent = (await db.one<{ day: string }>("select (now()::date - 3)::text as day"))?.day ?? "";
  const now = new Date().toISOString();
  const late = {
    days: [recent],
    campaigns: [campaign("1", "3", recent)],
    products: [product("1", "X-9", "3", recent)],
  };
  await take(late, SP, now);
  expect(await unknownAdvertised(db, "1")).toEqual([{ code: "X-9", count: 1, first: recent, last: recent }]);
  await db.query("insert into sku_listing (sku_id, line_no, store_id, msku, group_id) values (1, 9, 1, 'x-9', 5)");
  const [found, ...none] = await pairedAdvertised(db);
  expect([found, none]).toEqual([{ ...SP, days: [recent] }, []]);
  if (found) await db.tx((sql) => placeAdvertised(sql, found));
  expect(await spend()).toEqual({ "*": "5.0000", S1: "4.0000", "x-9": "3.0000" });
  expect(await pairedAdvertised(db)).toEqual([]);
  // A day that is told anew finds its listing by itself.
  await take({ products: [product("1", "S1", "4"), product("1", "X-9", "5")] });
  expect(await spend()).toEqual({ S1: "4.0000", "x-9": "8.0000" });
  await take({ campaigns: [], products: [] });
  await take({ ...late, campaigns: [], products: [] }, SP, now);
});

test("40 days back with its month closed: the facts follow, the money lands in the open month", async () => {
  const old = "2025-04-30";
  const given = (cost: string) => ({
    days: [old],
    campaigns: [campaign("1", "6.40", old)],
    products: [product("1", "S1", cost, old)],
  });
  await take(given("6.40"));
  await db.query("update sys_param set value = '2025-04-30' where tenant_id = 1 and param_key = 'month_close_until'");
  await take(given("6.15"));
  await take(given("6.15"));
  expect(
    await db.query(`select biz_date::text as day, seller_sku as sku, ad_spend as spend from fact_trade_daily
      where ad_spend <> 0 order by 1, 2`),
  ).toEqual([
    { day: old, sku: "S1", spend: "6.4000" },
    { day: "2025-05-01", sku: "*", spend: "0.2500" },
    { day: "2025-05-01", sku: "S1", spend: "-0.2500" },
  ]);
  expect(
    await db.query(`select ref_date::text as of, sum(amount)::text as amount from fact_source
      where biz_date = '2025-05-01' group by 1, seller_sku order by 2`),
  ).toEqual([
    { of: old, amount: "-0.2500" },
    { of: old, amount: "0.2500" },
  ]);
  expect(await db.one("select cost from fact_ad_product_daily where rpt_date = $1", [old])).toEqual({ cost: "6.1500" });
});

test("days of more than 60 days ago, today, and days that were not asked for are refused, by the marketplace's day", async () => {
  const of = (day: string, now?: string) => take({ days: [day], campaigns: [campaign("1", "1", day)] }, SP, now);
  await expect(of("2025-04-09")).rejects.toMatchObject({
    status: 409,
    message: "2025-04-09的广告数据超过60天，平台不再更新",
  });
  await expect(of("2025-06-09")).rejects.toThrow("广告数据不能晚于昨天");
  await of("2025-04-10");
  await expect(of("2025-04-10", "2025-06-10 16:00:00+08")).rejects.toThrow("超过60天");
  await expect(take({ campaigns: [campaign("1", "1", "2025-06-07")] })).rejects.toThrow(
    "报告含有未申请的日期2025-06-07",
  );
});
