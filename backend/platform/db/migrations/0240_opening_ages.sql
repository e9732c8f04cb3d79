-- What a company brings along has been in its warehouses since before (company.md 2): its age is counted from
-- a day of its own, where one was told.
set local check_function_bodies = off; -- a new database has no documents yet

alter table stock_move add column age_day date;

create or replace function stock_layers_of_moves() returns table (
  tenant_id bigint, warehouse_id bigint, sku_id bigint, day date, qty int, remain int
) language sql stable as $$
  with receipt as (
    select tenant_id, warehouse_id, sku_id, day, sum(qty)::int as qty from (
      select m.tenant_id, m.warehouse_id, m.sku_id, coalesce(m.age_day, stock_day(min(m.create_time))) as day,
        sum(m.qty) as qty
      from stock_move m left join stock_move r on r.reversal_of = m.id
      where m.bucket <> 'transit' and m.reversal_of is null and r.id is null
      group by m.posting_id, m.age_day, 1, 2, 3 having sum(m.qty) > 0) posting
    group by 1, 2, 3, 4
  ), pool as (
    select warehouse_id, sku_id, sum(qty) as on_hand from stock_move where bucket <> 'transit'
    group by 1, 2
  )
  select tenant_id, warehouse_id, sku_id, day, qty,
    greatest(least(qty, on_hand - (sum(qty) over (newest) - qty)), 0)::int
  from receipt join pool using (warehouse_id, sku_id)
  window newest as (partition by warehouse_id, sku_id order by day desc)
$$;

create or replace function stock_roll_up() returns trigger language plpgsql as $$
begin
  insert into stock_layer (warehouse_id, sku_id, day, qty)
    select warehouse_id, sku_id, day, sum(qty) from (
      select a.warehouse_id, a.sku_id, coalesce(a.age_day, stock_day(min(a.create_time))) as day,
        sum(a.qty) as qty
      from added a where a.bucket <> 'transit' and a.reversal_of is null
      group by a.posting_id, a.age_day, 1, 2 having sum(a.qty) > 0) receipt
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (warehouse_id, sku_id, day) do update set qty = stock_layer.qty + excluded.qty;
  if exists (select 1 from added where reversal_of is not null and bucket <> 'transit') then
    -- What is left of the postings that are taken back, and what was before.
    insert into stock_layer (warehouse_id, sku_id, day, qty)
      select warehouse_id, sku_id, day,
        sum(greatest(stands, 0) - greatest(stands + taken, 0)) from (
        select m.warehouse_id, m.sku_id, coalesce(m.age_day, stock_day(min(m.create_time))) as day,
          coalesce(sum(m.qty) filter (where r.id is null), 0) as stands,
          coalesce(sum(m.qty) filter (where a.id is not null), 0) as taken
        from stock_move m
          left join stock_move r on r.reversal_of = m.id
          left join added a on a.id = r.id
        where m.bucket <> 'transit' and m.reversal_of is null and m.posting_id in (
          select o.posting_id from added b join stock_move o on o.id = b.reversal_of)
        group by m.posting_id, m.age_day, 1, 2) posting
      where greatest(stands, 0) <> greatest(stands + taken, 0)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (warehouse_id, sku_id, day) do update set qty = stock_layer.qty + excluded.qty;
  end if;
  perform stock_open(warehouse_id, sku_id, balance_on_hand) from (
    select distinct on (warehouse_id, sku_id) warehouse_id, sku_id, balance_on_hand
    from added order by warehouse_id, sku_id, id desc) last;
  if exists (select 1 from added where bucket = 'transit') then
    insert into stock_transit as t (tenant_id, biz_document, biz_id, biz_no, line_id, warehouse_id,
        sku_id, from_warehouse_id, qty, value, since)
      select a.tenant_id, a.biz_document, a.biz_id, a.biz_no, coalesce(a.biz_line_id, 0),
        a.warehouse_id, a.sku_id,
        (select min(o.warehouse_id) from added o where o.bucket <> 'transit' and o.qty < 0
          and o.sku_id = a.sku_id and o.biz_line_id is not distinct from a.biz_line_id),
        sum(a.qty), sum(a.amount), min(a.create_time)
      from added a where a.bucket = 'transit'
      group by a.tenant_id, a.biz_document, a.biz_id, a.biz_no, a.biz_line_id, a.warehouse_id, a.sku_id
      order by a.warehouse_id, a.sku_id
      on conflict (biz_document, biz_id, line_id, warehouse_id, sku_id)
        do update set qty = t.qty + excluded.qty, value = t.value + excluded.value;
    delete from stock_transit t using added a
      where a.bucket = 'transit' and t.biz_document = a.biz_document and t.biz_id = a.biz_id
        and t.qty = 0 and t.value = 0;
  end if;
  return null;
end $$;

