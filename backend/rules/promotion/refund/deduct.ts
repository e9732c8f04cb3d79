import { evaRefund } from "#documents/promotion/refund";
import { transition } from "../../../documents/written";
import { notDeducted, postDeduction, requireDeduction } from "../deduct";
import { toRefunded } from "../order/settle";

/** The platform kept what participants got back: paid without a payment request (market.md 17.13). */
export const deduct = transition(evaRefund, "deduct", {
  guard: ({ row }) => notDeducted(row.payMethod),
  check({ row }, input) {
    requireDeduction(input, row.totalAmount);
  },
  async effect(c, { row }, input) {
    const orders = row.items.map((l) => ({
      ...{ orderId: l.evaluationOrderId, weight: l.refundAmount ?? "0" },
    }));
    await toRefunded(
      c,
      orders.map((o) => o.orderId),
    );
    await c.sql.query(
      `update eva_refund set paid_time = $2::timestamp at time zone 'Asia/Shanghai', settlement_no = $3
       where id = $1`,
      [row.id, `${input.day} 12:00:00`, input.settlementNo],
    );
    await postDeduction(
      c,
      {
        ...{ source: "evaRefund", no: row.no, amount: row.totalAmount },
        ...{ amountCny: row.amountCny, orders },
      },
      input,
    );
  },
});
