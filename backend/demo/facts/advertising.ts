import { LISTINGS, PLANNED } from "./trade";

/**
 * One row per sale and campaign that advertises the listing, with what it costs. SP: whole clicks × price per
 * click. SB and SD: their share of the sales, not tied to one product's clicks.
 * @param known expression of the part of the conversions that a report already shows (demo_known)
 */
export const adRows = (sold: string, known: string) => `
  with l as materialized (${LISTINGS})
  select s.day, s.listing_id, k.campaign_id, k.ad_product, l.seller_sku, l.profile_id, l.currency, l.asin,
    l.product_code, k.ctr, k.cpc, p.net, n.clicks,
    case when n.clicks is not null then n.clicks * k.cpc
      else round(n.worth::numeric, 4) end as cost,
    greatest(n.clicks, floor(n.worth / k.cpc::float8 / k.ctr + s.b))::bigint as impressions,
    floor(least(n.clicks, floor(s.units * k.share + s.b)) * ${known})::bigint as orders,
    s.units * k.share::numeric as wanted, s.c::numeric as c
  from ${sold} s
    join l on l.id = s.listing_id
    join demo_ad k on k.listing_id = s.listing_id and s.day between k.from_day and k.till_day
    cross join lateral (select round(l.net * (1 - s.promo), 4) as net) p
    cross join lateral (select s.units * p.net::float8 * k.share * k.acos * case when s.busy then 1.15 else 1 end as worth) w
    cross join lateral (select w.worth, case when k.ad_product = 'SP' then
      floor(w.worth / k.cpc::float8 + s.a + s.c - floor(s.a + s.c))::bigint end as clicks) n`;

/** Rows of fact_ad_product_daily: one per SP campaign and listing with sales. */
export const productRows = (ads: string) => `
  select day, campaign_id, campaign_id * 10 + 1, seller_sku, profile_id, currency, asin, product_code,
    impressions, clicks, cost, orders, round(orders * net, 4), orders
  from ${ads} a where ad_product = 'SP'`;

/** Rows of fact_ad_campaign_daily: SP are the sums of their products, SB and SD are counted as a whole. */
export const campaignRows = (ads: string, known: string) => `
  select day, campaign_id, min(profile_id), min(currency), sum(impressions)::bigint, sum(clicks)::bigint, sum(cost),
    sum(orders)::bigint, sum(round(orders * net, 4)), sum(orders)::bigint,
    round((0.05 + 0.4 * ((campaign_id * 37 + extract(doy from day)::int * 11) % 100) / 100.0), 4)
  from ${ads} a where ad_product = 'SP' group by 1, 2
  union all
  select x.day, x.campaign_id, x.profile_id, x.currency, greatest(x.clicks, floor(x.clicks / x.ctr + x.u::float8))::bigint,
    x.clicks, x.cost, o.orders, round(o.orders * x.worth / x.wanted, 4), o.orders, null
  from (
    select day, campaign_id, min(profile_id) as profile_id, min(currency) as currency, min(ctr) as ctr,
      sum(cost) as cost, ceil(sum(cost) / min(cpc))::bigint as clicks, sum(wanted) as wanted,
      sum(wanted * net) as worth, sum(c) - floor(sum(c)) as u
    from ${ads} a where ad_product <> 'SP' group by 1, 2) x
    cross join lateral (select floor(least(x.clicks, floor(x.wanted + x.u)) * ${known})::bigint as orders) o`;

/**
 * Ad facts from the same sales as the trade facts, so that both agree: what the campaigns spend on a listing
 * and day is the ad spend of that trade row (market.md 6.1, 8). The last three days before `today` still
 * miss conversions, as reports do; later days are final.
 */
export const ADVERTISING = `
/* Part of the conversions that a report of yesterday, the day before, ... already shows. */
create or replace function demo_known(today date, day date) returns float8 language sql immutable as $$
  select coalesce((array[0.6, 0.85, 0.95])[today - day], 1)
$$;

create or replace function demo_ad_row(since date, upto date, today date)
returns table (day date, listing_id int, campaign_id bigint, ad_product text, seller_sku text, profile_id text,
  currency text, asin text, product_code text, ctr float8, cpc numeric, net numeric, clicks bigint, cost numeric,
  impressions bigint, orders bigint, wanted numeric, c numeric)
language sql stable ${PLANNED} as $$ ${adRows("demo_sale(since, upto)", "demo_known(today, s.day)")} $$;

create or replace function demo_ad_product(since date, upto date, today date)
returns setof fact_ad_product_daily language sql stable as $$
  ${productRows("demo_ad_row(since, upto, today)")} $$;

create or replace function demo_ad_campaign(since date, upto date, today date)
returns setof fact_ad_campaign_daily language sql stable ${PLANNED} as $$
  ${campaignRows("demo_ad_row(since, upto, today)", "demo_known(today, x.day)")} $$;
`;
