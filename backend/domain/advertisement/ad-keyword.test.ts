import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Ads, day, openAds } from "#backend/domain/reports/ads/ads.testing";
import type { WorkQueue } from "#documents/kit";

/* Keywords that cost and bring nothing (company.md 3.4): what the home page counts is what the list and the report say. */

let a: Ads;
beforeAll(async () => {
  a = await openAds();
});
afterAll(() => a.close());

const API = "/advertisement/adkeyword/page";
const asked = { state: "ENABLED", result: "none", clicksFrom: "10", size: "100" };
const list = async (params: Record<string, string> = {}, who = "admin") =>
  (await a.as(who).send("GET", API, undefined, { size: "100", ...params })).body.data;
const waiting = async (who: string) => {
  const queues: WorkQueue[] = (await a.as(who).send("GET", "/admin/desk/queues")).body.data;
  return queues.find(({ label }) => label === "无转化投放");
};

/** Figures of one day of a keyword; the newest day is the day before yesterday. */
const figures = (keyword: number, date: string, clicks: number, conversions: number) =>
  a.db.query(
    `insert into fact_ad_keyword_daily (rpt_date, keyword_id, campaign_id, profile_id, currency_code, keyword_text,
       match_type, keyword_bid, impressions, clicks, cost, conversions, sales)
     select $2, k.keyword_id, k.campaign_id, c.profile_id, 'USD', k.keyword_text, k.match_type, k.bid,
       $3::int * 100, $3::int, $3::int, $4::int, $4::int * 9
     from ad_keyword k join ad_campaign c using (campaign_id) where k.keyword_id = $1`,
    [keyword, date, clicks, conversions],
  );
beforeEach(async () => {
  await a.db.query("update ad_keyword set state = 'ENABLED'");
  await a.db.query("update ad_campaign set state = 'ENABLED'");
});

test("a keyword says what the report says of the last 14 days with figures", async () => {
  const { records } = await list();
  const period = { startDate: day(-15), endDate: day(-2), current: "1", size: "100" };
  const said = await a.get("rptcampaignkeywords/keywordChange", { ...period, currency: "USD" });
  const own = new Map(records.map((r: { id: string }) => [r.id, r]));
  expect(said.records.length).toBeGreaterThan(0);
  for (const { keywordId, current } of said.records)
    expect(own.get(String(keywordId)), keywordId).toMatchObject({
      clicks: current.clicks,
      conversions: current.conversions,
      impressions: current.impressions,
    });
});

test("it waits from ten clicks without a buyer on, while it and its campaign are in force", async () => {
  await a.db.query("delete from fact_ad_keyword_daily");
  await figures(101, day(-2), 4, 0);
  await figures(101, day(-15), 5, 0);
  await figures(102, day(-2), 40, 1);
  expect(await waiting("ads")).toMatchObject({ count: 0 });

  // Older than 14 days: neither a click nor a buyer counts.
  await figures(101, day(-16), 50, 3);
  expect(await waiting("ads")).toMatchObject({ count: 0 });

  await figures(101, day(-3), 1, 0);
  const found = await waiting("ads");
  expect(found).toMatchObject({
    count: 1,
    query: { state: "ENABLED", result: "none", clicksFrom: "10" },
    rows: [{ id: "101", title: "Phone Stand", about: "活动10", amount: "10.00", currency: "USD", late: false }],
  });
  const { total, records } = await list({ ...found?.query, size: "10" }, "ads");
  expect({ total, row: records[0] }).toMatchObject({
    total: 1,
    row: { id: "101", clicks: 10, spend: "10.00", conversions: 0, acos: null, result: "none", state: "ENABLED" },
  });

  await a.db.query("update ad_campaign set state = 'PAUSED' where campaign_id = 10");
  expect(await waiting("ads")).toMatchObject({ count: 0 });
  expect((await list({ state: "PAUSED" }, "ads")).total).toBe(2);
});

test("what was clicked most comes first, of those that one may see", async () => {
  await a.db.query("delete from fact_ad_keyword_daily");
  await figures(101, day(-2), 12, 0);
  await figures(102, day(-2), 30, 0);
  await figures(901, day(-2), 99, 0);
  const seen = async (who: string) => (await waiting(who))?.rows.map(({ id }) => id);
  expect(await seen("admin")).toEqual(["901", "102", "101"]);
  expect(await seen("ads"), "of another department").toEqual(["102", "101"]);
  expect((await list(asked, "ads")).total).toBe(2);
  // Who only looks at figures is not asked to do anything about them, and who has no report sees none.
  expect(await waiting("exec")).toBeUndefined();
  expect((await list(asked, "exec")).total).toBe(3);
  expect((await a.as("buyer").send("GET", API)).status).toBe(403);
});
