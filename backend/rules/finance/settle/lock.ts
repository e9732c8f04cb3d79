import { paymentRequest } from "#documents/finance/payment-request";
import type { RowOf } from "#documents/kit";
import { lockIds } from "../../../db/locks";
import { lockMaker } from "../../../documents/lifecycle/maker";
import { lockWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { lockGoods } from "../../purchase/order-lines/locks";

export type Request = RowOf<typeof paymentRequest>;

/** Orders that requests ask money or credit for, in ascending order. */
const ordersOf = async ({ sql }: RuleContext, requestIds: readonly string[]) =>
  (
    await sql.query<{ id: string }>(
      `select distinct po_id as id from payment_request_line
       where payment_request_id = any($1::bigint[]) and po_id is not null and del_flag = 0
       order by 1`,
      [requestIds],
    )
  ).map((r) => r.id);

/**
 * Locks requests, then what their settlement touches: orders and goods. Whoever settles several in one
 * transaction locks them together first. The supplier, whom others pay at the same time, is locked by
 * the entry in the ledger and no earlier.
 */
export async function lockRequests(c: RuleContext, ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)];
  for (const id of wanted) await lockMaker(c, paymentRequest, id);
  await lockIds(c.sql, "payment_request", wanted);
  const orders = await ordersOf(c, wanted);
  await lockIds(c.sql, "purchase_order", orders);
  await lockGoods(c, orders);
}

/** A request with its lines, locked with all that its settlement touches. @throws Refusal 404 */
export async function lockRequest(c: RuleContext, id: string): Promise<Request> {
  await lockRequests(c, [id]);
  return lockWhole(c, paymentRequest, id, { anyScope: true });
}
