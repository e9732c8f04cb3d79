import { afterAll, beforeAll, expect, test } from "vitest";
import { callerOf } from "#backend/platform/http/caller.testing";
import { type Ads, day, openAds, type Query } from "./ads.testing";
import { filterSchema, periodsOf } from "./filter";
import { sumsBy } from "./sums";

let ads: Ads;
beforeAll(async () => {
  ads = await openAds();
});
afterAll(() => ads.close());

const period = (from: number, till: number): Query => ({ startDate: day(from), endDate: day(till) });
const week = period(-8, -2);
interface Series {
  key: string;
  total: number;
  data: unknown[];
  unit: string;
}
const by = (reports: Series[]): Record<string, Series> => Object.fromEntries(reports.map((r) => [r.key, r]));

test("the worked check of the metrics, day for day", async () => {
  const [d] = [day(-300)];
  await ads.db.query(
    `insert into fact_ad_campaign_daily (rpt_date, campaign_id, profile_id, currency_code, impressions,
       clicks, conversions, cost, sales) values ($1, 10, 'P-US', 'USD', 120000, 960, 96, 816, 3264)`,
    [d],
  );
  const data = await ads.get("rptcampaigns/report", { startDate: d, endDate: day(-299) });
  expect(data.reports.map((r: { key: string }) => r.key)).toEqual([
    "impressions",
    "clicks",
    "conversions",
    "ctr",
    "cvr",
    "spend",
    "sales",
    "roas",
    "cpa",
    "cpc",
    "acos",
  ]);
  const found = by(data.reports);
  const totals = Object.entries(found).map(([key, r]) => [key, r.total]);
  expect(Object.fromEntries(totals)).toEqual({
    impressions: 120000,
    clicks: 960,
    conversions: 96,
    spend: 816,
    sales: 3264,
    ctr: 0.008,
    cvr: 0.1,
    cpc: 0.85,
    cpa: 8.5,
    acos: 0.25,
    roas: 4,
  });
  expect(data.series).toEqual([d, day(-299)]);
  expect(found.clicks?.data, "a day without rows").toEqual([960, 0]);
  expect(found.ctr?.data).toEqual([0.008, null]);
  expect(found.spend?.unit).toBe("$");
  expect(by(data.reports)).toMatchObject({ ctr: { lastTotal: null, change: null, unit: "%" } });
});

test("money is converted by the rate of its month into the asked currency", async () => {
  const rates = await ads.db.query<{ currency: string; rate: string }>(
    `select distinct on (currency) currency, coalesce(my_rate, official_rate) as rate from exchange_rate
     where effective_date <= date_trunc('month', $1::date) order by currency, effective_date desc`,
    [day(-2)],
  );
  const rate = Object.fromEntries(rates.map((r) => [r.currency, Number(r.rate)]));
  const one = { ...period(-2, -2), campaignId: "190" };
  const spend = async (currency: string) =>
    (await ads.get("rptcampaigns/report", { ...one, currency })).reports[5].total;
  const raw = Number(
    (
      await ads.db.one<{ cost: string }>(
        "select cost from fact_ad_campaign_daily where campaign_id = 190 and rpt_date = $1",
        [day(-2)],
      )
    )?.cost,
  );
  expect(await spend("JPY")).toBeCloseTo(raw, 2);
  expect(await spend("CNY")).toBeCloseTo(raw * (rate.JPY ?? 0), 2);
  expect(await spend("USD")).toBeCloseTo((raw * (rate.JPY ?? 0)) / (rate.USD ?? 1), 2);
  expect((await ads.send("admin", "rptcampaigns/report", { ...one, currency: "SEK" })).body.msg).toMatch(
    /^缺少SEK\d{6}的汇率$/,
  );
});

test("better: more sales, less cost for each; spending more says nothing", async () => {
  const rows = await ads.get("rptcampaigns/campaignCompared", week);
  for (const { key, change, better } of rows) {
    if (key === "spend") expect(better).toBeNull();
    else expect(better, key).toBe(["cpa", "cpc", "acos"].includes(key) ? change < 0 : change > 0);
  }
});

test("products, changes, bids, words", async () => {
  const products = await ads.get("rptcampaigns/campaignListing", week);
  expect(products).toMatchObject({ total: 2, current: 1, size: 20, pages: 1 });
  expect(products.records[0]).toMatchObject({ productCode: "SPU-2", skuCount: 1 });
  const campaigns = await ads.get("rptcampaigns/campaignChange", week);
  const moved = campaigns.records.map((r: Record<string, Record<string, number>>) =>
    Math.abs((r.current?.spend ?? 0) - (r.last?.spend ?? 0)),
  );
  expect(moved.every((m: number, i: number) => i === 0 || m <= moved[i - 1] + 0.02)).toBe(true);
  const first = await ads.get("rptcampaigns/campaignChange", { ...period(-1 - 50, -51 + 0), flag: "new" });
  expect(first.records.every((r: { flag: string }) => r.flag === "new")).toBe(true);
  expect(first.total).toBeGreaterThan(0);
  const keywords = await ads.get("rptcampaignkeywords/keywordChange", { ...week, campaignId: "10" });
  const bid = (text: string, base: number) => base + Number(text.slice(8)) / 100;
  const exact = keywords.records.find((k: { matchType: string }) => k.matchType === "EXACT");
  expect([exact.bid, exact.lastBid]).toEqual([bid(day(-2), 1), bid(day(-9), 1)].map((b) => expect.closeTo(b, 6)));
  const words = await ads.get("rptcampaignkeywords/wordCloud", week);
  expect(words, "match types and capitals are one word").toHaveLength(1);
  expect(words[0]).toMatchObject({ name: "phone stand", value: words[0].impressions });
});

test("quick filters: spend without conversion, ACOS above the target of the portfolio", async () => {
  const one = { ...week, campaignId: "10" };
  const count = async (more: Query) => (await ads.get("rptcampaignkeywords/keywordChange", { ...one, ...more })).total;
  const acos = (await ads.get("rptcampaignkeywords/keywordChange", one)).records[0].current.acos;
  const target = (percent: number) =>
    ads.db.query(
      `insert into target_portfolio (no, status, year_month, portfolio_id, target_acos, budget_amount)
       values ('T' || $1::int, 'approved', to_char($2::date, 'YYYYMM'), 1, $1::int, 1)`,
      [percent, day(-2)],
    );
  expect(await count({ quick: "noConversion" })).toBe(0);
  expect(await count({ quick: "aboveTarget" }), "no target, nothing above it").toBe(0);
  await target(Math.floor(acos * 100));
  expect(await count({ quick: "aboveTarget" })).toBe(2);
  await ads.db.query("update target_portfolio set status = 'void'");
  await target(Math.ceil(acos * 100));
  expect(await count({ quick: "aboveTarget" })).toBe(0);
});

test("stores of the data scope; yesterday is that of the westernmost marketplace", async () => {
  const stores = await ads.get("amazonadcommonprofiles/storeList");
  expect(stores.map((s: { profileId: string }) => s.profileId)).toEqual(["P-US", "P-DE", "P-JP"]);
  expect(stores[0]).toMatchObject({
    countryCode: "US",
    currencyCode: "USD",
    timezone: "America/Los_Angeles",
    regionCode: "NA",
    accountType: "seller",
    state: "enabled",
    storeId: "1",
    lastReportDate: day(-2),
  });
  expect(await ads.get("amazonadcommonprofiles/storeList", { regionCode: "EU" })).toHaveLength(1);
  const here = (zone: string) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(Date.now() - 86_400_000);
  const last = async (endDate: string, profileIds: string) =>
    (await ads.send("admin", "rptcampaigns/report", { startDate: day(-9), endDate, profileIds })).status;
  const us = here("America/Los_Angeles");
  const next = new Date(Date.parse(us) + 86_400_000).toISOString().slice(0, 10);
  expect(await last(us, "P-JP,P-US")).toBe(200);
  expect(await last(next, "P-JP,P-US")).toBe(400);
  expect(await last(here("Asia/Tokyo"), "P-JP")).toBe(200);
});

test("only the partitions of both periods are read", async () => {
  const filter = filterSchema.parse(period(-35, -34));
  const caller = callerOf();
  const by = { bucket: "f.rpt_date" };
  const periods = periodsOf(filter, day(-2));
  const { ctes, where } = sumsBy(caller, filter, periods, { fact: "campaign", by });
  const plan = await ads.db.query<Record<string, string>>(
    `explain (costs off) with ${ctes} select * from m`,
    where.values,
  );
  const read = plan.flatMap((line) => Object.values(line)[0]?.match(/fact_ad_campaign_daily_\d{6}/) ?? []);
  const months = [periods.now.start, periods.now.end, periods.last.start, periods.last.end];
  expect(new Set(read)).toEqual(new Set(months.map((d) => `fact_ad_campaign_daily_${d.slice(0, 7).replace("-", "")}`)));
});
