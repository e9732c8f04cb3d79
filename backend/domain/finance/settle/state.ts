import { lockOpenings } from "#backend/domain/finance/opening/asking";
import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { lockWhole, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { lockMaker, makerOf, tellMaker } from "#backend/engine/documents/lifecycle/maker";
import { keep, lockIds } from "#backend/platform/db";
import { dec, r2 } from "#backend/platform/values";
import { paymentRequest } from "#documents/finance/payment-request";
import type { RowOf, StateOf } from "#documents/kit";

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

/** Items of openings that locked requests ask money for. */
const openingsOf = async ({ sql }: RuleContext, requestIds: readonly string[]) =>
  (
    await sql.query<{ id: string }>(
      `select opening_id as id from payment_request_line
       where payment_request_id = any($1::bigint[]) and opening_id is not null and del_flag = 0`,
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
  await lockMaker(c, paymentRequest, wanted);
  await lockIds(c.sql, "payment_request", wanted);
  await lockBills(c, wanted);
  await lockOpenings(c, await openingsOf(c, wanted));
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

/** What is paid of a request and what is on its way. */
export interface Paid {
  paidAmount: string;
  payingAmount: string;
}

/** What a close gave up. */
const closedOf = ({ items }: Request) => items.reduce((n, l) => n.plus(dec(l.closedAmount)), dec(0));

/** 未付 of a request. */
export const unpaidOf = (row: Request, paid: string = row.paidAmount): string =>
  dec(row.amount).minus(closedOf(row)).minus(paid).toFixed(2);

/** 待付款, 部分付款, 已付清 as a pure function of the amounts. */
export function stateOf(row: Request, paid: string): StateOf<typeof paymentRequest> {
  if (dec(unpaidOf(row, paid)).lte(0)) return "paid";
  return dec(paid).gt(0) ? "partPaid" : "approved";
}

/** What proves a payment. */
export interface Voucher {
  paidTime: string;
  serialNo: string;
  receiptFiles: readonly string[];
}

/** What whoever made a request is told of its payments; `last` is the one that paid it in full. */
async function toldOf({ sql }: RuleContext, row: Request, paidAmount: string, last: Voucher) {
  const before = await sql.query<Pick<Voucher, "serialNo" | "receiptFiles">>(
    `select serial_no as "serialNo", receipt_files as "receiptFiles" from payment
     where request_id = $1 and status = 'paid' and serial_no is not null and del_flag = 0
     order by paid_time, id`,
    [row.id],
  );
  const all = [...before, last];
  return {
    paidAmount,
    paidTime: last.paidTime,
    serialNos: all.map((v) => v.serialNo),
    receiptFiles: all.flatMap((v) => v.receiptFiles ?? []),
  };
}

/** Writes what is paid and on its way of a locked request, and the state that follows. */
export async function writePaid(
  c: RuleContext,
  row: Request,
  { paidAmount, payingAmount }: Paid,
  why: string,
  last?: Voucher,
): Promise<void> {
  const unpaid = unpaidOf(row, paidAmount);
  const share = dec(row.amount).eq(0) ? dec(0) : dec(unpaid).div(dec(row.amount));
  await patch(c, paymentRequest, row.id, {
    paidAmount,
    payingAmount,
    unpaidAmount: unpaid,
    baseUnpaid: r2(share.times(dec(row.baseAmount))),
  });
  const state = stateOf(row, paidAmount);
  await moveTo(c, paymentRequest, row.id, state, why);
  if (state === "paid" && last && makerOf(paymentRequest, row)) {
    const values = await toldOf(c, row, paidAmount, last);
    await tellMaker(c, paymentRequest, row, "paid", { values });
  } else if (row.status === "paid") await tellMaker(c, paymentRequest, row, "failed");
}
