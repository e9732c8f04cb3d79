import type { RuleContext } from "../../../documents/rules";
import { recountBills } from "../../logistics/bill/asking";
import { refreshPayment } from "../../purchase/order-lines/chain";
import { claimed } from "../../purchase/order-lines/claims";
import { lockGoods } from "../../purchase/order-lines/locks";

/**
 * requestedAmount of locked orders and bills: what requests that stand ask for them, less what a close gave up.
 * Call it when the state of a request is written.
 */
export async function recountRequested(
  c: RuleContext,
  items: readonly { bizType: string; poId: string | null; billId: string | null }[],
): Promise<void> {
  await recountBills(
    c,
    items.map((l) => l.billId),
  );
  const ids = [...new Set(items.flatMap((l) => l.poId ?? []))].sort(
    (a, b) => Number(a) - Number(b),
  );
  if (!ids.length) return;
  await lockGoods(c, ids);
  await c.sql.query(
    `update purchase_order o
     set requested_amount = ${claimed("l.amount - l.closed_amount", "l.biz_type = 'po'")}
     where o.id = any($1::bigint[])`,
    [ids],
  );
  await refreshPayment(c, ids);
}
