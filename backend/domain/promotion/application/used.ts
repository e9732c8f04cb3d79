import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { dec } from "#backend/platform/values";

/** What 测评请款 hold of budgets: auditing, approved, paid (market.md 1). */
const HOLDING = `select l.application_id, sum(l.amount) as amount
  from eva_request_share l join eva_request r on r.id = l.eva_request_id
  where l.application_id = any($1::bigint[]) and l.del_flag = 0 and r.del_flag = 0
    and r.status in ('auditing', 'approved', 'paid') group by 1`;

/** Locks 测评申请, so that requests for their budgets take turns. */
export const lockApplications = (c: RuleContext, ids: readonly string[]): Promise<void> =>
  lockIds(c.sql, "evaluation_application", ids);

/**
 * Works out anew what is asked for of the budgets of these applications, which it locks. Called after
 * every change of state of a 测评请款 that has lines of theirs.
 */
export async function recountUsed(c: RuleContext, ids: readonly string[]): Promise<void> {
  await lockApplications(c, ids);
  await c.sql.query(
    `update evaluation_application t set used_amount = coalesce(u.amount, 0)
     from unnest($1::bigint[]) x(id) left join (${HOLDING}) u on u.application_id = x.id
     where t.id = x.id`,
    [ids],
  );
}

/** What is left of the budget of an application; what it ordered before it ended may still be asked for. */
export async function remainOf(c: RuleContext, id: string): Promise<string> {
  const row = await c.sql.one<{ rest: string }>(
    `select (budget_amount - coalesce(used_amount, 0))::text as rest from evaluation_application
     where id = $1 and tenant_id = $2`,
    [id, c.tenantId],
  );
  return dec(row?.rest).toFixed(2);
}
