import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec } from "../../../values/money";

/** States of a request that stands. */
export const LIVE_REQUEST = "('auditing', 'approved', 'partPaid', 'paid')";

/** Σ over lines of requests that stand, of the order `o`. */
export const claimed = (what: string, more: string) =>
  `coalesce((select sum(${what}) from payment_request_line l
      join payment_request r on r.id = l.payment_request_id
    where l.po_id = o.id and l.del_flag = 0 and r.del_flag = 0 and r.status in ${LIVE_REQUEST}
      and ${more}), 0)`;

/** What of its credit other requests use and have not settled yet, positive. */
export const OFFSETS = claimed(
  "l.closed_amount + l.settled_amount - l.amount",
  "l.biz_type = 'offset'",
);

/** What of its credit was used or came back. */
const REFUNDED = `coalesce((select sum(e.amount) from ap_entry e
  where e.po_id = o.id and e.biz_type in ('offset', 'refund')), 0)`;

/** 付款状态 and 应退 of a locked order whose state is written: only what ended can be paid too much. */
export const writePayStatus = ({ sql }: RuleContext, poId: string, payStatus: string) =>
  sql.query(
    `update purchase_order o set pay_status = $2,
       refund_due_amount = case when o.status in ('completed', 'closed')
         then greatest(o.paid_amount - ${REFUNDED} - o.payable_amount, 0) else 0 end
     where o.id = $1`,
    [poId, payStatus],
  );

/**
 * What is owed for locked orders became less: more than deposits asked for must still be owed.
 * @throws Refusal 409 撤销后应付低于已请款金额，不能撤销
 */
export async function requireStillOwed({ sql }: RuleContext, poIds: Iterable<string>) {
  const found = await sql.one(
    `select 1 from purchase_order o where o.id = any($1::bigint[])
       and o.requested_amount > o.payable_amount
       and ${claimed("l.amount - l.closed_amount", "l.biz_type = 'po' and r.request_type <> 'deposit'")} > 0
     limit 1`,
    [[...poIds]],
  );
  if (found) throw conflict("撤销后应付低于已请款金额，不能撤销");
}

/** Is the credit that a return of this amount gave to its order in use? */
export async function creditUsed(
  { sql }: RuleContext,
  poId: string,
  returnAmount: string,
): Promise<string | false> {
  const row = await sql.one<{ used: string; left: string }>(
    `select (${REFUNDED} + ${OFFSETS})::text as used,
       (o.paid_amount - o.payable_amount - $2)::text as left
     from purchase_order o where o.id = $1`,
    [poId, returnAmount],
  );
  const used = dec(row?.used);
  return used.gt(0) && dec(row?.left).lt(used) && "退货金额已参与请款，不能撤销";
}
