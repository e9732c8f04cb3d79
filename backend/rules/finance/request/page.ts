import { paymentRequest } from "#documents/finance/payment-request";
import type { RowOf } from "#documents/kit";
import type { RuleContext, Values } from "../../../documents/rules";
import { approvalTrail } from "../trail";

/** What was paid of it and came back, payment by payment. */
const settlements = ({ sql }: RuleContext, id: string) =>
  sql.query<Values>(
    `select s.biz_document as document, s.biz_id::text as "bizId", sum(s.amount)::text as amount,
       sum(s.base_amount)::text as "baseAmount", min(s.create_time) as time
     from request_settlement s where s.request_id = $1
     group by s.biz_document, s.biz_id, s.amount > 0 order by min(s.id)`,
    [id],
  );

/** What the page of a request shows besides its fields. */
export async function requestPage(
  c: RuleContext,
  row: RowOf<typeof paymentRequest> & Values,
): Promise<void> {
  row.trail = await approvalTrail(c, paymentRequest.name, row.id);
  row.settlements = await settlements(c, row.id);
}
