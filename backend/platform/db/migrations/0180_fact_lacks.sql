-- Pieces sold of which a cost has no source yet, beside the sums of what is known (0 is a cost, too).
do $$
declare
  lack text;
  t text;
begin
  foreach lack in array array['lacks_product', 'lacks_first_leg', 'lacks_platform', 'lacks_fulfill', 'lacks_storage'] loop
    foreach t in array array['fact_trade_daily', 'fact_trade_month', 'etl_stage_trade'] loop
      execute format('alter table %I add column %I bigint not null default 0', t, lack);
    end loop;
  end loop;
end $$;

-- Orders that are in the facts already: first leg and commission never had a source, the platform's own
-- delivery and storage neither, goods where they were posted at 0. What we shipped has its freight.
do $$
begin
  if to_regclass('platform_order') is null then return; end if;
  create temp table lacking on commit drop as
  with sold as (
    select s.source_no, s.biz_date, s.store_id, s.seller_sku, s.amount, p.fulfillment_channel as channel,
      coalesce((select g.amount from fact_source g where g.source_type = s.source_type
        and g.source_no = s.source_no and g.biz_date = s.biz_date and g.store_id = s.store_id
        and g.seller_sku = s.seller_sku and g.column_name = 'product_cost'), 0) as goods,
      exists (select 1 from sales_order o
          join package_order_line l on l.order_id = o.id and l.del_flag = 0
          join package_order h on h.id = l.package_order_id and h.del_flag = 0
        where o.platform_order_id = p.id and o.del_flag = 0 and h.actual_freight is not null) as carried
    from fact_source s
      left join platform_order p on p.store_id = s.store_id and p.platform_order_no = s.source_no and p.del_flag = 0
    where s.source_type = 'platformOrder' and s.column_name = 'units' and s.amount <> 0)
  select source_no, biz_date, store_id, seller_sku, x.name, amount
  from sold cross join lateral (values
    ('lacks_product', goods = 0), ('lacks_first_leg', true), ('lacks_platform', true),
    ('lacks_fulfill', channel = 'AFN' or not carried), ('lacks_storage', channel = 'AFN')) x(name, lacks)
  where x.lacks;

  insert into fact_source (source_type, source_no, biz_date, store_id, seller_sku, column_name, amount)
  select 'platformOrder', source_no, biz_date, store_id, seller_sku, name, amount from lacking;

  create temp table lacking_row on commit drop as
  select biz_date, store_id, seller_sku,
    coalesce(sum(amount) filter (where name = 'lacks_product'), 0) as product,
    coalesce(sum(amount) filter (where name = 'lacks_first_leg'), 0) as first_leg,
    coalesce(sum(amount) filter (where name = 'lacks_platform'), 0) as platform,
    coalesce(sum(amount) filter (where name = 'lacks_fulfill'), 0) as fulfill,
    coalesce(sum(amount) filter (where name = 'lacks_storage'), 0) as storage
  from lacking group by 1, 2, 3;

  update fact_trade_daily t set lacks_product = r.product, lacks_first_leg = r.first_leg,
    lacks_platform = r.platform, lacks_fulfill = r.fulfill, lacks_storage = r.storage
  from lacking_row r
  where t.biz_date = r.biz_date and t.store_id = r.store_id and t.seller_sku = r.seller_sku;

  update fact_trade_month m set lacks_product = r.product, lacks_first_leg = r.first_leg,
    lacks_platform = r.platform, lacks_fulfill = r.fulfill, lacks_storage = r.storage
  from (
    select date_trunc('month', t.biz_date)::date as month, t.store_id, t.site_code, t.region_code, t.group_id,
      t.dept_id, t.division_id, t.model_code, t.currency, sum(t.lacks_product) as product,
      sum(t.lacks_first_leg) as first_leg, sum(t.lacks_platform) as platform,
      sum(t.lacks_fulfill) as fulfill, sum(t.lacks_storage) as storage
    from fact_trade_daily t where t.lacks_first_leg <> 0
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9) r
  where m.month = r.month and m.store_id = r.store_id and m.site_code = r.site_code
    and m.region_code = r.region_code and m.group_id = r.group_id and m.dept_id = r.dept_id
    and m.division_id = r.division_id and m.model_code = r.model_code and m.currency = r.currency;
end $$;
