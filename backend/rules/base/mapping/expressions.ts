const OWN_WEIGHT = "(select s.gross_weight_g * t.ratio from sku s where s.id = t.sku_id)";
const OFF = `abs(t.external_weight_g - ${OWN_WEIGHT}) / nullif(${OWN_WEIGHT}, 0)`;

/** Pieces of a SKU in the warehouses that the system runs; of one warehouse in that one. */
const OWN_STOCK = `(select coalesce(sum(k.on_hand_qty), 0)::int from stock k
  join warehouse w on w.id = k.warehouse_id
  where k.tenant_id = t.tenant_id and k.sku_id = t.sku_id
    and (w.id = t.warehouse_id or (t.warehouse_id is null and w.provider = t.system)))`;
const STOCK_OFF = `(t.external_qty * t.ratio - ${OWN_STOCK})`;

/** Lists show, filter and sort these like columns. */
export const expressions = {
  skuCode: "(select s.sku_code from sku s where s.id = t.sku_id)",
  goodsName: "(select s.name from sku s where s.id = t.sku_id)",
  weightDiff: `round(${OFF} * 100, 2)`,
  weightTag: `(case when ${OFF} > 0.1 then 'off' when ${OFF} <= 0.1 then 'same' end)`,
  ownQty: OWN_STOCK,
  qtyDiff: STOCK_OFF,
  qtyTag: `(case when ${STOCK_OFF} = 0 then 'same' when ${STOCK_OFF} <> 0 then 'off' end)`,
};
