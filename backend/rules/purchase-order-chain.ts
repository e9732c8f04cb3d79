import { documentNamed } from "#documents";
import type { Row, RuleContext, Values } from "../documents/rules";
import { lockRow } from "../documents/write";
import { writeOperLog } from "../logs/oper-log";
import { orderEnds } from "./purchase-order-ends";
import { refreshOnOrder, refreshOpenAmount } from "./purchase-order-totals";

/** 待到货 of a line as SQL; `l` is its table. The stored open_qty is this after `refreshOrder`. */
export const OPEN_QTY = "(l.qty + l.replenish_qty + l.exchange_qty - l.signed_qty - l.closed_qty)";

/** Quantities of an order line, in pieces. */
export interface OrderLine {
  id: string;
  poId: string;
  lineNo: number;
  skuId: string;
  skuCode: string | null;
  turnLineId: string | null;
  awardId: string | null;
  qty: number;
  price: string;
  taxRate: string;
  planQty: number;
  deliveredQty: number;
  signedQty: number;
  passQty: number;
  rejectQty: number;
  returnQty: number;
  replenishQty: number;
  exchangeQty: number;
  closedQty: number;
  openQty: number;
}

const LINE = `select l.id, l.purchase_order_id as "poId", l.line_no as "lineNo", l.sku_id as "skuId",
    coalesce(l.sku_code, k.sku_code) as "skuCode", l.turn_line_id as "turnLineId",
    l.award_id as "awardId", l.qty, l.price::text as price, l.tax_rate::text as "taxRate",
    l.plan_qty as "planQty", l.delivered_qty as "deliveredQty", l.signed_qty as "signedQty",
    l.pass_qty as "passQty", l.reject_qty as "rejectQty", l.return_qty as "returnQty",
    l.replenish_qty as "replenishQty", l.exchange_qty as "exchangeQty",
    l.closed_qty as "closedQty", ${OPEN_QTY} as "openQty"
  from purchase_order_line l join sku k on k.id = l.sku_id`;

/** An order, locked until the transaction ends, whatever the caller's data scope. @throws Refusal 404 */
export const lockOrder = (c: RuleContext, id: string): Promise<Row> =>
  lockRow(c, documentNamed("purchase_order"), id, true);

/** Orders by id, locked in ascending order. */
export async function lockOrders(c: RuleContext, ids: Iterable<unknown>): Promise<Row[]> {
  const unique = [...new Set([...ids].map(String))].sort((a, b) => Number(a) - Number(b));
  const rows: Row[] = [];
  for (const id of unique) rows.push(await lockOrder(c, id));
  return rows;
}

/** Lines by id, locked in ascending order; lock their orders first. */
export const lockOrderLines = (c: RuleContext, ids: readonly string[]): Promise<OrderLine[]> =>
  c.sql.query<OrderLine>(
    `${LINE} where l.id = any($1::bigint[]) and l.tenant_id = $2 and l.del_flag = 0
     order by l.id for update of l`,
    [ids, c.tenantId],
  );

/** Every line of one order, locked, in the order of the document. */
export async function lockLinesOf(c: RuleContext, poId: string): Promise<OrderLine[]> {
  await c.sql.query(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0
     order by id for update`,
    [poId],
  );
  return c.sql.query<OrderLine>(
    `${LINE} where l.purchase_order_id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [poId],
  );
}

/** 到货状态 as a pure function of the lines (supply.md 3). */
export function receiveStatusOf(lines: readonly { signedQty: number; openQty: number }[]): string {
  if (!lines.some((l) => l.signedQty > 0)) return "none";
  return lines.every((l) => l.openQty <= 0) ? "all" : "part";
}

/** 付款状态 as a pure function of header amounts (supply.md 3). */
export function payStatusOf(o: Values, receiveStatus: string): string {
  const [payable, paid, requested] = [o.payableAmount, o.paidAmount, o.requestedAmount].map(Number);
  const over = receiveStatus === "all" || o.status === "closed";
  // An order of which nothing came and nothing was paid owes nothing: that is not 已付清.
  if (over && (payable ?? 0) > 0 && (paid ?? 0) >= (payable ?? 0)) return "paid";
  if ((paid ?? 0) > 0) return over && (payable ?? 0) <= 0 ? "paid" : "part";
  return (requested ?? 0) > 0 ? "requested" : "none";
}

/** Changes the state of a locked order that the system moves, and notes it in its history. */
export async function moveOrder(c: RuleContext, order: Row, to: string, word: string) {
  if (order.status === to) return;
  await c.sql.query("update purchase_order set status = $2, version = version + 1 where id = $1", [
    order.id,
    to,
  ]);
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "purchase_order",
    bizId: order.id,
    action: word,
    fromState: String(order.status),
    toState: to,
    operator: c.caller,
  });
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
    `update purchase_order_line l set open_qty = ${OPEN_QTY}
     where l.purchase_order_id = $1 and l.del_flag = 0 and l.open_qty <> ${OPEN_QTY}`,
    [poId],
  );
  const order = await lockOrder(c, poId);
  const lines = await lockLinesOf(c, poId);
  const receiveStatus = receiveStatusOf(lines);
  const payStatus = payStatusOf(order, receiveStatus);
  await c.sql.query(
    `update purchase_order set signed_qty = $2, receive_status = $3, pay_status = $4 where id = $1`,
    [poId, lines.reduce((n, l) => n + l.signedQty, 0), receiveStatus, payStatus],
  );
  if (order.status === "executing" || order.status === "completed") {
    const over =
      receiveStatus === "all" && payStatus === "paid" && !(await orderEnds(c, poId)).length;
    if (over) await moveOrder(c, order, "completed", "完成");
    else await moveOrder(c, order, "executing", "恢复执行");
  }
  await refreshOnOrder(c, [...lines.map((l) => l.skuId), ...moreSkus]);
  await refreshOpenAmount(c, String(order.supplierId));
}
