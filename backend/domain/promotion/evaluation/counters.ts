import type { RuleContext } from "#backend/engine/documents";

/**
 * Counts the orders of these tasks anew by state, and what their application lines have executed; the
 * tasks are locked by the caller.
 */
export async function recount(c: RuleContext, evaluationIds: readonly string[]): Promise<void> {
  await c.sql.query(
    `update evaluation t set registered_qty = n.registered, checked_qty = n.checked,
       refunding_qty = n.refunding, refunded_qty = n.refunded, abnormal_qty = n.abnormal,
       cancelled_qty = n.cancelled
     from (select e.id,
         count(o.id) filter (where o.status = 'registered') as registered,
         count(o.id) filter (where o.status = 'checked') as checked,
         count(o.id) filter (where o.status = 'refunding') as refunding,
         count(o.id) filter (where o.status = 'refunded') as refunded,
         count(o.id) filter (where o.status = 'abnormal') as abnormal,
         count(o.id) filter (where o.status = 'cancelled') as cancelled
       from evaluation e left join evaluation_order o on o.evaluation_id = e.id and o.del_flag = 0
       where e.tenant_id = $1 and e.id = any($2::bigint[]) group by e.id) n
     where t.id = n.id`,
    [c.tenantId, evaluationIds],
  );
}

/** What a task takes of its application line: what it plans, until it ends; then what it used. */
export const TAKEN = "(e.plan_qty - coalesce(e.returned_qty, 0))";

/** Works out anew what is executed of the lines of an application, which the caller has locked. */
export async function recountLines(c: RuleContext, applicationId: string): Promise<void> {
  await c.sql.query(
    `update evaluation_application_line l set executed_qty = coalesce((
         select sum(${TAKEN}) from evaluation e where e.application_line_id = l.id
           and e.status <> 'draft' and e.del_flag = 0), 0)
     where l.evaluation_application_id = $1 and l.del_flag = 0`,
    [applicationId],
  );
}
