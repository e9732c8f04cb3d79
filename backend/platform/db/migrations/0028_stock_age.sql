-- Average age in whole days of what is on hand in one pool (supply.md 4, stock): what remains belongs
-- to the latest receipts. A receipt is what a posting added to the pieces on hand and nothing took
-- back; goods that only came back by a reversal keep the age they had.
create function stock_age_days(tenant bigint, warehouse bigint, sku bigint, on_hand int) returns int
language sql stable cost 5000 as $$
  with receipt as (
    select m.posting_id, sum(m.qty) as qty,
      (now() at time zone 'Asia/Shanghai')::date
        - (min(m.create_time) at time zone 'Asia/Shanghai')::date as age
    from stock_move m
    where m.tenant_id = tenant and m.warehouse_id = warehouse and m.sku_id = sku
      and m.bucket <> 'transit' and m.reversal_of is null and on_hand > 0
      and not exists (select 1 from stock_move r where r.reversal_of = m.id)
    group by m.posting_id having sum(m.qty) > 0
  ), newest as (
    select age, qty, sum(qty) over (order by posting_id desc) - qty as later from receipt
  )
  select round(sum(age * least(qty, on_hand - later)) / nullif(sum(least(qty, on_hand - later)), 0))::int
  from newest where later < on_hand
$$;
