import { moveTo } from "#backend/engine/documents";
import { type Database, lockIds } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { salesOrder } from "#documents/order/sales-order";

/** Days after which goods that left count as arrived. */
const DAYS = 30;
const AT_ONCE = 500;

/** Orders of which every package has arrived, or has been under way long enough. */
const DUE = `
  select o.id, o.tenant_id as "tenantId" from sales_order o
  where o.status = 'shipped' and o.del_flag = 0 and not exists (
    select 1 from package_order_line l join package_order p on p.id = l.package_order_id
    where l.order_id = o.id and l.del_flag = 0 and p.del_flag = 0
      and p.status not in ('delivered', 'returned', 'cancelled')
      and (p.status <> 'shipped' or p.ship_time > now() - interval '${DAYS} days'))`;

/** Ends orders that have arrived (market.md 4, autoComplete). */
export async function completeShipped(db: Database): Promise<void> {
  for (;;) {
    const due = await db.query<{ id: string; tenantId: string }>(`${DUE} order by o.tenant_id, o.id limit ${AT_ONCE}`);
    const tenantId = due[0]?.tenantId;
    if (!tenantId) return;
    const ids = due.filter((o) => o.tenantId === tenantId).map((o) => o.id);
    await db.tx(async (sql) => {
      await lockIds(sql, "sales_order", ids);
      const still = await sql.query<{ id: string }>(`${DUE} and o.id = any($1::bigint[])`, [ids]);
      const now = still.map((o) => o.id);
      await moveTo({ sql, ...systemOf(tenantId) }, salesOrder, now, "completed", "自动完成");
    });
  }
}
