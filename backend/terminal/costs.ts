import type { Context } from "../http/context";

/**
 * Cost of a piece, CNY by SKU, for goods that come into a warehouse that has none of them: what it is
 * in the other warehouses, else what it was last ordered for. A SKU of neither is left out; one that
 * lies here keeps the cost of its pool, as `null`.
 */
export async function costsOf(
  { sql, tenantId }: Context,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await sql.query<{ id: string; here: boolean; cost: string | null }>(
    `select k.id, exists (
         select 1 from stock s where s.tenant_id = $1 and s.warehouse_id = $2
         and s.sku_id = k.id and s.on_hand_qty > 0) as here,
       coalesce(
         (select round(sum(s.stock_value) / nullif(sum(s.on_hand_qty), 0), 6) from stock s
          where s.tenant_id = $1 and s.sku_id = k.id and s.on_hand_qty > 0),
         (select round(l.price * coalesce(o.rate, 1), 6) from purchase_order_line l
          join purchase_order o on o.id = l.purchase_order_id
          where l.sku_id = k.id and l.price > 0 and o.tenant_id = $1
            and l.del_flag = 0 and o.del_flag = 0
            and o.status in ('approved', 'executing', 'completed', 'closed')
          order by o.approve_time desc nulls last, l.id desc limit 1))::text as cost
     from sku k where k.id = any($3::bigint[])`,
    [tenantId, warehouseId, skuIds],
  );
  return new Map(rows.filter((r) => r.here || r.cost).map((r) => [r.id, r.here ? null : r.cost]));
}
