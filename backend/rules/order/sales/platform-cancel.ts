import { salesOrder } from "#documents/order/sales-order";
import { keep } from "../../../db/locks";
import { logMove, moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { cancelSent } from "../package/recall";

const WHY = "平台已取消";
/** Something of it has left: what the platform says then is only noted. */
const LEFT = new Set(["partShipped", "shipped", "completed"]);

/**
 * The platform has cancelled an order: ours is cancelled with its packages, those that a warehouse knows
 * of once it gives them back (market.md 4, onPlatformCancel). Once more it changes nothing. The platform
 * order is locked by the caller.
 */
export async function onPlatformCancel(c: RuleContext, platformOrderId: string): Promise<void> {
  const order = await c.sql.one<{ id: string; status: string }>(
    `select id, status from sales_order
     where tenant_id = $1 and platform_order_id = $2 and del_flag = 0 ${keep(c.sql, "sales_order")}`,
    [c.tenantId, platformOrderId],
  );
  if (!order || order.status === "cancelled") return;
  if (!LEFT.has(order.status) && (await cancelSent(c, order.id, WHY)) !== "left") {
    const open = await c.sql.one(
      `select 1 from package_order p join package_order_line l on l.package_order_id = p.id
       where l.order_id = $1 and l.del_flag = 0 and p.del_flag = 0 and p.status <> 'cancelled' limit 1`,
      [order.id],
    );
    if (open) return;
    await c.sql.query(
      "update sales_order set exception_code = null, hold_reason = null where id = $1",
      [order.id],
    );
    return moveTo(c, salesOrder, order.id, "cancelled", WHY);
  }
  await logMove(c, salesOrder, order.id, { action: WHY });
}
