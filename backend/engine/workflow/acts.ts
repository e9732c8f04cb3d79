import { type Call, conflict, invalid, missing, refusalOf } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { context } from "./call";
import { closeTask, type Decision, decide, lockFlow, ownTask, STATE_CHANGED } from "./decide";
import { type FlowContext, flowEndOf, tieAttachments } from "./flow";
import { notifyArrival } from "./notices";
import { withdraw } from "./service";

/** What handing a task over and asking somebody else as well have in common. */
interface Handed {
  userId: string;
  reason: string;
}

/** How each is called. */
const HANDS = { transfer: "转办", add: "加签" } as const;

/** An active colleague. @throws Refusal 400 */
async function colleague(c: FlowContext, userId: string, word: string): Promise<string> {
  const row = await c.sql.one<{ name: string }>(
    `select displayname as name from sys_user
     where id = $1 and tenant_id = $2 and del_flag = 0 and lock_flag = '0'`,
    [userId, c.tenantId],
  );
  const message = `${word}人员不存在或已停用`;
  if (!row) throw invalid(message, { userId: message });
  return row.name;
}

/** An open task like this one for other people. @returns its id */
async function openBeside(c: FlowContext, taskId: string, candidates: string[]): Promise<string> {
  const row = await c.sql.one<{ id: string }>(
    `insert into act_task (tenant_id, instance_id, node_key, node_name, seq, sign_type, candidates,
       status, arrive_time, due_time)
     select tenant_id, instance_id, node_key, node_name, seq, sign_type, $2, 'todo', now(),
       now() + (due_time - arrive_time) from act_task where id = $1 returning id`,
    [taskId, candidates],
  );
  if (!row) throw missing();
  return row.id;
}

/** The row of the time line that says who was asked as well, by whom and why. */
const tellAdded = (c: FlowContext, taskId: string, comment: string) =>
  c.sql.query(
    `insert into act_task (tenant_id, instance_id, node_key, node_name, seq, sign_type, candidates,
       status, assignee_id, comment, arrive_time, end_time)
     select tenant_id, instance_id, node_key, node_name, seq, sign_type, array[$2::bigint], 'added', $2, $3,
       arrive_time, now() from act_task where id = $1`,
    [taskId, c.caller.userId, comment],
  );

/**
 * 转办: the caller hands his open task to somebody else; the other candidates keep theirs. 加签: somebody
 * else must decide at this node as well, and the caller still does.
 * @throws Refusal as a decision does; 400 for a wrong person or no reason; 409 for one who may decide already
 */
async function hand(
  c: FlowContext,
  how: keyof typeof HANDS,
  taskId: string,
  { userId, reason }: Handed,
): Promise<Record<string, unknown>> {
  const word = HANDS[how];
  const { instance, tasks } = await lockFlow(c, { taskId });
  const task = ownTask(c, instance, tasks, { taskId });
  const why = reason.trim();
  if (!why) throw invalid(`请填写${word}原因`, { reason: `请填写${word}原因` });
  const name = await colleague(c, userId, word);
  if (userId === instance.starterId) throw invalid(`不能${word}给发起人`, { userId: `不能${word}给发起人` });
  const here = tasks.filter((t) => t.seq === task.seq && t.status === "todo");
  if (here.some((t) => t.candidates.includes(userId))) throw conflict(`${name}已是当前审批人`);
  const said = `${word}给${name}：${why}`;
  if (how === "add") await tellAdded(c, task.id, said);
  else await closeTask(c, task, "transferred", { comment: said });
  const others = how === "add" ? [] : task.candidates.filter((u) => u !== c.caller.userId);
  const next = await openBeside(c, task.id, [...others, userId]);
  await notifyArrival(c, instance, next, [userId]);
  return { instanceId: instance.id, taskId: next };
}

const MOST = 50;

/** The document that a flow is about. @throws Refusal 404 */
async function bizOf(c: FlowContext, instanceId: string) {
  const found = await c.sql.one<{ defKey: string; bizId: string }>(
    `select def_key as "defKey", biz_id as "bizId" from act_instance
     where id = $1 and tenant_id = $2`,
    [instanceId, c.tenantId],
  );
  if (!found) throw missing();
  return found;
}

/** One row in the audit log of the document that the flow is about. */
async function log(c: FlowContext, instanceId: string, action: string, comment?: string) {
  const { defKey, bizId } = await bizOf(c, instanceId);
  const diff = comment ? { comment: [null, comment] } : undefined;
  await flowEndOf(c, defKey).log(c, bizId, action, diff);
}

/** Runs a write on a flow once per Idempotency-Key, in one transaction. */
export const run = <R>(call: Call, name: string, id: string, work: (c: FlowContext) => Promise<R>) =>
  once(call.db, call.caller, key(call, id), ["/act", name, id, call.body], (sql) => work(context(call, sql)));

const key = (call: Call, id: string) => {
  const given = keyOf(call);
  return given && `${given}:${id}`;
};

/** 通过 and 驳回 on the page of a flow; the document page's buttons call the same service. */
export const decideTask = (call: Call, taskId: string, decision: Decision) =>
  run(call, decision.approve ? "approve" : "reject", taskId, async (c) => {
    const done = await decide(c, { taskId }, decision);
    const instanceId = String(done.instanceId);
    await tieAttachments(c, instanceId, decision.attachments ?? []);
    await log(c, instanceId, decision.approve ? "通过" : "驳回", decision.comment);
    return done;
  });

export const handTask = (call: Call, how: keyof typeof HANDS, taskId: string, to: Handed) =>
  run(call, how, taskId, async (c) => {
    const done = await hand(c, how, taskId, to);
    await log(c, String(done.instanceId), HANDS[how], to.reason);
    return done;
  });

/** 撤回 on the page of a flow: ends it and returns the document, as the document's own button does. */
export const withdrawInstance = (call: Call, id: string) =>
  run(call, "withdraw", id, async (c) => {
    const of = await bizOf(c, id);
    const end = flowEndOf(c, of.defKey);
    await end.lock(c, of.bizId);
    await withdraw(c, of);
    await end.withdrawn(c, of.bizId);
    await log(c, id, "撤回");
    return true;
  });

/**
 * Approves several tasks of one kind of document, each in its own transaction (supply.md E.4).
 * @throws Refusal 400 for too many, or of several kinds
 */
export async function approveAll(call: Call, ids: string[], comment: string) {
  const unique = [...new Set(ids)];
  if (unique.length > MOST) throw invalid(`一次最多审批${MOST}条`);
  const known = await call.db.query<{ id: string; no: string; defKey: string }>(
    `select t.id, i.biz_no as no, i.def_key as "defKey" from act_task t
     join act_instance i on i.id = t.instance_id
     where t.id = any ($1::bigint[]) and i.tenant_id = $2 and $3 = any (t.candidates)`,
    [unique, call.tenantId, call.caller.userId],
  );
  if (new Set(known.map((k) => k.defKey)).size > 1) throw invalid("批量通过只能选择同一种单据");
  const results: { id: string; no: string | null; ok: boolean; msg: string | null }[] = [];
  for (const id of unique) {
    const no = known.find((k) => k.id === id)?.no ?? null;
    try {
      await decideTask(call, id, { approve: true, comment });
      results.push({ id, no, ok: true, msg: null });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) throw error;
      results.push({ id, no, ok: false, msg: refusal.message || STATE_CHANGED });
    }
  }
  return results;
}
