import { keptOr, NOW, patchRow } from "#backend/platform/db";
import { conflict, forbidden, invalid, missing } from "#backend/platform/http";
import { advance } from "./advance";
import { type FlowContext, flowEndOf } from "./flow";
import { endInstance, type Instance, latestInstance, lockInstance, type Task, tasksOf, type Which } from "./instance";
import { notifyStarter } from "./notices";

export interface Decision {
  approve: boolean;
  comment: string;
  /** Addresses of uploaded files, three at most. */
  attachments?: string[];
}

export const STATE_CHANGED = "单据状态已变更，请刷新后重试";
const NOT_YOURS = "您不是当前审批人";

const handledBy = (task: Task) =>
  task.assigneeName ? conflict(`该任务已被${task.assigneeName}处理`) : conflict(STATE_CHANGED);

/** Locks the document, then its flow, and reads the tasks. @throws Refusal 404 */
export async function lockFlow(c: FlowContext, which: Which) {
  const at =
    "taskId" in which
      ? await c.sql.one<{ id: string; defKey: string; bizId: string }>(
          `select i.id, i.def_key as "defKey", i.biz_id as "bizId" from act_instance i
           join act_task t on t.instance_id = i.id where t.id = $1 and i.tenant_id = $2`,
          [which.taskId, c.tenantId],
        )
      : await latestInstance(c, which.defKey, which.bizId);
  if (!at) throw "taskId" in which ? missing() : conflict(STATE_CHANGED);
  // Through its document the row is locked already.
  if ("taskId" in which) await flowEndOf(c, at.defKey).lock(c, at.bizId);
  const instance = await lockInstance(c, at.id);
  return { instance, tasks: await tasksOf(c, at.id) };
}

/**
 * The open task that the caller may decide (supply.md 0.2, E.1).
 * @throws Refusal 403 own document or not a candidate; 409 when somebody else was faster
 */
export function ownTask(c: FlowContext, instance: Instance, tasks: Task[], which: Which): Task {
  const { userId } = c.caller;
  if (instance.starterId === userId) throw forbidden("不能审批自己提交的单据");
  const mine = tasks.filter((t) => t.candidates.includes(userId) && t.status !== "waiting");
  if ("taskId" in which) {
    const task = mine.find((t) => t.id === which.taskId);
    if (!task) throw forbidden(NOT_YOURS);
    if (task.status !== "todo") throw handledBy(task);
    return task;
  }
  const open = mine.find((t) => t.status === "todo");
  if (open) return open;
  const closed = mine.filter((t) => t.assigneeId).at(-1);
  throw closed ? handledBy(closed) : forbidden(NOT_YOURS);
}

const close = (c: FlowContext, task: Task, status: string, d: Pick<Decision, "comment" | "attachments">) =>
  patchRow(c.sql, "act_task", task.id, {
    status,
    assignee_id: c.caller.userId,
    comment: d.comment || null,
    attachments: d.attachments ?? [],
    claim_time: keptOr(NOW),
    end_time: NOW,
  });

export { close as closeTask };

async function reject(c: FlowContext, instance: Instance, comment: string) {
  await endInstance(c, instance.id, "rejected");
  await flowEndOf(c, instance.defKey).rejected(c, instance.bizId);
  await notifyStarter(c, instance, "审批驳回", `被${c.caller.displayname}驳回：${comment}`);
}

async function approve(c: FlowContext, instance: Instance, task: Task): Promise<boolean> {
  const node = (await tasksOf(c, instance.id)).filter((t) => t.seq === task.seq);
  const waitsForOthers = node.some((t) => t.status === "todo");
  const approvedBy = new Set(
    node.flatMap((t) => (t.assigneeId && ["approved", "skipped"].includes(t.status) ? [t.assigneeId] : [])),
  );
  const finished = !waitsForOthers && (await advance(c, instance, approvedBy));
  if (finished) await flowEndOf(c, instance.defKey).approved(c, instance.bizId);
  const what = finished ? "审批已全部通过" : `的“${task.nodeName}”已由${c.caller.displayname}通过`;
  await notifyStarter(c, instance, "审批通过", what);
  return finished;
}

/**
 * Approves or rejects the caller's open task, opens the next node or ends the flow with the effect on
 * its document, all in the transaction of `c`. Decisions on one flow take turns.
 * @throws Refusal as `ownTask`; 400 when a rejection gives no reason
 */
export async function decide(c: FlowContext, which: Which, decision: Decision): Promise<Record<string, unknown>> {
  const comment = decision.comment.trim();
  const { instance, tasks } = await lockFlow(c, which);
  const task = ownTask(c, instance, tasks, which);
  if (!decision.approve && !comment) throw invalid("请填写驳回原因", { comment: "请填写驳回原因" });
  await close(c, task, decision.approve ? "approved" : "rejected", { ...decision, comment });
  if (!decision.approve) await reject(c, instance, comment);
  const finished = decision.approve ? await approve(c, instance, task) : true;
  return { instanceId: instance.id, finished };
}
