import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { FIRST_CAMPAIGN } from "./campaigns";

/** Days before today of which the demonstration has what the platform says of listings. */
const DAYS = 30;
/** The same of how they rank. */
const RANKED_DAYS = 15;
/** The same of what people typed. */
const TERM_DAYS = 15;

/** A number of a listing that stays, from 0 to 99. */
const OF = "abs(hashtext(f.store_id || f.seller_sku)) % 100";
/** Listings that sold in the days, with what they sell a day; stores whose reports were uploaded have their own. */
const LISTINGS = (more: string) => `
  select f.store_id, f.seller_sku as msku, max(l.asin) as asin, max(f.currency) as currency, ${OF} as own, avg(f.units) as daily
  from fact_trade_daily f join sku_listing l on l.store_id = f.store_id and l.msku = f.seller_sku
    and l.del_flag = 0 ${more}
  where f.biz_date between $1::date - 14 and $2::date and f.units > 0
    and not exists (select 1 from report_file r where r.store_id = f.store_id and r.kind = 'traffic' and r.del_flag = 0)
  group by 1, 2, 5`;

/** Sessions, and how many of them saw another seller's offer: one listing in ten loses it for a week each month. */
const TRAFFIC = `
  insert into sales_traffic (store_id, day, msku, fact_sku, asin, sessions, page_views, units, conversion, buy_box, sales, currency,
    report_time, row_key)
  select x.store_id, f.biz_date, x.msku, x.msku, x.asin, x.sessions, x.sessions * 13 / 10, f.units,
    round(f.units * 100.0 / nullif(x.sessions, 0), 2), x.box, f.item_sales, x.currency,
    f.biz_date + interval '1 day', concat_ws('/', x.store_id, f.biz_date, 'sku', lower(x.msku))
  from (select g.*, d.day::date as day, ceil(g.daily * (6 + g.own % 9) * (0.9 + (extract(doy from d.day)::int + g.own) % 5 * 0.05))::int as sessions,
      case when g.own % 10 = 3 and extract(day from d.day) > 22 then 61 else 92 + g.own % 8 end as box
    from (${LISTINGS("")}) g cross join generate_series($1::date, $2::date, interval '1 day') d(day)) x
    join fact_trade_daily f on f.store_id = x.store_id and f.seller_sku = x.msku and f.biz_date = x.day
  on conflict do nothing`;

/** What lies at the platform: goods for one to 140 days, of one listing in nine none for a while. */
const STOCK = `
  insert into fba_stock (store_id, day, msku, fact_sku, asin, fulfillable_qty, reserved_qty, unsellable_qty, working_qty,
    shipped_qty, receiving_qty, total_qty, report_time, row_key)
  select g.store_id, d.day::date, g.msku, g.msku, g.asin, q.good, q.reserved, g.own % 3, 0, q.coming, 0,
    q.good + q.reserved + g.own % 3 + q.coming, d.day::date, concat_ws('/', g.store_id, d.day::date, lower(g.msku))
  from (${LISTINGS("and l.fulfillment_channel = 'AFN'")}) g cross join generate_series($1::date, $2::date, interval '1 day') d(day)
    cross join lateral (select 140 - (d.day::date - '2020-01-01'::date + g.own * 7) % 140 as left_days) n
    cross join lateral (select greatest(0, round(g.daily * (n.left_days - case when g.own % 9 = 4 then 12 else 0 end)))::int as good,
      ceil(g.daily)::int as reserved, case when n.left_days < 40 then ceil(g.daily * 40)::int else 0 end as coming) q
  on conflict do nothing`;

/** How products rank: what sells more a day ranks better, and every day a little otherwise. */
const RANKS = `
  insert into listing_rank (tenant_id, store_id, asin, day, rank, rank_in, leaf_rank, leaf_in)
  select 1, g.store_id, g.asin, d.day::date, n.rank, 'Home & Kitchen', ceil(n.rank / 90.0), 'Storage'
  from (select store_id, asin, sum(daily) as daily, min(own) as own from (${LISTINGS("")}) g where asin is not null group by 1, 2) g
    cross join generate_series($1::date, $2::date, interval '1 day') d(day)
    cross join lateral (select ceil(60000 / (0.2 + g.daily) * (0.85 + (extract(doy from d.day)::int * 7 + g.own) % 31 * 0.01))::int as rank) n
  on conflict do nothing`;

/** What the platform says of the days' traffic, stock and ranks, for stores whose reports nobody uploaded. */
export async function insertReported(sql: Sql, from: string, till: string, today: string): Promise<void> {
  const early = dayjs(today).subtract(DAYS, "day").format("YYYY-MM-DD");
  const first = from < early ? early : from;
  if (first > till) return;
  await sql.query(TRAFFIC, [first, till]);
  await sql.query(STOCK, [first, till]);
  const ranked = dayjs(today).subtract(RANKED_DAYS, "day").format("YYYY-MM-DD");
  if (till >= ranked) await sql.query(RANKS, [first < ranked ? ranked : first, till]);
}

/** Keywords of a campaign of which is known what people typed, and how many words each was found by. */
const TYPED = `ad_keyword k join ad_campaign c on c.campaign_id = k.campaign_id
    and c.ad_product = 'SP' and c.campaign_id >= ${FIRST_CAMPAIGN} and k.keyword_id - k.campaign_id * 100 between 1 and 6
    and k.target_kind = 'keyword'
  cross join (values (0, ''), (1, ' for small spaces'), (2, ' replacement parts')) w(n, more)`;
const TERM_ID = "k.keyword_id * 10 + w.n";

/** Half of who comes by a keyword typed just it, a third a little more, the others what nobody sells. */
const shares = (column: string) =>
  `case w.n when 0 then f.${column} - f.${column} / 3 - f.${column} / 6 when 1 then f.${column} / 3 else f.${column} / 6 end`;
const BOUGHT = "case w.n when 2 then 0 when 1 then f.conversions / 3 else f.conversions - f.conversions / 3 end";

const TERMS = `
  insert into fact_ad_term_daily (rpt_date, term_id, campaign_id, profile_id, currency_code, impressions, clicks, cost,
    conversions, sales, units)
  select f.rpt_date, ${TERM_ID}, f.campaign_id, f.profile_id, f.currency_code, ${shares("impressions")}, ${shares("clicks")},
    trunc(f.cost * (${shares("clicks")}) / greatest(f.clicks, 1), 4), ${BOUGHT},
    trunc(f.sales * (${BOUGHT}) / greatest(f.conversions, 1), 4), 0
  from ${TYPED} join ad_term t on t.term_id = ${TERM_ID} join fact_ad_keyword_daily f on f.keyword_id = k.keyword_id
  where f.rpt_date between $1 and $2 and (w.n = 0 or f.clicks >= 3)
  on conflict (rpt_date, term_id) do update set impressions = excluded.impressions, clicks = excluded.clicks,
    cost = excluded.cost, conversions = excluded.conversions, sales = excluded.sales`;

/** What people typed who came by the first keywords of each campaign in the last days, and its ad groups. */
export async function insertTerms(sql: Sql, from: string, till: string, today: string): Promise<void> {
  const early = dayjs(today).subtract(TERM_DAYS, "day").format("YYYY-MM-DD");
  const first = from < early ? early : from;
  if (first > till) return;
  await sql.query(
    `insert into ad_group (campaign_id, ad_group_id, name, default_bid, state)
     select k.campaign_id, k.ad_group_id, '默认广告组', round(avg(k.bid), 2), 'ENABLED' from ad_keyword k
     where k.campaign_id >= $1 group by 1, 2 order by 1, 2 on conflict do nothing`,
    [FIRST_CAMPAIGN],
  );
  await sql.query(
    `insert into ad_term (term_id, campaign_id, ad_group_id, search_term, matched)
     select distinct on (k.campaign_id, k.ad_group_id, k.keyword_text || w.more) ${TERM_ID}, k.campaign_id, k.ad_group_id,
       k.keyword_text || w.more, k.keyword_text from ${TYPED}
     order by k.campaign_id, k.ad_group_id, k.keyword_text || w.more, 1 on conflict do nothing`,
  );
  await sql.query(TERMS, [first, till]);
}
