import { PLANNED } from "./planned";

/** `demo_ad_keyword(since, upto)`: the rows of fact_ad_keyword_daily, from the campaign rows that stand. */
export const KEYWORD_ROWS = `
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
