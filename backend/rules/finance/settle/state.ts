import { paymentRequest } from "#documents/finance/payment-request";
import type { StateOf } from "#documents/kit";
import { makerOf, tellMaker } from "../../../documents/lifecycle/maker";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { dec, r2 } from "../../../values/money";
import type { Request } from "./lock";

/** What is paid of a request and what is on its way. */
export interface Paid {
  paidAmount: string;
  payingAmount: string;
}

/** What a close gave up. */
const closedOf = ({ items }: Request) =>
  items.reduce((n, l) => n.plus(dec(l.closedAmount)), dec(0));

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
    ...{ paidAmount, paidTime: last.paidTime, serialNos: all.map((v) => v.serialNo) },
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
  await c.sql.query(
    `update payment_request set paid_amount = $2, paying_amount = $3, unpaid_amount = $4,
       base_unpaid = $5 where id = $1`,
    [row.id, paidAmount, payingAmount, unpaid, r2(share.times(dec(row.baseAmount)))],
  );
  const state = stateOf(row, paidAmount);
  await moveTo(c, paymentRequest, row.id, state, why);
  if (state === "paid" && last && makerOf(paymentRequest, row)) {
    const values = await toldOf(c, row, paidAmount, last);
    await tellMaker(c, paymentRequest, row, "paid", { values });
  } else if (row.status === "paid") await tellMaker(c, paymentRequest, row, "failed");
}
