import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import type { AdDays } from "./ad-days";
import { upsertAdDays } from "./ad-days";
import { insertListings } from "./listings.testing";
import { postTradeFacts } from "./post";

// 9 June in Los Angeles: its 10 June has begun in Shanghai.
const NOW = "2025-06-10 06:00:00+08";
let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  const listing = { storeId: 1, groupId: 5 };
  await insertListings(db, [listing, listing, listing]);
  await db.query(`insert into ad_campaign (campaign_id, store_id, profile_id, group_id, campaign_name, ad_product,
      targeting_type, state, daily_budget)
    values (1, 1, 'P', 5, 'one', 'SP', 'manual', 'ENABLED', 9), (2, 1, 'P', 5, 'two', 'SB', 'manual', 'ENABLED', 9)`);
  await db.query("insert into ad_keyword values (11, 1, 1, 'phone stand', 'EXACT', 1, 'ENABLED')");
  await db.tx((sql) =>
    postTradeFacts(
      sql,
      [1, 3].map((n) => ({
        sourceType: "platformOrder",
        sourceNo: `O${n}`,
        bizDate: "2025-06-08",
        storeId: "1",
        sellerSku: `S${n}`,
        column: "item_sales" as const,
        amount: String(n * 10),
      })),
    ),
  );
});
afterAll(() => db.close());

const measured = (clicks: number, cost: string) => ({
  impressions: 500,
  clicks,
  cost,
  conversions: 1,
  sales: "20",
  units: 1,
});
const report = (rptDate: string, cost: string, more: Partial<AdDays> = {}): AdDays => ({
  campaigns: [
    { rptDate, campaignId: "1", ...measured(9, cost) },
    { rptDate, campaignId: "2", ...measured(5, "4.0001") },
  ],
  products: [{ rptDate, campaignId: "1", adGroupId: "1", advertisedSku: "S2", ...measured(9, cost) }],
  keywords: [{ rptDate, campaignId: "1", keywordId: "11", keywordBid: "1", ...measured(3, "1") }],
  ...more,
});
const upsert = (days: AdDays, now = NOW) => db.tx((sql) => upsertAdDays(sql, days, now));
const spend = () =>
  db.query("select seller_sku as sku, ad_spend as spend from fact_trade_daily where ad_spend <> 0 order by 1");

test("ad spend goes to the SKU, of brand campaigns by share of sales; a later report replaces it", async () => {
  await upsert(report("2025-06-08", "3.5"));
  await upsert(report("2025-06-08", "3.5"));
  expect(await spend()).toEqual([
    { sku: "S1", spend: "1.0000" },
    { sku: "S2", spend: "3.5000" },
    { sku: "S3", spend: "3.0001" },
  ]);
  await upsert(report("2025-06-08", "2.25"));
  expect((await spend())[1]).toEqual({ sku: "S2", spend: "2.2500" });
  expect(await db.one("select sum(ad_spend) as spend from fact_trade_month")).toEqual({ spend: "6.2501" });
  expect(
    await db.query(`select * from fact_trade_daily f full join (select biz_date, store_id, seller_sku, sum(amount) as v
        from fact_source where column_name = 'ad_spend' group by 1, 2, 3) s using (biz_date, store_id, seller_sku)
      where f.ad_spend <> coalesce(s.v, 0)`),
  ).toEqual([]);
});

test("older days are frozen, today is not over, and both are those of the marketplace", async () => {
  await expect(upsert(report("2025-06-05", "1"))).rejects.toMatchObject({
    status: 409,
    message: "2025-06-05的广告数据已冻结，不能修改",
  });
  await expect(upsert(report("2025-06-09", "1"))).rejects.toThrow("广告数据不能晚于昨天");
  await upsert(report("2025-06-06", "1"));
  await expect(upsert(report("2025-06-06", "1"), "2025-06-10 16:00:00+08")).rejects.toThrow("已冻结");
});

test("products that do not add up, keywords that exceed, unknown campaigns: nothing is written", async () => {
  const before = await spend();
  await expect(upsert(report("2025-06-07", "9", { products: [] }))).rejects.toThrow("明细与合计不一致");
  const much = { rptDate: "2025-06-07", campaignId: "1", keywordId: "11", keywordBid: "1", ...measured(10, "1") };
  await expect(upsert(report("2025-06-07", "9", { keywords: [much] }))).rejects.toThrow("广告活动one在2025-06-07");
  const stranger = { rptDate: "2025-06-07", campaignId: "7", ...measured(1, "1") };
  await expect(upsert(report("2025-06-07", "9", { campaigns: [stranger] }))).rejects.toThrow("广告活动不存在");
  expect(await spend()).toEqual(before);
  expect(await db.one("select 1 from fact_ad_campaign_daily where rpt_date = '2025-06-07'")).toBeUndefined();
});
