import { documentNamed } from "#documents";
import { lockRow } from "../../../documents/reading/row";
import type { Row, RuleContext } from "../../../documents/rules";
import { writeOperLog } from "../../../logs/oper-log";
import { lockLinesOf, OPEN_QTY } from "./line-rows";
import { orderEnds } from "./open-documents";
import { payStatusOf, receiveStatusOf } from "./states";
import { refreshOnOrder, refreshOpenAmount } from "./totals";

export * from "./line-rows";
export * from "./states";

/** An order, locked until the transaction ends, whatever the caller's data scope. @throws Refusal 404 */
export const lockOrder = (c: RuleContext, id: string): Promise<Row> =>
  lockRow(c, documentNamed("purchase_order"), id, { anyScope: true });

/** Orders by id, locked in ascending order. */
export async function lockOrders(c: RuleContext, ids: Iterable<unknown>): Promise<Row[]> {
  const unique = [...new Set([...ids].map(String))].sort((a, b) => Number(a) - Number(b));
  const rows: Row[] = [];
  for (const id of unique) rows.push(await lockOrder(c, id));
  return rows;
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
