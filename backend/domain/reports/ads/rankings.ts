import type { PageFilter } from "./filter";
import { METRICS } from "./metrics";
import type { Bind, Ranking } from "./ranking";

const FLAG = (t: string) => `case
  when ${t}.last_impressions = 0 and ${t}.impressions > 0 then 'new'
  when ${t}.impressions = 0 and ${t}.last_impressions > 0 then 'stopped'
  when (${t}.spend, ${t}.impressions) < (${t}.last_spend, ${t}.last_impressions) then 'down'
  else 'up' end`;

const STORE = "join store s on s.id = c.store_id";
const CHANGE = ["impressions", "clicks", "conversions", "spend", "sales", "acos", "roas"];

/** The target of the campaign's portfolio in the month that the period ends in. */
const targetOf = (yearMonth: string) => `(
  select max(p.target_acos) from ad_campaign c
    join target_portfolio p on p.portfolio_id = c.portfolio_id
  where c.campaign_id = m.campaign_id and p.year_month = ${yearMonth}
    and p.del_flag = 0 and (p.status in ('approved', 'closed') or p.prior_budget > 0))`;

const flagged = ({ flag }: PageFilter, bind: Bind) =>
  flag.length ? [`${FLAG("m")} = any (${bind(flag)}::text[])`] : [];
const quick = ({ quick, endDate }: PageFilter, bind: Bind) =>
  quick.map((name) =>
    name === "noConversion"
      ? "m.spend > 0 and m.conversions = 0"
      : `m.sales > 0 and m.spend * 100 > m.sales * ${targetOf(bind(endDate.slice(0, 7).replace("-", "")))}`,
  );

/** `campaignChange` (market.md 6.3): campaigns by how much their spend moved. */
export const campaignChange: Ranking = {
  fact: "campaign",
  by: { campaign_id: "c.campaign_id" },
  metrics: CHANGE,
  both: true,
  joins: `join ad_campaign c on c.campaign_id = w.campaign_id ${STORE}`,
  columns: {
    campaignId: "w.campaign_id",
    campaignName: "c.campaign_name",
    storeName: "s.store_name",
    adProduct: "c.ad_product",
    state: "c.state",
    budget: "c.daily_budget::float8",
    flag: FLAG("w"),
  },
  only: (filter, bind) => [...flagged(filter, bind), ...quick(filter, bind)],
  order: "abs(w.spend - w.last_spend) desc",
  tie: "w.campaign_id",
};

/** What was bid on a day, found by the key of the fact. */
const bidOf = (as: string, day: string) => `left join lateral (
  select f.keyword_bid as bid from fact_ad_keyword_daily f
  where f.rpt_date = ${day} and f.keyword_id = w.keyword_id) ${as} on true`;

/** `keywordChange`: the same of keywords, the dearest first. */
export const keywordChange: Ranking = {
  fact: "keyword",
  by: { keyword_id: "f.keyword_id", campaign_id: "f.campaign_id" },
  metrics: CHANGE,
  both: true,
  latest: true,
  joins: `join ad_keyword k on k.keyword_id = w.keyword_id
    join ad_campaign c on c.campaign_id = w.campaign_id ${STORE}
    ${bidOf("b", "w.day")} ${bidOf("b0", "w.last_day")}`,
  columns: {
    keywordId: "w.keyword_id",
    keyword: "k.keyword_text",
    matchType: "k.match_type",
    campaignName: "c.campaign_name",
    storeName: "s.store_name",
    bid: "coalesce(b.bid, k.bid)::float8",
    lastBid: "b0.bid::float8",
    flag: FLAG("w"),
  },
  only: (filter, bind) => [...flagged(filter, bind), ...quick(filter, bind)],
  order: "w.spend desc",
  tie: "w.keyword_id",
};

/** `campaignListing`: products of the sponsored-product campaigns. */
export const campaignListing: Ranking = {
  fact: "product",
  by: { product_code: "f.product_code" },
  count: { as: "sku_count", of: "f.advertised_sku" },
  metrics: METRICS.map((m) => m.key),
  joins: `left join lateral (select p.name, p.images from spu p
    where p.spu_code = w.product_code and p.del_flag = 0 limit 1) p on true`,
  columns: {
    productCode: "w.product_code",
    productName: "case when w.product_code = '*' then '未配对' else p.name end",
    imageUrl: "p.images[1]",
    skuCount: "w.sku_count",
  },
  order: "w.impressions desc",
  tie: "w.product_code",
};

/** `wordCloud`: keywords of equal text, whatever their match type. */
export const wordCloud: Ranking = {
  fact: "keyword",
  by: { word: "lower(f.keyword_text)" },
  metrics: ["impressions", "clicks", "conversions", "spend", "sales", "ctr", "cvr", "acos"],
  joins: "",
  columns: { name: "w.word" },
  order: "w.impressions desc",
  tie: "w.word",
};
