import { wake } from "#backend/engine/connect/enqueue";
import type { RuleContext } from "#backend/engine/documents";

/** Name of the job that handles what platforms told. */
export const ADVANCE = "advanceOrders";

/**
 * These platform orders changed: what follows from them is made soon, in transactions of their own. Of what
 * the platform ships itself nothing follows but facts, once its goods are known.
 */
export async function addDue(
  { sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await sql.query(
    `insert into platform_order_due (platform_order_id, tenant_id)
     select t.id, $2 from platform_order t where t.id = any($1::bigint[]) and t.tenant_id = $2
       and (t.unpaired or t.fulfillment_channel is distinct from 'AFN') order by t.id
     on conflict (platform_order_id) do update
       set seq = nextval('platform_order_due_seq'), attempts = 0, next_run = now()`,
    [ids, tenantId],
  );
  await wake(sql, ADVANCE);
}
