import type { RuleContext } from "#backend/engine/documents";
import type { ApprovalStep } from "#documents/finance/pay-fields";

/** Who started the last approval of a document and who decided on it, in their order. */
export const approvalTrail = ({ sql, tenantId }: RuleContext, document: string, id: string): Promise<ApprovalStep[]> =>
  sql.query<ApprovalStep & { n: number }>(
    `with last as (
       select i.id, i.starter_id, i.start_time from act_instance i
       where i.tenant_id = $1 and i.biz_type = $2 and i.biz_id = $3 order by i.id desc limit 1)
     select '发起' as node, u.displayname as person, 'started' as action, null as comment,
       last.start_time as time, 0 as n
     from last join sys_user u on u.id = last.starter_id
     union all
     select t.node_name, u.displayname, t.status, t.comment, t.end_time, 1
     from act_task t join last on last.id = t.instance_id
       left join sys_user u on u.id = t.assignee_id
     where t.status in ('approved', 'rejected', 'skipped') order by n, time`,
    [tenantId, document, id],
  );
