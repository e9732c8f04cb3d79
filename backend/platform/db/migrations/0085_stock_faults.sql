-- Where what is kept beside the stock ledger is not what its moves say.
create view stock_layer_faults as
  select distinct coalesce(m.warehouse_id, l.warehouse_id) as warehouse_id,
    coalesce(m.sku_id, l.sku_id) as sku_id
  from stock_layers_of_moves() m
    full join stock_layer l
      on l.warehouse_id = m.warehouse_id and l.sku_id = m.sku_id and l.day = m.day
  where coalesce(m.qty, 0) <> coalesce(l.qty, 0) or coalesce(m.remain, 0) <> coalesce(l.remain, 0);

-- Of a line under way there are pieces, all of them worth something or nothing, and no value without them.
create view stock_transit_faults as
  select distinct coalesce(m.warehouse_id, t.warehouse_id) as warehouse_id,
    coalesce(m.sku_id, t.sku_id) as sku_id
  from stock_transit_of_moves() m
    full join stock_transit t on t.biz_document = m.biz_document and t.biz_id = m.biz_id
      and t.line_id = m.line_id and t.warehouse_id = m.warehouse_id and t.sku_id = m.sku_id
  where (m.qty, m.value) is distinct from (t.qty, t.value)
    or m.qty < 0 or m.value < 0 or (m.qty = 0 and m.value <> 0);
