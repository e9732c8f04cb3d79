/** Days of figures that say what something in the advertising account brings, unless others are asked for. */
export const AD_DAYS = 14;

/** Columns of every list but its time, of rows that nobody writes. */
export const LIST_COMMON = `0 as version, null::bigint as create_by, null::bigint as update_by,
  null::timestamptz as update_time, 0::smallint as del_flag`;

/** Figures of the days up to the last one that there are any of, by what they are of. */
const figures = (table: string, key: string, days: string) => `
  select f.${key}, sum(f.impressions)::int as impressions, sum(f.clicks)::int as clicks,
    sum(f.conversions)::int as conversions, round(sum(f.cost), 2) as spend, round(sum(f.sales), 2) as sales
  from ${table} f where f.rpt_date > (select max(rpt_date) from ${table}) - ${days} group by f.${key}`;

const MEASURES = "f.impressions, f.clicks, f.conversions, f.spend, f.sales";
const QUOTIENTS = `round(f.spend * 100 / nullif(f.sales, 0), 2) as acos,
  round(f.spend / nullif(f.clicks, 0), 2) as cpc, round(f.clicks * 100.0 / nullif(f.impressions, 0), 2) as ctr,
  round(f.conversions * 100.0 / nullif(f.clicks, 0), 2) as cvr`;
const until = (table: string) =>
  `(select max(rpt_date) from ${table})::timestamp at time zone 'Asia/Shanghai' as create_time`;

const OWNER = `c.store_id, c.group_id, case when c.group_id is null then s.dept_id else g.dept_id end as dept_id,
  i.currency`;
const OWNED = `join store s on s.id = c.store_id join site i on i.id = s.site_id
  left join ops_group g on g.id = c.group_id`;

/**
 * Lists of what the advertising account has, with what each cost and brought of late: what is in no better state than
 * its campaign is in that one.
 * @param days SQL of the number of days
 */
export const adListOf = {
  ad_campaign_list: (days: string) => `
    select c.campaign_id as id, c.tenant_id, ${until("fact_ad_campaign_daily")}, ${LIST_COMMON}, c.campaign_name,
      c.ad_product, c.targeting_type, c.state, c.daily_budget, c.portfolio_id, c.told_time, ${OWNER}, ${MEASURES},
      ${QUOTIENTS}, round(f.spend * 100 / nullif(c.daily_budget * ${days}, 0), 2) as budget_use
    from ad_campaign c ${OWNED}
      left join (${figures("fact_ad_campaign_daily", "campaign_id", days)}) f on f.campaign_id = c.campaign_id`,
  ad_keyword_list: (days: string) => `
    select k.keyword_id as id, c.tenant_id, ${until("fact_ad_keyword_daily")}, ${LIST_COMMON}, k.keyword_text,
      k.target_kind, k.match_type, k.bid, k.campaign_id, c.campaign_name, c.ad_product, c.portfolio_id, k.told_time, ${OWNER},
      ${MEASURES}, ${QUOTIENTS}, case when f.conversions > 0 then 'some' else 'none' end as result,
      case when c.state = 'ENABLED' then k.state else c.state end as state
    from ad_keyword k join ad_campaign c on c.campaign_id = k.campaign_id ${OWNED}
      left join (${figures("fact_ad_keyword_daily", "keyword_id", days)}) f on f.keyword_id = k.keyword_id`,
  ad_term_list: (days: string) => `
    select t.term_id as id, c.tenant_id, ${until("fact_ad_term_daily")}, ${LIST_COMMON}, t.search_term, t.matched,
      t.campaign_id, t.ad_group_id::text as ad_group_id, a.name as ad_group_name, c.campaign_name, c.portfolio_id,
      ${OWNER}, ${MEASURES}, ${QUOTIENTS}, case when f.conversions > 0 then 'some' else 'none' end as result,
      case when exists (select 1 from ad_negative n where n.campaign_id = t.campaign_id
          and n.ad_group_id = t.ad_group_id and lower(n.keyword_text) = lower(t.search_term)
          and n.state = 'ENABLED') then 'negative'
        when exists (select 1 from ad_keyword k where k.campaign_id = t.campaign_id and k.state <> 'ARCHIVED'
          and lower(k.keyword_text) = lower(t.search_term) and k.match_type = 'EXACT') then 'keyword'
        else 'open' end as taken,
      case when c.state = 'ENABLED' then coalesce(a.state, 'ENABLED') else c.state end as state
    from ad_term t join ad_campaign c on c.campaign_id = t.campaign_id ${OWNED}
      left join ad_group a on a.campaign_id = t.campaign_id and a.ad_group_id = t.ad_group_id
      left join (${figures("fact_ad_term_daily", "term_id", days)}) f on f.term_id = t.term_id`,
} as const;

export const adViews: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(adListOf).map(([name, select]) => [name, select(String(AD_DAYS))]),
);
