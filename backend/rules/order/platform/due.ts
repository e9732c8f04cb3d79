import { wake } from "../../../connect/enqueue";
import type { RuleContext } from "../../../documents/rules";

/** Name of the job that handles what platforms told. */
export const ADVANCE = "advanceOrders";

/** These platform orders changed: what follows from them is made soon, in transactions of their own. */
export async function addDue(
  { sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await sql.query(
    `insert into platform_order_due (platform_order_id, tenant_id)
     select id, $2 from unnest($1::bigint[]) id order by id
     on conflict (platform_order_id) do update
       set seq = nextval('platform_order_due_seq'), attempts = 0, next_run = now()`,
    [ids, tenantId],
  );
  await wake(sql, ADVANCE);
}
