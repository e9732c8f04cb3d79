import { paymentRequest } from "#documents/finance/payment-request";
import type { RowOf } from "#documents/kit";
import { keep, lockIds } from "../../../db/locks";
import { lockMaker } from "../../../documents/lifecycle/maker";
import { lockWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { lockGoods } from "../../purchase/order-lines/locks";

export type Request = RowOf<typeof paymentRequest>;

/** Locks the orders that locked requests ask money or credit for. */
const lockOrders = async ({ sql }: RuleContext, requestIds: readonly string[]) =>
  (
    await sql.query<{ id: string }>(
      `select id from purchase_order where id in (select po_id from payment_request_line
         where payment_request_id = any($1::bigint[]) and del_flag = 0)
       order by id ${keep(sql, "purchase_order")}`,
      [requestIds],
    )
  ).map((r) => r.id);

/** Locks the logistics bills that locked requests ask money for. */
const lockBills = ({ sql }: RuleContext, requestIds: readonly string[]) =>
  sql.query(
    `select id from logistics_bill where id in (select bill_id from payment_request_line
       where payment_request_id = any($1::bigint[]) and del_flag = 0)
     order by id ${keep(sql, "logistics_bill")}`,
    [requestIds],
  );

/**
 * Locks requests, then what their settlement touches: orders and goods. Whoever settles several in one
 * transaction locks them together first. The supplier, whom others pay at the same time, is locked by
 * the entry in the ledger and no earlier.
 */
export async function lockRequests(c: RuleContext, ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)];
  await lockMaker(c, paymentRequest, wanted);
  await lockIds(c.sql, "payment_request", wanted);
  await lockBills(c, wanted);
  await lockGoods(c, await lockOrders(c, wanted));
}

/** A request with its lines as it is now, that `lockRequests` locked before. @throws Refusal 404 */
export const lockedRequest = (c: RuleContext, id: string): Promise<Request> =>
  lockWhole(c, paymentRequest, id, { anyScope: true });

/** A request with its lines, locked with all that its settlement touches. @throws Refusal 404 */
export async function lockRequest(c: RuleContext, id: string): Promise<Request> {
  await lockRequests(c, [id]);
  return lockedRequest(c, id);
}
