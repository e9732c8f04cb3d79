import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../../../../tests/harness";
import { type Ads, day, openAds, type Query } from "./ads.testing";

let ads: Ads;
let token: string;
beforeAll(async () => {
  ads = await openAds();
  token = await login(ads.backend.url, "admin");
  await ads.db.query(
    `delete from sys_role_menu rm using sys_menu m, sys_role r where m.id = rm.menu_id
       and r.id = rm.role_id and m.permission = 'ads_report_export' and r.role_code = 'EXEC'`,
  );
});
afterAll(() => ads.close());

const week: Query = { startDate: day(-8), endDate: day(-2) };

const file = async (path: string, query: Query) => {
  const address = `${ads.backend.url}/advertisement/${path}?${new URLSearchParams(query)}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return answer;
};
const rowsOf = async (path: string, query: Query = week) => {
  const answer = await file(path, query);
  expect(answer.headers.get("content-type")).toContain("spreadsheetml");
  const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  const [words, head, ...rows] = book.sheets[0]?.rows ?? [];
  const named = rows.map((r) => Object.fromEntries((head ?? []).map((h, i) => [String(h), r[i]])));
  return { words: String(words?.[0]), rows: named.slice(0, -1), sum: named.at(-1) ?? {} };
};

test("the trend: one row for each day, Σ is the report's total", async () => {
  const { reports, series } = await ads.get("rptcampaigns/report", week);
  const { words, rows, sum } = await rowsOf("rptcampaigns/downloadReport");
  expect(words).toBe(`演示数据　筛选条件：日期：${day(-8)} 至 ${day(-2)}；对比：${day(-15)} 至 ${day(-9)}；币种：USD`);
  expect(rows.map((r) => r.日期)).toEqual(series);
  expect(sum.日期).toBe("Σ");
  for (const r of reports) {
    expect(sum[r.name], r.name).toBeCloseTo(r.total, 9);
    expect(rows[0]?.[r.name] ?? null).toEqual(r.data[0] === null ? null : expect.closeTo(r.data[0], 9));
  }
});

test("rankings: as many rows as the screen counts, Σ is its summary", async () => {
  for (const [path, download] of [
    ["rptcampaigns/campaignListing", "rptcampaigns/downloadCampaignListing"],
    ["rptcampaigns/campaignChange", "rptcampaigns/downloadCampaignChange"],
    ["rptcampaignkeywords/keywordChange", "rptcampaignkeywords/downloadKeywordChange"],
  ] as const) {
    const { summary, total } = await ads.get(path, week);
    const { rows, sum } = await rowsOf(download);
    expect(rows).toHaveLength(total);
    const now = summary.current ?? summary;
    const at = (name: string) => sum[summary.current ? `${name} 本期` : name];
    expect(at("Spend")).toBeCloseTo(now.spend, 9);
    expect(at("ACOS")).toBeCloseTo(now.acos, 9);
    if (summary.change) expect(sum["Spend 变化"]).toBeCloseTo(summary.change.spend, 9);
  }
  const words = await ads.get("rptcampaignkeywords/wordCloud", week);
  const cloud = await rowsOf("rptcampaignkeywords/downloadWordCloud");
  expect(cloud.rows.map((r) => r.关键词)).toEqual(words.map((w: { name: string }) => w.name));
  const compared = await rowsOf("rptcampaigns/downloadCampaignCompared");
  expect([...compared.rows, compared.sum].map((r) => r.指标)).toHaveLength(11);
});

test("more than 50 000 rows are refused as JSON; so is whoever may only look", async () => {
  await ads.db.query(
    `with k as (insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state)
       select 900000 + n, 10, 1, 'word ' || n, 'EXACT', 1, 'ENABLED' from generate_series(1, 50001) n
       returning keyword_id, keyword_text)
     insert into fact_ad_keyword_daily (rpt_date, keyword_id, campaign_id, profile_id, currency_code,
       keyword_text, match_type, keyword_bid, impressions)
     select $1, keyword_id, 10, 'P-US', 'USD', keyword_text, 'EXACT', 1, 1 from k`,
    [day(-400)],
  );
  const much = { startDate: day(-400), endDate: day(-400) };
  const refused = await file("rptcampaignkeywords/downloadKeywordChange", much);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 1, msg: "导出数据超过50000行，请缩小查询范围" });
  const dates = await file("rptcampaigns/downloadReport", { ...week, endDate: day(1) });
  expect([dates.status, await dates.json()]).toMatchObject([400, { msg: "结束日期不能晚于昨天" }]);
});

test("each call needs its code, and shows what the data scope allows", async () => {
  const status = async (who: string, path: string) => (await ads.send(who, path, week)).status;
  for (const path of ["report", "campaignCompared", "campaignListing", "campaignChange"])
    expect([await status("exec", `rptcampaigns/${path}`), await status("buyer", `rptcampaigns/${path}`)]).toEqual([
      200, 403,
    ]);
  expect(await status("exec", "rptcampaigns/downloadReport"), "may look, may not take away").toBe(403);
  const seen = async (who: string) => {
    const stores = await ads.send(who, "amazonadcommonprofiles/storeList", {});
    const { body } = await ads.send(who, "rptcampaigns/campaignChange", week);
    return [stores.body.data.map((s: { profileId: string }) => s.profileId), body.data.total];
  };
  expect(await seen("admin")).toEqual([["P-US", "P-DE", "P-JP"], 9]);
  expect(await seen("ops"), "own group").toEqual([["P-US"], 3]);
  expect(await seen("ads"), "own department").toEqual([["P-US"], 3]);
  expect(await seen("ops_manager_eu1")).toEqual([["P-DE"], 3]);
  expect(await seen("ops_manager_am")).toEqual([[], 0]);
  const file = await ads.send("ops_manager_eu1", "rptcampaigns/downloadCampaignChange", week);
  expect(file.status).toBe(200);
  expect(await seen("ops_manager_eu1")).not.toEqual(await seen("admin"));
});
