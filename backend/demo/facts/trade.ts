/** Of functions over demo_sale(): the planner cannot know how many rows that has, and must not loop. */
export const PLANNED = "set enable_nestloop = off set enable_memoize = off set jit = off set work_mem = '64MB'";

/** Listings with the price that tax leaves and the tax's part of an amount. */
export const LISTINGS =
  "select *, round(price / (1 + vat), 4) as net, round(vat / (1 + vat), 8) as tax from demo_listing";

/** Relations that rows of facts are made from, and the days (SQL expressions). */
export interface Sources {
  sold: string;
  ads: string;
  since: string;
  upto: string;
}

/**
 * Rows of fact_trade_daily on the days since..upto, from what sold (20 days earlier on, because refunds
 * come 7 to 20 days after the sale) and what the ads cost.
 */
export const tradeRows = ({ sold, ads, since, upto }: Sources) => `
  with l as materialized (${LISTINGS}),
  sale as materialized (select * from ${sold}),
  refund as (
    select s.day + 7 + floor(14 * (s.a + s.c - floor(s.a + s.c)))::int as day, s.listing_id,
      sum(floor(s.units * l.refund_rate + s.c)::int)::int as units
    from sale s join l on l.id = s.listing_id
    where floor(s.units * l.refund_rate + s.c) > 0
    group by 1, 2),
  ad as (select day, listing_id, sum(cost) as cost from ${ads} a group by 1, 2),
  key as (
    select coalesce(s.day, r.day) as day, coalesce(s.listing_id, r.listing_id) as listing_id,
      coalesce(s.units, 0) as units, coalesce(s.promo, 0) as promo, coalesce(r.units, 0) as refunds
    from (select * from sale where day >= ${since}) s
      full join (select * from refund where day between ${since} and ${upto}) r
        on r.day = s.day and r.listing_id = s.listing_id)
  select k.day, l.store_id, l.seller_sku, l.site_code, l.region_code, l.group_id, l.dept_id, l.division_id,
    l.sku_code, l.model_code, l.currency,
    ceil(k.units / 1.08)::int, k.units, k.refunds, k.units * l.price, k.units * l.shipping, m.promo, m.refund,
    round((k.units * (l.price + l.shipping) - m.promo - m.refund) * l.tax, 4),
    round(m.net * (1 - k.promo) * 0.15, 4), k.units * l.fulfill,
    round(m.net * case when extract(month from k.day) >= 10 then 0.03 else 0.015 end, 4),
    coalesce(a.cost, 0), round(m.net * 0.005, 4), k.units * l.cost, k.units * l.first_leg, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0
  from key k
    join l on l.id = k.listing_id
    left join ad a on a.day = k.day and a.listing_id = k.listing_id
    cross join lateral (select k.units * l.net as net, round(k.units * l.price * k.promo, 4) as promo,
      round(k.refunds * l.price * 0.97, 4) as refund) m`;

/**
 * `demo_sale(since, upto)`: what sold, one md5 per listing and day cut in pieces of 8 digits.
 * `demo_trade(since, upto)`: the rows of fact_trade_daily that the demo data puts on these days; the same
 * whenever it is asked.
 */
export const TRADE = `
create or replace function demo_sale(since date, upto date)
returns table (day date, listing_id int, units int, promo numeric, busy boolean, a float8, b float8, c float8)
language sql stable as $$
  select s.day, s.id, s.units, s.promo, s.busy, s.a, s.b, s.c
  from (
    select d.day, l.id, d.promo, d.busy, h.a, h.b, h.c,
      floor(l.demand * d.factor * least(1, 0.25 + 0.75 * (d.day - l.launch_date) / 120.0)
        * (1 + 0.12 * (d.day - t.start_date) / 365.0) * (1 + 0.35 * (h.a + h.b - 1)) + h.c2)::int as units
    from demo_setting t
      cross join demo_day(since, upto) d
      cross join demo_listing l
      cross join lateral (select md5(l.key || d.key) as m offset 0) x
      cross join lateral (select
        ('x' || substr(m, 1, 8))::bit(32)::bigint / 4294967296.0::float8 as a,
        ('x' || substr(m, 9, 8))::bit(32)::bigint / 4294967296.0::float8 as b,
        ('x' || substr(m, 17, 8))::bit(32)::bigint / 4294967296.0::float8 as c2,
        ('x' || substr(m, 25, 8))::bit(32)::bigint / 4294967296.0::float8 as c offset 0) h
    where l.launch_date <= d.day
    offset 0) s
  where s.units > 0
$$;

create or replace function demo_trade(since date, upto date) returns setof fact_trade_daily
language sql stable ${PLANNED} as $$
  ${tradeRows({ sold: "demo_sale(since - 20, upto)", ads: "demo_ad_row(since, upto, upto)", since: "since", upto: "upto" })}
$$;
`;
