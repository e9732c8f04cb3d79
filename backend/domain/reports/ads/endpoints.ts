import { z } from "zod";
import { adScope } from "#backend/ledgers/facts/scope";
import { literal, type Sql } from "#backend/platform/db";
import { archivedMonths } from "#backend/platform/db/month-parts";
import type { Call, Caller, Endpoint } from "#backend/platform/http";
import { endpoint, invalid, pageOf as pageSchemaOf, wireId } from "#backend/platform/http";
import { sharedQuery } from "../shared-query";
import { sendCompared, sendRanking, sendTrend } from "./download";
import {
  type AdFilter,
  cloudSchema,
  FACTS,
  type Fact,
  factFor,
  filterSchema,
  granularityFor,
  type PageFilter,
  type Periods,
  pageSchema,
  periodsOf,
  trendSchema,
} from "./filter";
import { changeOf, metricsOf } from "./metrics";
import { metricOf, parted, type Ranking, type RankingRow, type RankingSql, rankingSql } from "./ranking";
import { campaignChange, campaignListing, keywordChange, wordCloud } from "./rankings";
import { compared, report, trendOf } from "./trend";

/** Stores with an advertising account in whose campaigns the caller has a share; all of them without a data scope. */
function seenStores(caller: Caller) {
  const where = adScope(caller, "c");
  const own = caller.scope.kind === "all" ? "true" : "false";
  const tenant = where.bind(caller.tenantId);
  const from = `store s join site t on t.id = s.site_id
    where s.tenant_id = ${tenant} and s.del_flag = 0 and s.ad_profile_id is not null
      and (${own} or s.id in (select c.store_id from ad_campaign c where ${where}))`;
  return { where, from };
}

/**
 * The last day that is over in every marketplace of these stores (none named: of all that the caller
 * sees), yyyy-MM-dd: the westernmost zone decides. Without stores Shanghai's.
 */
async function yesterdayOf(sql: Sql, caller: Caller, profileIds: string[]) {
  const { where, from } = seenStores(caller);
  const chosen = where.bind(profileIds);
  const row = await sql.one<{ day: string }>(
    `select coalesce(min((now() at time zone t.timezone)::date),
       (now() at time zone 'Asia/Shanghai')::date) - 1 as day
     from ${from} and (${chosen}::text[] = '{}' or s.ad_profile_id = any(${chosen}))`,
    where.values,
  );
  return row!.day; // an aggregate without groups always has its row
}

const store = z.object({
  profileId: z.string(),
  storeId: wireId,
  storeName: z.string(),
  countryCode: z.string(),
  currencyCode: z.string(),
  timezone: z.string(),
  regionCode: z.string(),
  accountType: z.string(),
  marketplaceId: z.string().nullable(),
  state: z.string(),
  lastReportDate: z.iso.date().nullable(),
});

/** Last day with facts: mostly of the last week, so that older months are not read. */
const LAST_DAYS = `
  latest as materialized (select max(rpt_date) as day from fact_ad_campaign_daily),
  recent as (
    select profile_id, max(rpt_date) as day from fact_ad_campaign_daily
    where rpt_date > (select day - 7 from latest) group by profile_id)`;

/** `GET /advertisement/amazonadcommonprofiles/storeList` (market.md 6.3). */
const storeList = endpoint({
  tag: "广告报表",
  path: "/advertisement/amazonadcommonprofiles/storeList",
  title: "广告店铺",
  permission: ["ads_report_view", "ads_targetportfolio_view"],
  query: z.object({ keyword: z.string().trim().max(50).optional(), regionCode: z.string().max(10).optional() }),
  response: z.array(store),
  handle({ db, caller, query }) {
    const { where, from } = seenStores(caller);
    const keyword = query.keyword && `%${literal(query.keyword.replaceAll("\0", ""))}%`;
    const named = keyword
      ? `and (s.store_name ilike ${where.bind(keyword)} or s.store_code ilike ${where.bind(keyword)})`
      : "";
    const region = query.regionCode ? `and t.region_code = ${where.bind(query.regionCode)}` : "";
    return db.query(
      `with ${LAST_DAYS}
       select s.ad_profile_id as "profileId", s.id as "storeId", s.store_name as "storeName",
         t.site_code as "countryCode", t.currency as "currencyCode", t.timezone,
         t.region_code as "regionCode", 'seller' as "accountType",
         t.marketplace_id as "marketplaceId", s.state,
         coalesce((select day from recent r where r.profile_id = s.ad_profile_id),
           case when exists (select 1 from ad_campaign c where c.store_id = s.id) then
             (select max(rpt_date) from fact_ad_campaign_daily f
              where f.profile_id = s.ad_profile_id) end) as "lastReportDate"
       from ${from} ${named} ${region} order by t.id, s.id`,
      where.values,
    );
  },
});

const pick = (row: RankingRow, keys: readonly string[], prefix = "") =>
  Object.fromEntries(keys.map((key) => [key, metricOf(row, prefix + key)]));

/** A row as it travels: its metrics beside its names, or as last, current and change. */
function recordOf(r: Ranking, row: RankingRow): RankingRow {
  const keys = metricsOf(r.metrics).map((m) => m.key);
  const names = Object.fromEntries(Object.keys(r.columns).map((n) => [n, row[n] ?? null]));
  if (!r.both) return { ...names, ...pick(row, keys) };
  const last = pick(row, keys, "last_");
  const current = pick(row, keys);
  const change = Object.fromEntries(keys.map((key) => [key, changeOf(current[key] ?? null, last[key] ?? null)]));
  return { ...names, last, current, change };
}

/** One page of a ranking, with the sums of all its rows. */
async function pageOf(sql: Sql, r: Ranking, found: RankingSql, { current, size }: PageFilter) {
  const page = found.page(size, (current - 1) * size);
  const { rows, total, sums } = parted(await sharedQuery<RankingRow>(sql, page));
  const records = rows.map((row) => recordOf(r, row));
  const summary = recordOf({ ...r, columns: {} }, sums);
  return { records, total, size, current, pages: Math.ceil(total / size), summary };
}

const BASE = "/advertisement";

/** @throws Refusal 400 when days of either period were moved into a file: 0 would be no answer */
async function requireKept(sql: Sql, filter: AdFilter, fact: Fact, { now, last }: Periods): Promise<void> {
  const tables = [FACTS[fact], ...(filter.productCode ? [FACTS.product] : [])];
  const [from = ""] = [now.start, last.start].sort();
  const [, till = ""] = [now.end, last.end].sort();
  const months = await archivedMonths(sql, tables, from, till);
  for (const [field, { start, end }] of Object.entries({ startDate: now, lastStartDate: last })) {
    const month = months.find((one) => one >= start.slice(0, 7) && one <= end.slice(0, 7));
    if (!month) continue;
    const said = `${field === "startDate" ? "" : "对比周期中"}${month}及以前的广告数据已归档，请选择之后的日期，或请管理员恢复归档`;
    throw invalid(said, { [field]: said });
  }
}

/** A call and its file: one query, two permissions; `fact`: which its figures are of. */
function pair<S extends z.ZodType<AdFilter>>(
  [path, file, title]: readonly [string, string, string],
  fact: (filter: AdFilter) => Fact,
  query: S,
  response: z.ZodType,
  read: (call: Call, filter: z.output<S>, periods: Periods) => Promise<unknown>,
  send: (call: Call, filter: z.output<S>, periods: Periods) => Promise<void>,
): Endpoint[] {
  const base = { tag: "广告报表", query } as const;
  const asked = async (call: Call<z.output<S>>) => {
    const { db, caller, query: filter } = call;
    const periods = periodsOf(filter, await yesterdayOf(db, caller, filter.profileIds));
    await requireKept(db, filter, fact(filter), periods);
    return periods;
  };
  return [
    endpoint({
      ...base,
      path: `${BASE}/${path}`,
      title,
      permission: "ads_report_view",
      fromStandby: true,
      response,
      handle: async (call) => read(call, call.query, await asked(call)),
    }),
    endpoint({
      ...base,
      path: `${BASE}/${file}`,
      title: `导出${title}`,
      permission: "ads_report_export",
      raw: true,
      handle: async (call) => send(call, call.query, await asked(call)),
    }),
  ];
}

const row = z.looseObject({});

const list = (r: Ranking, [path, file, name]: readonly [string, string, string]) => {
  const sqlOf = ({ caller }: Call, filter: PageFilter, periods: Periods) =>
    rankingSql(caller, filter, periods, r, { only: (bind) => r.only?.(filter, bind) ?? [] });
  return pair(
    [path, file, name],
    () => r.fact,
    pageSchema,
    pageSchemaOf(row),
    (call, f, periods) => pageOf(call.db, r, sqlOf(call, f, periods), f),
    (call, f, periods) => sendRanking(call, f, periods, { name, r, found: sqlOf(call, f, periods) }),
  );
};

type CloudFilter = z.output<typeof cloudSchema>;

/** The words of the cloud: those that have something of the metric, most first. */
const cloudSql = ({ caller }: Call, filter: CloudFilter, periods: Periods) => {
  const { metric, topN } = filter;
  const asked: AdFilter = { ...filter, orderBy: metric, order: "desc" };
  return rankingSql(caller, asked, periods, wordCloud, { only: () => [`m.${metric} > 0`], top: topN });
};

async function cloud(call: Call, filter: CloudFilter, periods: Periods) {
  const found = cloudSql(call, filter, periods);
  const rows = await sharedQuery<RankingRow>(call.db, found.all);
  return rows.map((w) => ({ ...recordOf(wordCloud, w), value: w[filter.metric] }));
}

/** The calls of market.md 6.3. */
export const adReportEndpoints: Endpoint[] = [
  storeList,
  ...pair(
    ["rptcampaigns/report", "rptcampaigns/downloadReport", "广告报表"],
    factFor,
    trendSchema,
    row,
    ({ db, caller }, filter, periods) => report(db, caller, filter, periods),
    async (call, filter, periods) => {
      const granularity = filter.granularity ?? granularityFor(periods.days);
      const trend = await trendOf(call.db, call.caller, filter, periods, granularity);
      await sendTrend(call, filter, periods, trend);
    },
  ),
  ...pair(
    ["rptcampaigns/campaignCompared", "rptcampaigns/downloadCampaignCompared", "广告对比"],
    factFor,
    filterSchema,
    z.array(row),
    ({ db, caller }, filter, periods) => compared(db, caller, filter, periods),
    sendCompared,
  ),
  ...list(campaignListing, ["rptcampaigns/campaignListing", "rptcampaigns/downloadCampaignListing", "广告产品"]),
  ...list(campaignChange, ["rptcampaigns/campaignChange", "rptcampaigns/downloadCampaignChange", "广告活动变化"]),
  ...list(keywordChange, [
    "rptcampaignkeywords/keywordChange",
    "rptcampaignkeywords/downloadKeywordChange",
    "关键词变化",
  ]),
  ...pair(
    ["rptcampaignkeywords/wordCloud", "rptcampaignkeywords/downloadWordCloud", "关键词词云"],
    () => wordCloud.fact,
    cloudSchema,
    z.array(row),
    cloud,
    (call, filter, periods) => {
      const found = cloudSql(call, filter, periods);
      return sendRanking(call, filter, periods, { name: "关键词词云", r: wordCloud, found });
    },
  ),
];
