import type { HeadOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { keep } from "../../../db/locks";
import { moveTo } from "../../../documents/lifecycle/move";
import { lockRow, lockWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { writePayStatus } from "./claims";
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

const skusOf = async ({ sql }: RuleContext, poId: string) =>
  (
    await sql.query<{ id: string }>(
      `select distinct sku_id as id from purchase_order_line
       where purchase_order_id = $1 and del_flag = 0`,
      [poId],
    )
  ).map((r) => r.id);

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
  await c.sql.query(
    "update purchase_order set signed_qty = $2, receive_status = $3 where id = $1",
    [poId, order.items.reduce((n, l) => n + l.signedQty, 0), receiveStatus],
  );
  await refreshState(c, { ...order, receiveStatus });
  await refreshOnOrder(c, [...order.items.map((l) => l.skuId), ...moreSkus]);
  await refreshOpenAmount(c, order.supplierId);
}

/** What the state of an order follows from when money changes. */
export type Payable = Pick<
  Order,
  | "id"
  | "status"
  | "receiveStatus"
  | "payableAmount"
  | "paidAmount"
  | "requestedAmount"
  | "supplierId"
>;

/** The same as a select list; `o` is the order. */
export const PAYABLE = `o.id, o.status, o.receive_status as "receiveStatus",
  o.payable_amount::text as "payableAmount", o.paid_amount::text as "paidAmount",
  o.requested_amount::text as "requestedAmount", o.supplier_id as "supplierId"`;

/** Writes 付款状态 and 应退 of a locked order, and 执行中 ↔ 已完成. @returns whether its state changed */
async function refreshState(c: RuleContext, order: Payable): Promise<boolean> {
  const { id, status, receiveStatus } = order;
  const payStatus = payStatusOf(order, receiveStatus);
  let to = status;
  if (status === "executing" || status === "completed") {
    const over =
      receiveStatus === "all" && payStatus === "paid" && !keepsOpen(await openDocuments(c, id));
    to = over ? "completed" : "executing";
    if (to !== status) await moveTo(c, purchaseOrder, id, to, over ? "完成" : "恢复执行");
  }
  await writePayStatus(c, id, payStatus);
  return to !== status;
}

/**
 * The same after money alone changed, of orders locked with their goods, as they are now: what is on
 * order of SKUs and supplier follows where an order ends or goes on.
 */
export async function refreshPaid(c: RuleContext, orders: readonly Payable[]): Promise<void> {
  for (const order of orders) {
    if (!(await refreshState(c, order))) continue;
    await refreshOnOrder(c, await skusOf(c, order.id));
    await refreshOpenAmount(c, order.supplierId);
  }
}

/** The same of orders by id. */
export async function refreshPayment(c: RuleContext, poIds: readonly string[]): Promise<void> {
  const orders = await c.sql.query<Payable>(
    `select ${PAYABLE} from purchase_order o where o.id = any($1::bigint[])
     order by o.id ${keep(c.sql, "purchase_order")}`,
    [poIds],
  );
  await refreshPaid(c, orders);
}
