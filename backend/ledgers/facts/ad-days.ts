import { z } from "zod";
import type { Sql } from "#backend/platform/db";
import { FACT_TABLES } from "#backend/platform/db/month-parts";
import { conflict } from "#backend/platform/http";
import { lockMonths, needFactMonths } from "./months";
import { addTradeFacts, type TradeEntry } from "./post";

const count = z.number().int().min(0);
const money = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/);
const measures = { impressions: count, clicks: count, cost: money, conversions: count, sales: money, units: count };
const key = { rptDate: z.iso.date(), campaignId: z.string().regex(/^\d{1,18}$/) };

/** What a report of the advertising account says of some days; money in the account's currency. */
const adDays = z.object({
  campaigns: z.array(z.object({ ...key, ...measures, topOfSearchShare: z.number().min(0).max(1).nullish() })),
  products: z.array(
    z.object({ ...key, adGroupId: z.string().regex(/^\d{1,18}$/), advertisedSku: z.string().min(1), ...measures }),
  ),
  keywords: z.array(z.object({ ...key, keywordId: z.string().regex(/^\d{1,18}$/), keywordBid: money, ...measures })),
});
export type AdDays = z.infer<typeof adDays>;

const VALUES = ["impressions", "clicks", "cost", "conversions", "sales", "units"];
const types: Record<string, string> = {
  cost: "numeric",
  sales: "numeric",
  keywordBid: "numeric",
  topOfSearchShare: "numeric",
  rptDate: "date",
  advertisedSku: "text",
};
const set = (columns: string[]) => columns.map((c) => `${c} = excluded.${c}`).join(", ");
/** `$1` (JSON) as rows with wire names. */
const rows = (names: string[]) =>
  `jsonb_to_recordset($1::jsonb) as e(${[...names, ...VALUES].map((n) => `"${n}" ${types[n] ?? "bigint"}`).join(", ")})`;
const taken = VALUES.map((v) => `e.${v}`).join(", ");
const profile = "c.profile_id, i.currency";
const account =
  'join ad_campaign c on c.campaign_id = e."campaignId" join store s on s.id = c.store_id join site i on i.id = s.site_id';

/** Upserts of the three ad facts in the order of their keys; a row that is there gets the new values. */
const UPSERTS = {
  campaigns: `insert into fact_ad_campaign_daily (rpt_date, campaign_id, profile_id, currency_code, ${VALUES},
      top_of_search_share)
    select e."rptDate", c.campaign_id, ${profile}, ${taken}, e."topOfSearchShare"
    from ${rows(["rptDate", "campaignId", "topOfSearchShare"])} ${account} order by 1, 2
    on conflict (rpt_date, campaign_id) do update set ${set([...VALUES, "top_of_search_share"])}`,
  products: `insert into fact_ad_product_daily (rpt_date, campaign_id, ad_group_id, advertised_sku, profile_id,
      currency_code, asin, product_code, ${VALUES})
    select e."rptDate", c.campaign_id, e."adGroupId", e."advertisedSku", ${profile}, l.asin,
      coalesce(p.spu_code, k.sku_code), ${taken}
    from ${rows(["rptDate", "campaignId", "adGroupId", "advertisedSku"])} ${account}
      join lateral (select * from sku_listing l where l.store_id = c.store_id and l.msku = e."advertisedSku"
        order by l.del_flag, l.id limit 1) l on true
      join sku k on k.id = l.sku_id left join spu p on p.id = k.spu_id
    order by 1, 2, 3, 4
    on conflict (rpt_date, campaign_id, ad_group_id, advertised_sku) do update set ${set(VALUES)}`,
  keywords: `insert into fact_ad_keyword_daily (rpt_date, keyword_id, campaign_id, profile_id, currency_code,
      keyword_text, match_type, keyword_bid, ${VALUES})
    select e."rptDate", w.keyword_id, c.campaign_id, ${profile}, w.keyword_text, w.match_type, e."keywordBid", ${taken}
    from ${rows(["rptDate", "campaignId", "keywordId", "keywordBid"])} ${account}
      join ad_keyword w on w.keyword_id = e."keywordId" and w.campaign_id = c.campaign_id
    order by 1, 2
    on conflict (rpt_date, keyword_id) do update set ${set([...VALUES, "keyword_bid"])}`,
};

/** What each campaign and day spends on which SKU: SP by its products, SB and SD by share of sales. */
const SPENT = `
  with asked as (select distinct "rptDate" as day, "campaignId" as id
    from jsonb_to_recordset($1::jsonb) as e("rptDate" date, "campaignId" bigint)),
  spent as (
    select p.rpt_date as day, p.campaign_id as id, c.store_id, p.advertised_sku as sku, sum(p.cost) as cost
    from asked a join fact_ad_product_daily p on p.rpt_date = a.day and p.campaign_id = a.id
      join ad_campaign c on c.campaign_id = a.id and c.ad_product = 'SP'
    group by 1, 2, 3, 4
    union all
    select a.day, a.id, c.store_id, f.seller_sku,
      round(d.cost * f.upto / f.whole, 4) - round(d.cost * (f.upto - f.item_sales) / f.whole, 4)
    from asked a join fact_ad_campaign_daily d on d.rpt_date = a.day and d.campaign_id = a.id
      join ad_campaign c on c.campaign_id = a.id and c.ad_product <> 'SP'
      join lateral (select t.seller_sku, t.item_sales, sum(t.item_sales) over (order by t.seller_sku) as upto,
          sum(t.item_sales) over () as whole
        from fact_trade_daily t where t.biz_date = a.day and t.store_id = c.store_id
          and t.group_id = c.group_id and t.item_sales > 0) f on true)
  select day::text, id::text, store_id::text as store, sku, cost::text from spent`;

/** The products of an SP campaign must add up to it, keywords must not exceed it. */
const WRONG = `
  select c.campaign_name as name, d.rpt_date::text as day
  from (select distinct "rptDate" as day, "campaignId" as id
      from jsonb_to_recordset($1::jsonb) as e("rptDate" date, "campaignId" bigint)) a
    join ad_campaign c on c.campaign_id = a.id
    left join fact_ad_campaign_daily d on d.rpt_date = a.day and d.campaign_id = a.id
    cross join lateral (select sum(impressions) impressions, sum(clicks) clicks, sum(cost) as cost,
        sum(conversions) conversions, sum(sales) sales, sum(units) units
      from fact_ad_product_daily p where p.rpt_date = a.day and p.campaign_id = a.id and c.ad_product = 'SP') p
    cross join lateral (select sum(impressions) impressions, sum(clicks) clicks, sum(cost) as cost,
        sum(conversions) conversions, sum(sales) sales, sum(units) units
      from fact_ad_keyword_daily k where k.rpt_date = a.day and k.campaign_id = a.id) k
  where (c.ad_product = 'SP' and (coalesce(p.impressions, 0), coalesce(p.clicks, 0), coalesce(p.cost, 0),
      coalesce(p.conversions, 0), coalesce(p.sales, 0), coalesce(p.units, 0)) is distinct from
      (d.impressions, d.clicks, d.cost, d.conversions, d.sales, d.units))
    or k.impressions > coalesce(d.impressions, 0) or k.clicks > coalesce(d.clicks, 0)
    or k.cost > coalesce(d.cost, 0) or k.conversions > coalesce(d.conversions, 0)
    or k.sales > coalesce(d.sales, 0) or k.units > coalesce(d.units, 0)
  limit 1`;

/** Days before today, in the zone of the marketplace, that a report may still restate. */
export const RESTATED_DAYS = 3;

const list = (rows: unknown) => JSON.stringify(rows);

/** Refuses days that are frozen or not over yet, and campaigns that nobody knows. */
async function check(sql: Sql, days: AdDays, now: string | undefined) {
  const bad = await sql.one<{ day: string; frozen: boolean; known: boolean }>(
    `select e.day::text, e.day < t.today - $2::int as frozen, c.campaign_id is not null as known
     from (select distinct "rptDate" as day, "campaignId" as id
         from jsonb_to_recordset($1::jsonb) as e("rptDate" date, "campaignId" bigint)) e
       left join ad_campaign c on c.campaign_id = e.id
       left join store s on s.id = c.store_id
       left join site i on i.id = s.site_id
       cross join lateral (select
         (coalesce($3::timestamptz, now()) at time zone coalesce(i.timezone, 'UTC'))::date as today) t
     where c.campaign_id is null or e.day not between t.today - $2::int and t.today - 1
     order by 1 limit 1`,
    [list([...days.campaigns, ...days.products, ...days.keywords]), RESTATED_DAYS, now ?? null],
  );
  if (!bad) return;
  if (!bad.known) throw conflict("广告活动不存在");
  throw conflict(bad.frozen ? `${bad.day}的广告数据已冻结，不能修改` : "广告数据不能晚于昨天");
}

interface AdDaySpent {
  day: string;
  id: string;
  store: string;
  sku: string;
  cost: string;
}

const minus = (cost: string): string => (cost.startsWith("-") ? cost.slice(1) : `-${cost}`);

/**
 * Takes what reports of the advertising account say of the last three days (market.md 6.1), in the
 * caller's transaction: rows are replaced, and the trade facts get the difference of the ad spend
 * (`fact_source` type `ads`, number = campaign). The same report twice changes nothing.
 * @param now instant that "today" is taken from, in the zone of each marketplace; default: the clock
 * @throws Refusal 409 for a frozen day, a day that is not over, an unknown campaign, and when products do
 *   not add up to their SP campaign or keywords exceed theirs
 */
export async function upsertAdDays(sql: Sql, given: AdDays, now?: string): Promise<void> {
  const days = adDays.parse(given);
  const all = [...days.campaigns, ...days.products, ...days.keywords];
  const dates = all.map((r) => r.rptDate).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return;
  await check(sql, days, now);
  await needFactMonths(sql, FACT_TABLES, first, last);
  await lockMonths(sql, first, last);
  const before = await sql.query<AdDaySpent>(SPENT, [list(all)]);
  for (const name of ["campaigns", "products", "keywords"] as const) await sql.query(UPSERTS[name], [list(days[name])]);
  const wrong = await sql.one<{ name: string; day: string }>(WRONG, [list(all)]);
  if (wrong) throw conflict(`广告活动${wrong.name}在${wrong.day}的明细与合计不一致`);
  const after = await sql.query<AdDaySpent>(SPENT, [list(all)]);
  const entry = (s: AdDaySpent, amount: string): TradeEntry => ({
    sourceType: "ads",
    sourceNo: s.id,
    bizDate: s.day,
    storeId: s.store,
    sellerSku: s.sku,
    column: "ad_spend",
    amount,
  });
  await addTradeFacts(sql, [...before.map((s) => entry(s, minus(s.cost))), ...after.map((s) => entry(s, s.cost))]);
}
