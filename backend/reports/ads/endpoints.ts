import { z } from "zod";
import { pageOf as pageSchemaOf } from "../../http/answer";
import { type Call, type Endpoint, endpoint } from "../../http/endpoint";
import { sharedQuery } from "../shared-query";
import { granularityFor } from "./buckets";
import { sendCompared, sendRanking, sendTrend } from "./download";
import {
  cloudSchema,
  type Filter,
  filterSchema,
  type PageFilter,
  type Periods,
  pageSchema,
  periodsOf,
  trendSchema,
} from "./filter";
import { pageOf, recordOf } from "./lists";
import { type Ranking, type Row, rankingSql } from "./ranking";
import { campaignChange, campaignListing, keywordChange, wordCloud } from "./rankings";
import { storeList, yesterdayOf } from "./stores";
import { compared, report, trendOf } from "./trend";

const BASE = "/advertisement";

/** A call and its file: one query, two permissions. */
function pair<S extends z.ZodType<Filter>>(
  [path, file, title]: readonly [string, string, string],
  query: S,
  response: z.ZodType,
  read: (call: Call, filter: z.output<S>, periods: Periods) => Promise<unknown>,
  send: (call: Call, filter: z.output<S>, periods: Periods) => Promise<void>,
): Endpoint[] {
  const base = { tag: "广告报表", method: "get", query } as const;
  const asked = async (call: Call<z.output<S>>) => {
    const { db, caller, query: filter } = call;
    return periodsOf(filter, await yesterdayOf(db, caller, filter.profileIds));
  };
  return [
    endpoint({
      ...base,
      path: `${BASE}/${path}`,
      title,
      permission: "ads_report_view",
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
    pageSchema,
    pageSchemaOf(row),
    (call, f, periods) => pageOf(call.db, r, sqlOf(call, f, periods), f),
    (call, f, periods) =>
      sendRanking(call, f, periods, { name, r, found: sqlOf(call, f, periods) }),
  );
};

type CloudFilter = z.output<typeof cloudSchema>;

/** The words of the cloud: those that have something of the metric, most first. */
const cloudSql = ({ caller }: Call, filter: CloudFilter, periods: Periods) => {
  const { metric, topN } = filter;
  const asked: Filter = { ...filter, orderBy: metric, order: "desc" };
  return rankingSql(caller, asked, periods, wordCloud, {
    only: () => [`m.${metric} > 0`],
    top: topN,
  });
};

async function cloud(call: Call, filter: CloudFilter, periods: Periods) {
  const found = cloudSql(call, filter, periods);
  const rows = await sharedQuery<Row>(call.db, found.all);
  return rows.map((w) => ({ ...recordOf(wordCloud, w), value: w[filter.metric] }));
}

/** The calls of market.md 6.3. */
export const adReportEndpoints: Endpoint[] = [
  storeList,
  ...pair(
    ["rptcampaigns/report", "rptcampaigns/downloadReport", "广告报表"],
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
    filterSchema,
    z.array(row),
    ({ db, caller }, filter, periods) => compared(db, caller, filter, periods),
    sendCompared,
  ),
  ...list(campaignListing, [
    "rptcampaigns/campaignListing",
    "rptcampaigns/downloadCampaignListing",
    "广告产品",
  ]),
  ...list(campaignChange, [
    "rptcampaigns/campaignChange",
    "rptcampaigns/downloadCampaignChange",
    "广告活动变化",
  ]),
  ...list(keywordChange, [
    "rptcampaignkeywords/keywordChange",
    "rptcampaignkeywords/downloadKeywordChange",
    "关键词变化",
  ]),
  ...pair(
    ["rptcampaignkeywords/wordCloud", "rptcampaignkeywords/downloadWordCloud", "关键词词云"],
    cloudSchema,
    z.array(row),
    cloud,
    (call, filter, periods) => {
      const found = cloudSql(call, filter, periods);
      return sendRanking(call, filter, periods, { name: "关键词词云", r: wordCloud, found });
    },
  ),
];
