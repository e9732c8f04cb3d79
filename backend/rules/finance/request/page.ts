import { paymentRequest } from "#documents/finance/payment-request";
import type { RowOf } from "#documents/kit";
import type { RuleContext, Values } from "../../../documents/rules";

/** Who decided what about the latest approval, oldest first: printed below the request. */
const trail = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query<Values>(
    `select t.node_name as node, u.displayname as person, t.status as action, t.comment,
       t.end_time as time
     from act_task t join sys_user u on u.id = t.assignee_id
     where t.status in ('approved', 'rejected') and t.instance_id = (
       select max(i.id) from act_instance i
       where i.biz_type = $1 and i.biz_id = $2 and i.tenant_id = $3)
     order by t.seq, t.id`,
    [paymentRequest.name, id, tenantId],
  );

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
  row.trail = await trail(c, row.id);
  row.settlements = await settlements(c, row.id);
}
