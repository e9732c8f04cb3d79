import { lockRow, lockWhole, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { HeadOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { payStatusOf, receiveStatusOf } from "./delivery-limits";
import { keepsOpen, openDocuments } from "./open-documents";
import { COMING, idsOf } from "./order-lines";
import { refreshOnOrder, refreshOpenAmount } from "./totals";

/** States of a request that stands. */
export const LIVE_REQUEST = "('auditing', 'approved', 'partPaid', 'paid')";

/** Σ over lines of requests that stand, of the order `o`. */
export const claimed = (what: string, more: string) =>
  `coalesce((select sum(${what}) from payment_request_line l
      join payment_request r on r.id = l.payment_request_id
    where l.po_id = o.id and l.del_flag = 0 and r.del_flag = 0 and r.status in ${LIVE_REQUEST}
      and ${more}), 0)`;

/** What of its credit other requests use and have not settled yet, positive. */
export const OFFSETS = claimed("l.closed_amount + l.settled_amount - l.amount", "l.biz_type = 'offset'");

/** What of its credit was used or came back. */
const REFUNDED = `coalesce((select sum(e.amount) from ap_entry e
  where e.po_id = o.id and e.biz_type in ('offset', 'refund')), 0)`;

/** 付款状态 and 应退 of a locked order whose state is written: only what ended can be paid too much. */
export const writePayStatus = ({ sql }: RuleContext, poId: string, payStatus: string) =>
  sql.query(
    `update purchase_order o set pay_status = $2,
       refund_due_amount = case when o.status in ('completed', 'closed')
         then greatest(o.paid_amount - ${REFUNDED} - o.payable_amount, 0) else 0 end
     where o.id = $1`,
    [poId, payStatus],
  );

/**
 * What is owed for locked orders became less, or will when what `without` posted is taken back: more than
 * deposits asked for must still be owed.
 * @throws Refusal 409 撤销后应付低于已请款金额，不能撤销
 */
export async function requireStillOwed(
  { sql }: RuleContext,
  poIds: Iterable<string>,
  without?: { document: string; id: string },
) {
  const found = await sql.one(
    `select 1 from purchase_order o where o.id = any($1::bigint[])
       and o.requested_amount > o.payable_amount - coalesce((select sum(e.amount) from ap_entry e
         where e.po_id = o.id and e.biz_document = $2 and e.biz_id = $3), 0)
       and ${claimed("l.amount - l.closed_amount", "l.biz_type = 'po' and r.request_type <> 'deposit'")} > 0
     limit 1`,
    [[...poIds], without?.document ?? null, without?.id ?? null],
  );
  if (found) throw conflict("撤销后应付低于已请款金额，不能撤销");
}

/** Is the credit that a return of this amount gave to its order in use? */
export async function creditUsed({ sql }: RuleContext, poId: string, returnAmount: string): Promise<string | false> {
  const row = await sql.one<{ used: string; left: string }>(
    `select (${REFUNDED} + ${OFFSETS})::text as used,
       (o.paid_amount - o.payable_amount - $2)::text as left
     from purchase_order o where o.id = $1`,
    [poId, returnAmount],
  );
  const used = dec(row?.used);
  return used.gt(0) && dec(row?.left).lt(used) && "退货金额已参与请款，不能撤销";
}

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
export async function refreshOrder(c: RuleContext, poId: string, moreSkus: readonly string[] = []): Promise<void> {
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
  await patch(c, purchaseOrder, poId, { signedQty: order.items.reduce((n, l) => n + l.signedQty, 0), receiveStatus });
  await refreshState(c, { ...order, receiveStatus });
  await refreshOnOrder(c, [...order.items.map((l) => l.skuId), ...moreSkus]);
  await refreshOpenAmount(c, order.supplierId);
}

/** What the state of an order follows from when money changes. */
export type Payable = Pick<
  Order,
  "id" | "status" | "receiveStatus" | "payableAmount" | "paidAmount" | "requestedAmount" | "supplierId"
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
    const over = receiveStatus === "all" && payStatus === "paid" && !keepsOpen(await openDocuments(c, id));
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
