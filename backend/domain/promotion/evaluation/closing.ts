import { moveTo, type RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { evaluation } from "#documents/promotion/evaluation";
import { evaluationOrder } from "#documents/promotion/order";
import { recount, recountLines } from "./counters";

/** Orders of a task that nobody has checked: they go with it. */
const UNCHECKED = ["registered", "abnormal"];

/** Locks the tasks of an application and their orders, which stand above it. */
export async function lockTasks(c: RuleContext, applicationId: string): Promise<void> {
  const tasks = await c.sql.query<{ id: string }>(
    "select id from evaluation where tenant_id = $1 and application_id = $2 and del_flag = 0",
    [c.tenantId, applicationId],
  );
  const ids = tasks.map((t) => t.id);
  await lockIds(c.sql, "evaluation", ids);
  await lockOrdersOf(c, ids);
}

/** Locks the orders of tasks that are locked. */
export async function lockOrdersOf(c: RuleContext, evaluationIds: readonly string[]) {
  const orders = await c.sql.query<{ id: string }>(
    "select id from evaluation_order where evaluation_id = any($1::bigint[]) and del_flag = 0",
    [evaluationIds],
  );
  await lockIds(
    c.sql,
    "evaluation_order",
    orders.map((o) => o.id),
  );
}

/** The part of the plan that no order used goes back to the application, whose lines are counted anew. */
export async function giveBack(c: RuleContext, id: string): Promise<void> {
  await recount(c, [id]);
  const task = await c.sql.one<{ applicationId: string }>(
    `update evaluation set returned_qty = plan_qty - (select count(*) from evaluation_order o
         where o.evaluation_id = $1 and o.del_flag = 0 and o.status <> 'cancelled')
     where id = $1 returning application_id as "applicationId"`,
    [id],
  );
  if (!task) return;
  await lockIds(c.sql, "evaluation_application", [task.applicationId]);
  await recountLines(c, task.applicationId);
}

/** What follows when a task ends early: its unchecked orders are cancelled, the rest of its plan goes back. */
export async function endTask(c: RuleContext, id: string, why: string): Promise<void> {
  const open = await c.sql.query<{ id: string }>(
    `select id from evaluation_order where evaluation_id = $1 and status = any($2) and del_flag = 0
     order by id`,
    [id, UNCHECKED],
  );
  const ids = open.map((o) => o.id);
  await moveTo(c, evaluationOrder, ids, "cancelled", why);
  await giveBack(c, id);
}

/** Ends a task, which is locked with its orders, because its application is closed. */
export async function closeTask(c: RuleContext, id: string, why: string): Promise<void> {
  await moveTo(c, evaluation, id, "closed", why);
  await endTask(c, id, why);
}
