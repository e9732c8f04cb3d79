import { csRefund } from "#documents/service/cs-refund";
import type { RuleContext } from "../../../documents/rules";
import { recountCustomers } from "../../buyers/counters";
import { orderPaidBack } from "../../kol/cooperation/attribution";
import { postRefundFacts } from "./facts";

/**
 * What follows once the money is back: figures of the day, what is known of the buyer, and what the star
 * is owed whose code the order bears.
 */
export async function moneyBack(
  c: RuleContext,
  id: string,
  told: { platformRefundId: string; executedTime?: string | null; registerOnly?: boolean },
): Promise<void> {
  await c.sql.query(
    `update ${csRefund.table} set platform_refund_id = $2, send_message = null, doubtful = false, register_only = $4,
       executed_time = coalesce($3::timestamp at time zone 'Asia/Shanghai', now()) where id = $1`,
    [id, told.platformRefundId, told.executedTime ?? null, told.registerOnly ?? false],
  );
  await postRefundFacts(c.sql, id);
  const row = await c.sql.one<{ key: string | null; orderId: string }>(
    `select buyer_key as key, platform_order_id as "orderId" from ${csRefund.table} where id = $1`,
    [id],
  );
  await recountCustomers(c.sql, c.tenantId, row?.key ? [row.key] : []);
  if (row) await orderPaidBack(c, row.orderId);
}
