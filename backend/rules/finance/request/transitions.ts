import { paymentRequest } from "#documents/finance/payment-request";
import type { RowOf } from "#documents/kit";
import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { dec } from "../../../values/money";
import { recountRequested } from "./requested";

type Row = RowOf<typeof paymentRequest>;

const lock = async ({ sql }: RuleContext, { items }: Row) => {
  await lockIds(
    sql,
    "logistics_bill",
    items.map((l) => l.billId),
  );
  await lockIds(
    sql,
    "purchase_order",
    items.map((l) => l.poId),
  );
  return {};
};

const busy = ({ paidAmount, payingAmount }: Row) =>
  dec(paidAmount).gt(0) || dec(payingAmount).gt(0);

/** Withdrawn or rejected: the orders may be asked for once more. */
const returned = transition(paymentRequest, "returned", {
  lock,
  effect: (c, { row }) => recountRequested(c, row.items),
});

const voided = transition(paymentRequest, "void", {
  lock,
  guard: ({ row }) => busy(row) && "已付款或付款中，不能作废",
  effect: (c, { row }) => recountRequested(c, row.items),
});

const toPayment = transition(paymentRequest, "toPayment", {
  guard: ({ row }) => dec(row.unpaidAmount).lte(dec(row.payingAmount)) && "没有可付款金额",
});

/** Number of the first payment of a request that is on its way. */
const payingOf = async ({ sql }: RuleContext, requestId: string) =>
  (
    await sql.one<{ no: string }>(
      `select no from payment where request_id = $1 and del_flag = 0
         and status in ('pending', 'merged', 'oa') order by id limit 1`,
      [requestId],
    )
  )?.no ?? "";

/** 结束付款: what was not paid is given up and may be asked for anew. */
const close = transition(paymentRequest, "close", {
  async lock(c, row) {
    await lock(c, row);
    return { paying: await payingOf(c, row.id) };
  },
  guard({ row, paying }) {
    if (row.items.some((l) => l.bizType === "evaRequest" || l.bizType === "kolAdsFee"))
      return "该请款单不能部分结束";
    return dec(row.payingAmount).gt(0) && `存在付款中的付款单${paying}`;
  },
  async effect(c, { row }) {
    await c.sql.query(
      `update payment_request_line set closed_amount = amount - settled_amount
       where payment_request_id = $1 and del_flag = 0`,
      [row.id],
    );
    await c.sql.query(
      "update payment_request set unpaid_amount = 0, base_unpaid = 0 where id = $1",
      [row.id],
    );
    await recountRequested(c, row.items);
  },
});

export const transitions = [returned, voided, toPayment, close];
