import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";

/** The orders that lie in a package, locked before it: the caller locks the package afterwards. */
export async function lockOrdersOf(c: RuleContext, packageId: string): Promise<string[]> {
  const rows = await c.sql.query<{ id: string }>(
    `select id from sales_order where tenant_id = $1 and del_flag = 0 and id in (
       select order_id from package_order_line where package_order_id = $2 and del_flag = 0)
     order by id ${keep(c.sql, "sales_order")}`,
    [c.tenantId, packageId],
  );
  return rows.map((r) => r.id);
}

/** Where the goods of these orders leave, and how: what their first package says. */
const showPlaces = ({ sql }: RuleContext, orderIds: readonly string[]) =>
  sql.query(
    `update sales_order t set warehouse_id = x.warehouse_id,
       logistics_channel_id = x.logistics_channel_id
     from unnest($1::bigint[]) o(id) left join lateral (
       select p.warehouse_id, p.logistics_channel_id from package_order p
         join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
       where l.order_id = o.id and p.status <> 'cancelled' and p.del_flag = 0
       order by p.id limit 1) x on true
     where t.id = o.id and (t.warehouse_id, t.logistics_channel_id)
       is distinct from (x.warehouse_id, x.logistics_channel_id)`,
    [orderIds],
  );

/** Writes what of these orders lies in packages that go on, and what of it has left (market.md 4). */
export async function countPacked(c: RuleContext, orderIds: readonly string[]) {
  await showPlaces(c, orderIds);
  const { sql } = c;
  await sql.query(
    `update sales_order_line l set allocated_qty = x.allocated, shipped_qty = x.shipped
     from (select o.id, coalesce(sum(p.qty) filter (where p.status <> 'cancelled'), 0)::int as allocated,
         coalesce(sum(p.qty) filter (where p.status in ('shipped', 'delivered', 'returned')), 0)::int
           as shipped
       from sales_order_line o left join (
         select b.order_line_id, b.qty, h.status from package_order_line b
           join package_order h on h.id = b.package_order_id and h.del_flag = 0
         where b.order_id = any($1::bigint[]) and b.del_flag = 0) p on p.order_line_id = o.id
       where o.sales_order_id = any($1::bigint[]) and o.del_flag = 0 group by o.id) x
     where l.id = x.id and (l.allocated_qty, l.shipped_qty) is distinct from (x.allocated, x.shipped)`,
    [orderIds],
  );
}
