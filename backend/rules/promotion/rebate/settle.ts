import { rebate } from "#documents/promotion/rebate";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { notDeducted, postDeduction, requireDeduction } from "../deduct";
import { type OrderPart, postFee, skusOfOrders } from "../fee-facts";
import type { Row } from "./sources";

/** What was settled when, and the files that say so. */
const settled = (
  { sql }: RuleContext,
  row: Row,
  { day, files, no }: { day: string; files: readonly string[]; no?: string },
) =>
  sql.query(
    `update rebate set settle_date = $2, settled_amount = payable_amount, voucher = $3::bigint[],
       settlement_no = $4 where id = $1`,
    [row.id, day, files, no ?? null],
  );

/** What each order of a fee takes of it, and each promotion. */
function partsOf({ items }: Row) {
  const promotions = new Map<string, string>();
  for (const { promotionId, amount } of items)
    if (promotionId)
      promotions.set(promotionId, dec(promotions.get(promotionId)).plus(dec(amount)).toFixed(2));
  const orders = items.flatMap(({ orderId, amount }) =>
    orderId ? [{ orderId, weight: amount ?? "0" }] : [],
  );
  return { orders, promotions };
}

const payMethodOf = ({ sql }: RuleContext, { resourceId }: Row) =>
  sql.one<{ payMethod: string }>(
    `select pay_method as "payMethod" from evaluation_resource where id = $1`,
    [resourceId],
  );

/** What each order of the refunds behind a share takes of it. */
const behind = ({ sql }: RuleContext, { id }: Row) =>
  sql.query<OrderPart>(
    `select o.evaluation_order_id as "orderId",
       sum(l.amount * o.refund_amount / nullif(r.goods_amount, 0))::text as weight
     from rebate_line l join eva_refund r on r.id = l.refund_id
       join eva_refund_line o on o.eva_refund_id = r.id and o.del_flag = 0
     where l.rebate_id = $1 and l.del_flag = 0 group by 1 order by 1`,
    [id],
  );

/** The resource gave its share back: it lowers the promotion fees of that day. */
export const settleReceive = transition(rebate, "settleReceive", {
  check({ row }, { received, day }) {
    if (!dec(received).eq(dec(row.payableAmount))) throw conflict("收款金额不一致");
    if (day && day > today()) throw invalidAt("day", "收款日期不能晚于今天");
  },
  async effect(c, { row }, input) {
    const day = input.day ?? today();
    await settled(c, row, { day, files: input.files ?? [] });
    const amount = dec(row.payableCny).times(-1).toFixed(2);
    const parts = await skusOfOrders(c, await behind(c, row));
    await postFee(c, { source: "rebate", no: row.no, day, amount, parts });
  },
});

/** The platform kept the fee: settled without a payment request (market.md 17.13). */
export const deduct = transition(rebate, "deduct", {
  lock: async (c, row) => ({ resource: await payMethodOf(c, row) }),
  guard: ({ row, resource }) =>
    row.direction === "receive" ? "应收返点请登记收款" : notDeducted(resource?.payMethod),
  check({ row }, input) {
    requireDeduction(input, row.payableAmount);
  },
  async effect(c, { row }, input) {
    await settled(c, row, { day: input.day, files: [], no: input.settlementNo });
    await postDeduction(
      c,
      {
        ...{ source: "rebate", no: row.no, amount: row.payableAmount },
        ...{ amountCny: row.payableCny ?? "0", ...partsOf(row) },
      },
      input,
    );
  },
});
