// The figures by a way of their own: the base facts of each day, never the sums that are kept per month.

const USED_RATE = `(select coalesce(e.my_rate, e.official_rate) from exchange_rate e
  where e.currency = #.currency and e.del_flag = 0 and e.effective_date <= #.month
  order by e.effective_date desc limit 1)`;

/** Makes `figure`: one row per day, group, site and model in CNY (market.md 7.1). */
export const FIGURES = `
  create temp table figure as
  with f as (
    select *, date_trunc('month', biz_date)::date as month from fact_trade_daily),
  c as (select distinct currency, month from f),
  rate as (select c.*, ${USED_RATE.replaceAll("#", "c")} as rate from c),
  money as (
    select f.*, to_char(f.month, 'YYYYMM') as ym, r.rate,
      (item_sales + shipping_income - promo_amt - refund_amt - vat_amt) * r.rate as income
    from f join rate r using (currency, month))
  select ym, division_id, dept_id, group_id, region_code, site_code, model_code,
    sum(income) as income,
    sum(income - product_cost - first_leg_cost - (platform_fee + fulfill_fee) * rate) as gross,
    sum(income - product_cost - first_leg_cost - stock_loss - promo_fee
      - (platform_fee + fulfill_fee + ad_spend + storage_fee + other_fee - reimburse_amt) * rate) as net,
    sum(units) as units, sum(refund_amt * rate) as refund, sum(ad_spend * rate) as ads
  from money group by 1, 2, 3, 4, 5, 6, 7`;

/** Sums of `figure` as text: income, gross, net with 2 decimals, units. */
export const SUMS = `round(sum(income), 2)::text as income, round(sum(gross), 2)::text as gross,
  round(sum(net), 2)::text as net, sum(units)::text as units`;

/** Makes `ad`: what each fact says per day and campaign in USD (market.md 6.1). */
export const ADS = `
  create temp table ad as
  with f as (
    select 'campaign' as fact, rpt_date, campaign_id, null as word, null as product, currency_code,
      impressions, clicks, conversions, cost, sales from fact_ad_campaign_daily
    union all
    select 'product', rpt_date, campaign_id, null, product_code, currency_code,
      impressions, clicks, conversions, cost, sales from fact_ad_product_daily
    union all
    select 'keyword', rpt_date, campaign_id, keyword_id || ':' || lower(keyword_text), null, currency_code,
      impressions, clicks, conversions, cost, sales from fact_ad_keyword_daily
      where match_type in ('BROAD', 'PHRASE', 'EXACT')),
  g as (select *, currency_code as currency, date_trunc('month', rpt_date)::date as month from f
    where rpt_date >= $1::date),
  c as (select distinct currency, month from g union select 'USD', month from g),
  rate as (select c.*, case c.currency when 'CNY' then 1 else ${USED_RATE.replaceAll("#", "c")} end as rate from c)
  select g.fact, g.rpt_date as day, g.campaign_id, g.word, g.product, g.impressions, g.clicks, g.conversions,
    g.cost * r.rate / u.rate as spend, g.sales * r.rate / u.rate as sales
  from g join rate r using (currency, month) join rate u on u.currency = 'USD' and u.month = g.month`;

/** Sums of `ad` as text in the order of the reports. */
export const AD_SUMS = `sum(impressions)::text as impressions, sum(clicks)::text as clicks,
  sum(conversions)::text as conversions, round(sum(spend), 2)::text as spend, round(sum(sales), 2)::text as sales`;
