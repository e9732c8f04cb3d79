/** What each campaign and day spends on which SKU: SP by its products, SB and SD by share of sales. */
export const SPENT = `
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
export const WRONG = `
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
