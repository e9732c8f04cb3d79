/** Lists over the ledgers of stock and of payables, which hand-written migrations make. */
export const stockViews: Record<string, string> = {
  stock_list: `
    select t.*, w.kind, s.sku_code, s.name as sku_name, s.images, s.safety_qty, u.category_id,
      (select coalesce(sum(l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty), 0)::int
        from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
        where l.sku_id = t.sku_id and l.del_flag = 0 and o.del_flag = 0
          and o.warehouse_id = t.warehouse_id and o.status in ('approved', 'executing')
      ) as on_order_qty,
      stock_age_days(t.tenant_id, t.warehouse_id, t.sku_id, t.on_hand_qty) as avg_age_days
    from stock t
      join warehouse w on w.id = t.warehouse_id
      join sku s on s.id = t.sku_id
      left join spu u on u.id = s.spu_id`,
  stock_move_list: `
    select m.*, s.sku_code, s.name as sku_name
    from stock_move m left join sku s on s.id = m.sku_id`,
  // One table and no join: rows of it can be locked and released.
  stock_reservation_list: `
    select r.*, (select s.sku_code from sku s where s.id = r.sku_id) as sku_code
    from stock_reservation r`,
  ap_entry_list: `
    select e.*, o.no as po_no, p.name as supplier_name, p.buyer_id
    from ap_entry e
      left join purchase_order o on o.id = e.po_id
      left join supplier p on p.id = e.supplier_id`,
};
