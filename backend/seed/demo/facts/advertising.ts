import { PLANNED } from "./planned";

/**
 * Ad facts from the same sales as the trade facts, so that both agree: what a product, brand or display
 * campaign spends on a listing and day is the ad spend of that trade row (market.md 6.1, 8). The last
 * three days before `today` still miss conversions, as reports do; later days are final.
 */
export const ADVERTISING = `
/* SP: whole clicks × price per click. SB and SD: the share of the sales, not tied to one product's clicks. */
create or replace function demo_ad_cost(ad_product text, units int, net numeric, share float8, acos float8,
  cpc numeric, busy boolean, u float8) returns numeric language sql immutable as $$
  select case when ad_product = 'SP' then cpc * floor(
      units * net::float8 * share * acos * case when busy then 1.15 else 1 end / cpc::float8 + u - floor(u))::int
    else round(units * net * (share * acos * case when busy then 1.15 else 1 end)::numeric, 4) end
$$;

/* Part of the conversions that a report of yesterday, the day before, ... already shows. */
create or replace function demo_known(today date, day date) returns float8 language sql immutable as $$
  select coalesce((array[0.6, 0.85, 0.95])[today - day], 1)
$$;

/* One row per SP campaign and listing with sales. */
create or replace function demo_ad_product(since date, upto date, today date)
returns setof fact_ad_product_daily language sql stable ${PLANNED} as $$
  select s.day, k.campaign_id, k.campaign_id * 10 + 1, l.seller_sku, l.profile_id, l.currency,
    l.asin, l.product_code,
    greatest(n.clicks, floor(s.units * p.net::float8 * k.share * k.acos / k.cpc::float8 / k.ctr + s.b))::bigint,
    n.clicks, n.clicks * k.cpc, o.orders, round(o.orders * p.net, 4), o.orders
  from demo_sale(since, upto) s
    join demo_listing l on l.id = s.listing_id
    join demo_ad k on k.listing_id = s.listing_id and k.ad_product = 'SP' and s.day between k.from_day and k.till_day
    cross join lateral (select l.price * (1 - s.promo) / (1 + l.vat) as net) p
    cross join lateral (select (demo_ad_cost('SP', s.units, p.net, k.share, k.acos, k.cpc, s.busy, s.a + s.c)
      / k.cpc)::bigint as clicks) n
    cross join lateral (select floor(least(n.clicks, floor(s.units * k.share + s.b))
      * demo_known(today, s.day))::bigint as orders) o
$$;

/* SP campaigns are the sums of their products; SB and SD are counted as a whole. */
create or replace function demo_ad_campaign(since date, upto date, today date)
returns setof fact_ad_campaign_daily language sql stable ${PLANNED} as $$
  select p.rpt_date, p.campaign_id, min(p.profile_id), min(p.currency_code), sum(p.impressions)::bigint,
    sum(p.clicks)::bigint, sum(p.cost), sum(p.conversions)::bigint, sum(p.sales), sum(p.units)::bigint,
    round((0.05 + 0.4 * ((p.campaign_id * 37 + extract(doy from p.rpt_date)::int * 11) % 100) / 100.0), 4)
  from demo_ad_product(since, upto, today) p group by 1, 2
  union all
  select x.day, x.campaign_id, x.profile_id, x.currency, greatest(x.clicks, floor(x.clicks / x.ctr + x.u::float8))::bigint,
    x.clicks, x.cost, o.orders, round(o.orders * x.worth / x.wanted, 4), o.orders, null
  from (
    select s.day, k.campaign_id, min(l.profile_id) as profile_id, min(l.currency) as currency,
      min(k.ctr) as ctr, sum(n.cost) as cost, ceil(sum(n.cost) / min(k.cpc))::bigint as clicks,
      sum(s.units * k.share::numeric) as wanted, sum(s.units * k.share::numeric * p.net) as worth,
      sum(s.c::numeric) - floor(sum(s.c::numeric)) as u
    from demo_sale(since, upto) s
      join demo_listing l on l.id = s.listing_id
        join demo_ad k on k.listing_id = s.listing_id and k.ad_product <> 'SP'
        and s.day between k.from_day and k.till_day
      cross join lateral (select l.price * (1 - s.promo) / (1 + l.vat) as net) p
      cross join lateral (select demo_ad_cost(k.ad_product, s.units, p.net, k.share, k.acos, k.cpc, s.busy, 0) as cost) n
    group by 1, 2) x
    cross join lateral (select floor(least(x.clicks, floor(x.wanted + x.u))
      * demo_known(today, x.day))::bigint as orders) o
$$;

/* Keywords cut their campaign's row at fixed places, so their sum never exceeds it. */
create or replace function demo_ad_keyword(since date, upto date)
returns setof fact_ad_keyword_daily language sql stable ${PLANNED} as $$
  select c.rpt_date, w.keyword_id, c.campaign_id, c.profile_id, c.currency_code, w.keyword_text, w.match_type,
    round(w.bid * (1 + 0.05 * ((w.keyword_id + 7 * extract(month from c.rpt_date)::int) % 5 - 2)), 2),
    n.impressions, n.clicks, trunc(c.cost * n.clicks / greatest(c.clicks, 1), 4), n.orders,
    trunc(c.sales * n.orders / greatest(c.conversions, 1), 4), c.units * n.orders / greatest(c.conversions, 1)
  from demo_setting t
    cross join fact_ad_campaign_daily c
    join demo_keyword k on k.campaign_id = c.campaign_id and c.rpt_date between k.from_day and k.till_day
    join ad_keyword w on w.keyword_id = k.keyword_id
    cross join lateral (select ('x' || substr(md5(t.seed || ':' || k.keyword_id || c.rpt_date), 1, 8))::bit(32)::bigint
      / 4294967296.0::float8 as u) h
    cross join lateral (select ((c.campaign_id * 13 + extract(doy from c.rpt_date)::int * 29) % 100) / 100.0::float8 as u) v
    cross join lateral (select
      floor(c.impressions * k.clicks_till + v.u)::bigint - floor(c.impressions * k.clicks_from + v.u)::bigint as impressions,
      floor(c.clicks * k.clicks_till + v.u)::bigint - floor(c.clicks * k.clicks_from + v.u)::bigint as clicks,
      floor(c.conversions * k.orders_till + v.u)::bigint - floor(c.conversions * k.orders_from + v.u)::bigint as orders) g
    cross join lateral (select g.impressions, least(g.clicks, g.impressions) as clicks,
      least(g.orders, g.clicks, g.impressions) as orders) n
  where c.rpt_date between since and upto and h.u < k.active and n.impressions > 0
$$;
`;
