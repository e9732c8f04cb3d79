import type { HeadOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { moveTo } from "../../../documents/lifecycle/move";
import { lockRow, lockWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { writeRefundDue } from "./claims";
import { keepsOpen, openDocuments } from "./open-documents";
import { COMING, idsOf } from "./order-lines";
import { payStatusOf, receiveStatusOf } from "./states";
import { refreshOnOrder, refreshOpenAmount } from "./totals";

type Order = HeadOf<typeof purchaseOrder>;

/** An order, locked until the transaction ends, whatever the caller's data scope. @throws Refusal 404 */
export const lockOrder = (c: RuleContext, id: string): Promise<Order> =>
  lockRow(c, purchaseOrder, id, { anyScope: true });

/** Orders by id, locked in ascending order. */
export async function lockOrders(c: RuleContext, ids: Iterable<unknown>): Promise<Order[]> {
  const wanted = idsOf(ids);
  const rows: Order[] = [];
  for (const id of wanted.sort((a, b) => Number(a) - Number(b))) rows.push(await lockOrder(c, id));
  return rows;
}

/**
 * Works out what derives from the lines after another document changed them: openQty, signedQty,
 * 到货状态, 付款状态, 执行中 ↔ 已完成, and what is on order of each SKU and supplier. Call it last, with
 * the order locked (`lockOrder`), once for each order. `moreSkus`: SKUs of lines that are gone.
 */
export async function refreshOrder(
  c: RuleContext,
  poId: string,
  moreSkus: readonly string[] = [],
): Promise<void> {
  await c.sql.query(
    `update purchase_order_line t set open_qty = x.open, owed_replenish_qty = x.replenish,
       owed_exchange_qty = x.exchange
     from (select l.id, ${COMING.open_qty} as open, ${COMING.owed_replenish_qty} as replenish,
         ${COMING.owed_exchange_qty} as exchange
       from purchase_order_line l where l.purchase_order_id = $1 and l.del_flag = 0) x
     where t.id = x.id and (t.open_qty, t.owed_replenish_qty, t.owed_exchange_qty)
       is distinct from (x.open, x.replenish, x.exchange)`,
    [poId],
  );
  const order = await lockWhole(c, purchaseOrder, poId, { anyScope: true });
  const receiveStatus = receiveStatusOf(order.items);
  const payStatus = payStatusOf(order, receiveStatus);
  await c.sql.query(
    `update purchase_order set signed_qty = $2, receive_status = $3, pay_status = $4 where id = $1`,
    [poId, order.items.reduce((n, l) => n + l.signedQty, 0), receiveStatus, payStatus],
  );
  if (order.status === "executing" || order.status === "completed") {
    const over =
      receiveStatus === "all" && payStatus === "paid" && !keepsOpen(await openDocuments(c, poId));
    if (over) await moveTo(c, purchaseOrder, poId, "completed", "完成");
    else await moveTo(c, purchaseOrder, poId, "executing", "恢复执行");
  }
  await writeRefundDue(c, poId);
  await refreshOnOrder(c, [...order.items.map((l) => l.skuId), ...moreSkus]);
  await refreshOpenAmount(c, order.supplierId);
}
