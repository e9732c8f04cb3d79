-- What the trade facts say by order (figures.md C.1), a row for each of its days and goods: profit by order reads it.
-- Triggers keep it: copies of the program that know nothing of it go on writing while they are replaced.
create table fact_order (
  biz_date date not null,
  store_id bigint not null,
  seller_sku text not null,
  order_no text not null,
  orders numeric not null default 0,
  units numeric not null default 0,
  refund_units numeric not null default 0,
  item_sales numeric not null default 0,
  shipping_income numeric not null default 0,
  promo_amt numeric not null default 0,
  refund_amt numeric not null default 0,
  vat_amt numeric not null default 0,
  platform_fee numeric not null default 0,
  fulfill_fee numeric not null default 0,
  storage_fee numeric not null default 0,
  ad_spend numeric not null default 0,
  other_fee numeric not null default 0,
  product_cost numeric not null default 0,
  first_leg_cost numeric not null default 0,
  promo_fee numeric not null default 0,
  lacks_product numeric not null default 0,
  lacks_first_leg numeric not null default 0,
  lacks_platform numeric not null default 0,
  lacks_fulfill numeric not null default 0,
  lacks_storage numeric not null default 0,
  reimburse_amt numeric not null default 0,
  stock_loss numeric not null default 0,
  estimated_fee numeric not null default 0,
  return_units numeric not null default 0,
  primary key (biz_date, store_id, seller_sku, order_no)
);
create index on fact_order (store_id, order_no);

create type order_amount as (biz_date date, store_id bigint, seller_sku text, order_no text, name text, amount numeric);

-- Adds amounts to their orders. Rows are held after their months, as every posting does (`lockMonths`).
create function fact_order_add(amounts order_amount[]) returns void language plpgsql as $$
begin
  if amounts is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(to_char(x.m, 'YYYYMM'), 14))
  from (select distinct date_trunc('month', biz_date) as m from unnest(amounts) order by 1) x;
  insert into fact_order as o (biz_date, store_id, seller_sku, order_no,
    orders, units, refund_units, item_sales, shipping_income, promo_amt, refund_amt, vat_amt,
    platform_fee, fulfill_fee, storage_fee, ad_spend, other_fee, product_cost, first_leg_cost,
    promo_fee, lacks_product, lacks_first_leg, lacks_platform, lacks_fulfill, lacks_storage,
    reimburse_amt, stock_loss, estimated_fee, return_units)
  select a.biz_date, a.store_id, a.seller_sku, a.order_no,
    coalesce(sum(a.amount) filter (where a.name = 'orders'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'units'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'refund_units'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'item_sales'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'shipping_income'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'promo_amt'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'refund_amt'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'vat_amt'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'platform_fee'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'fulfill_fee'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'storage_fee'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'ad_spend'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'other_fee'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'product_cost'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'first_leg_cost'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'promo_fee'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'lacks_product'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'lacks_first_leg'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'lacks_platform'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'lacks_fulfill'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'lacks_storage'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'reimburse_amt'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'stock_loss'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'estimated_fee'), 0),
    coalesce(sum(a.amount) filter (where a.name = 'return_units'), 0)
  from unnest(amounts) a group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (biz_date, store_id, seller_sku, order_no) do update set
    orders = o.orders + excluded.orders,
    units = o.units + excluded.units,
    refund_units = o.refund_units + excluded.refund_units,
    item_sales = o.item_sales + excluded.item_sales,
    shipping_income = o.shipping_income + excluded.shipping_income,
    promo_amt = o.promo_amt + excluded.promo_amt,
    refund_amt = o.refund_amt + excluded.refund_amt,
    vat_amt = o.vat_amt + excluded.vat_amt,
    platform_fee = o.platform_fee + excluded.platform_fee,
    fulfill_fee = o.fulfill_fee + excluded.fulfill_fee,
    storage_fee = o.storage_fee + excluded.storage_fee,
    ad_spend = o.ad_spend + excluded.ad_spend,
    other_fee = o.other_fee + excluded.other_fee,
    product_cost = o.product_cost + excluded.product_cost,
    first_leg_cost = o.first_leg_cost + excluded.first_leg_cost,
    promo_fee = o.promo_fee + excluded.promo_fee,
    lacks_product = o.lacks_product + excluded.lacks_product,
    lacks_first_leg = o.lacks_first_leg + excluded.lacks_first_leg,
    lacks_platform = o.lacks_platform + excluded.lacks_platform,
    lacks_fulfill = o.lacks_fulfill + excluded.lacks_fulfill,
    lacks_storage = o.lacks_storage + excluded.lacks_storage,
    reimburse_amt = o.reimburse_amt + excluded.reimburse_amt,
    stock_loss = o.stock_loss + excluded.stock_loss,
    estimated_fee = o.estimated_fee + excluded.estimated_fee,
    return_units = o.return_units + excluded.return_units;
end $$;

-- Orders that an entry of the facts is about, each with its share: a parcel's freight goes by pieces.
create function fact_orders_of(kind text, source_no text, store bigint) returns table (no text, share numeric)
language plpgsql stable as $$
begin
  if kind in ('platformOrder', 'settlementOrder', 'fbaReturn') then
    if source_no <> '-' then
      no := source_no;
      share := 1;
      return next;
    end if;
  elsif kind = 'csRefund' then
    return query select p.platform_order_no, 1::numeric
      from cs_refund r join platform_order p on p.id = r.platform_order_id
      where r.no = source_no and r.store_id = store;
  elsif kind = 'package' then
    return query select x.order_no, x.part from (
      select o.platform_order_no as order_no, sum(l.qty) / sum(sum(l.qty)) over () as part
      from package_order h join package_order_line l on l.package_order_id = h.id and l.del_flag = 0
        join sales_order o on o.id = l.order_id
      where h.no = source_no and h.store_id = store group by 1) x where x.order_no is not null;
  end if;
end $$;

create function fact_source_ordered() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform fact_order_add((
      select array_agg((e.biz_date, e.store_id, e.seller_sku, o.no, e.column_name, -e.amount * o.share)::order_amount)
      from gone e cross join lateral fact_orders_of(e.source_type, e.source_no, e.store_id) o where e.amount <> 0));
  end if;
  if tg_op <> 'DELETE' then
    perform fact_order_add((
      select array_agg((e.biz_date, e.store_id, e.seller_sku, o.no, e.column_name, e.amount * o.share)::order_amount)
      from added e cross join lateral fact_orders_of(e.source_type, e.source_no, e.store_id) o where e.amount <> 0));
  end if;
  return null;
end $$;
create trigger fact_source_ordered_new after insert on fact_source referencing new table as added
  for each statement execute function fact_source_ordered();
create trigger fact_source_ordered_more after update on fact_source referencing old table as gone new table as added
  for each statement execute function fact_source_ordered();
create trigger fact_source_ordered_less after delete on fact_source referencing old table as gone
  for each statement execute function fact_source_ordered();

-- A settlement's entries stand by day and goods: what it says of an order is in its lines, which count once they have
-- landed. A refund that customer service had made is only compared (`linesPosted`, `lineAmount`).
create function settlement_line_ordered() returns trigger language plpgsql as $$
begin
  perform fact_order_add((
    select array_agg((x.landing_date, x.store_id, x.sku, x.order_no, x.measure, x.amount)::order_amount)
    from (
      select l.landing_date, l.store_id, coalesce(l.landed_sku, l.fact_sku) as sku, l.order_no, l.measure,
        sum(l.sign * case when l.measure = 'reimburse_amt' then l.amount else -l.amount end) as amount
      from (select 1 as sign, n.* from added n union all select -1, o.* from gone o) l
      where l.landing_date is not null and l.order_no is not null and l.cs_refund_id is null and l.del_flag = 0
      group by 1, 2, 3, 4, 5) x
    where x.amount <> 0));
  return null;
end $$;
create trigger settlement_line_ordered after update on settlement_line referencing old table as gone new table as added
  for each statement execute function settlement_line_ordered();

-- What was posted before: month by month, since all of it would not fit into one array.
create function fact_order_fill() returns void language plpgsql as $$
declare
  month date;
begin
  for month in select distinct date_trunc('month', biz_date)::date from fact_source order by 1 loop
    perform fact_order_add((
      select array_agg((e.biz_date, e.store_id, e.seller_sku, o.no, e.column_name, e.amount * o.share)::order_amount)
      from fact_source e cross join lateral fact_orders_of(e.source_type, e.source_no, e.store_id) o
      where e.amount <> 0 and e.biz_date >= month and e.biz_date < month + interval '1 month'));
  end loop;
  -- Without its declared columns nothing was posted.
  if not exists (select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'settlement_line' and column_name = 'landing_date')
  then return; end if;
  for month in select distinct date_trunc('month', landing_date)::date from settlement_line
    where landing_date is not null order by 1 loop
    perform fact_order_add((
      select array_agg((l.landing_date, l.store_id, coalesce(l.landed_sku, l.fact_sku), l.order_no, l.measure,
        case when l.measure = 'reimburse_amt' then l.amount else -l.amount end)::order_amount)
      from settlement_line l
      where l.landing_date >= month and l.landing_date < month + interval '1 month' and l.order_no is not null
        and l.cs_refund_id is null and l.del_flag = 0));
  end loop;
end $$;

do $$
begin
  -- A new database has no tables of orders yet.
  if to_regclass('platform_order') is not null then perform fact_order_fill(); end if;
end $$;
