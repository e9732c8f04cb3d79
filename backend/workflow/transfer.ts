import { conflict, invalid } from "../http/refusal";
import { closeTask, lockFlow, ownTask } from "./decide";
import type { FlowContext } from "./flow";
import { notifyArrival } from "./notices";

/** An active colleague. @throws Refusal 400 */
async function colleague(c: FlowContext, userId: string): Promise<string> {
  const row = await c.sql.one<{ name: string }>(
    `select displayname as name from sys_user
     where id = $1 and tenant_id = $2 and del_flag = 0 and lock_flag = '0'`,
    [userId, c.tenantId],
  );
  const message = "转办人员不存在或已停用";
  if (!row) throw invalid(message, { userId: message });
  return row.name;
}

/**
 * 转办: the caller hands his open task to somebody else; the other candidates keep theirs.
 * @throws Refusal as a decision does; 400 for a wrong person or no reason; 409 for one who may decide already
 */
export async function transfer(
  c: FlowContext,
  taskId: string,
  { userId, reason }: { userId: string; reason: string },
): Promise<Record<string, unknown>> {
  const { instance, tasks } = await lockFlow(c, { taskId });
  const task = ownTask(c, instance, tasks, { taskId });
  if (!reason.trim()) throw invalid("请填写转办原因", { reason: "请填写转办原因" });
  const name = await colleague(c, userId);
  if (userId === instance.starterId)
    throw invalid("不能转办给发起人", { userId: "不能转办给发起人" });
  const here = tasks.filter((t) => t.seq === task.seq && t.status === "todo");
  if (here.some((t) => t.candidates.includes(userId))) throw conflict(`${name}已是当前审批人`);
  await closeTask(c, task, "transferred", { comment: `转办给${name}：${reason.trim()}` });
  const next = [...task.candidates.filter((u) => u !== c.caller.userId), userId];
  const row = await c.sql.one<{ id: string }>(
    `insert into act_task (tenant_id, instance_id, node_key, node_name, seq, sign_type, candidates,
       status, arrive_time, due_time)
     select tenant_id, instance_id, node_key, node_name, seq, sign_type, $2, 'todo', now(),
       now() + (due_time - arrive_time) from act_task where id = $1 returning id`,
    [task.id, next],
  );
  const newId = (row as { id: string }).id;
  await notifyArrival(c, instance, newId, [userId]);
  return { instanceId: instance.id, taskId: newId };
}
