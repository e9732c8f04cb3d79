import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";

type OrderIds = readonly string[];

/** The tasks of these orders. */
const tasksOf = ({ sql, tenantId }: RuleContext, ids: OrderIds) =>
  sql.query<{ id: string }>(
    `select distinct evaluation_id as id from evaluation_order
     where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, ids],
  );

/**
 * Locks 测评订单 behind the tasks that count them: whoever changes orders of a task takes turns with
 * whoever registers more of them.
 */
export async function lockOrders(c: RuleContext, ids: OrderIds): Promise<void> {
  const tasks = await tasksOf(c, ids);
  await lockIds(
    c.sql,
    "evaluation",
    tasks.map((t) => t.id),
  );
  await lockIds(c.sql, "evaluation_order", ids);
}
