-- What is kept beside the ledger is made anew, for these pools alone where they are given.
drop function stock_rebuild();
create function stock_rebuild(warehouses bigint[] default null, skus bigint[] default null)
returns void language plpgsql as $$
begin
  delete from stock_layer
    where warehouses is null or (warehouse_id, sku_id) in (select * from unnest(warehouses, skus));
  insert into stock_layer (warehouse_id, sku_id, day, qty, remain)
    select warehouse_id, sku_id, day, qty, remain from stock_layers_of_moves()
    where warehouses is null or (warehouse_id, sku_id) in (select * from unnest(warehouses, skus));
  delete from stock_transit
    where warehouses is null or (warehouse_id, sku_id) in (select * from unnest(warehouses, skus));
  insert into stock_transit (tenant_id, biz_document, biz_id, biz_no, line_id, warehouse_id, sku_id,
      from_warehouse_id, qty, value, since)
    select a.tenant_id, a.biz_document, a.biz_id, a.biz_no, a.line_id, a.warehouse_id, a.sku_id,
      (select min(o.warehouse_id) from stock_move o where o.biz_document = a.biz_document
        and o.biz_id = a.biz_id and o.bucket <> 'transit' and o.qty < 0 and o.sku_id = a.sku_id
        and coalesce(o.biz_line_id, 0) = a.line_id),
      a.qty, a.value, a.since
    from stock_transit_of_moves() a
    where warehouses is null
      or (a.warehouse_id, a.sku_id) in (select * from unnest(warehouses, skus));
end $$;
