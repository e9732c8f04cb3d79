import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";

type Ids = readonly string[];

/** The tasks of these orders. */
const tasksOf = ({ sql, tenantId }: RuleContext, ids: Ids) =>
  sql.query<{ id: string }>(
    `select distinct evaluation_id as id from evaluation_order
     where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, ids],
  );

/**
 * Locks 测评订单 behind the tasks that count them: whoever changes orders of a task takes turns with
 * whoever registers more of them.
 */
export async function lockOrders(c: RuleContext, ids: Ids): Promise<void> {
  const tasks = await tasksOf(c, ids);
  await lockIds(
    c.sql,
    "evaluation",
    tasks.map((t) => t.id),
  );
  await lockIds(c.sql, "evaluation_order", ids);
}
