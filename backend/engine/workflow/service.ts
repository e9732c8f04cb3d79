import { conflict, forbidden } from "#backend/platform/http";
import { holds } from "#documents/workflow";
import { advance, planTasks } from "./advance";
import { copiesOf } from "./approvers";
import { STATE_CHANGED } from "./decide";
import { currentDefinition, type DefaultDefinition } from "./defaults";
import { type FlowContext, type FlowStart, flowEndOf } from "./flow";
import { endInstance, type Instance, latestInstance, lockInstance, situationOf, tasksOf } from "./instance";
import { notifyCopies } from "./notices";

export { type Decision, decide } from "./decide";

type Biz = Pick<FlowStart, "defKey" | "bizId">;

async function insertInstance(c: FlowContext, f: FlowStart, d: DefaultDefinition): Promise<Instance> {
  const snapshot = await flowEndOf(c, f.defKey).snapshot(c, f.bizId);
  const variables = { ...f.flags, amountCny: f.amountCny ?? null };
  const row = await c.sql.one<{ id: string }>(
    `insert into act_instance (tenant_id, def_key, def_version, biz_type, biz_id, biz_no, label, title,
       starter_id, dept_id, group_id, variables, amount_cny, snapshot)
     values ($1, $2, $3, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (tenant_id, biz_type, biz_id) where status = 'running' do nothing returning id`,
    [
      c.tenantId,
      f.defKey,
      d.version,
      f.bizId,
      f.bizNo,
      f.label,
      `${c.caller.displayname}提交的${f.label}${f.bizNo}`,
      c.caller.userId,
      f.deptId,
      f.groupId ?? null,
      JSON.stringify(variables),
      f.amountCny ?? null,
      snapshot ? JSON.stringify(snapshot) : null,
    ],
  );
  if (!row) throw conflict(STATE_CHANGED);
  return lockInstance(c, row.id);
}

async function copy(c: FlowContext, instance: Instance, d: DefaultDefinition) {
  const situation = situationOf(c.tenantId, instance);
  const found = new Set<string>();
  for (const rule of d.cc.filter((r) => holds(r.condition, instance.variables)))
    for (const id of await copiesOf(c.sql, situation, rule.approver)) found.add(id);
  const userIds = [...found];
  await c.sql.query(
    `insert into act_cc (instance_id, user_id, tenant_id)
     select $1, u, $3 from unnest($2::bigint[]) u on conflict do nothing`,
    [instance.id, userIds, c.tenantId],
  );
  await notifyCopies(c, instance, userIds);
}

/**
 * Starts the approval of a submitted document on the tenant's newest definition.
 * @returns `approved`: no node took part, the caller ends it as approved at once.
 * @throws Refusal 409 when one is running already or nobody could decide
 */
export async function start(c: FlowContext, flow: FlowStart): Promise<{ instanceId: string; approved: boolean }> {
  const definition = await currentDefinition(c.sql, c.tenantId, flow.defKey, flow.label);
  const instance = await insertInstance(c, flow, definition);
  await planTasks(c, instance, definition.nodes);
  await copy(c, instance, definition);
  return { instanceId: instance.id, approved: await advance(c, instance) };
}

/** The running flow of a document, locked; none: undefined. */
async function running(c: FlowContext, biz: Biz): Promise<Instance | undefined> {
  const latest = await latestInstance(c, biz.defKey, biz.bizId);
  const locked = latest && (await lockInstance(c, latest.id));
  return locked?.status === "running" ? locked : undefined;
}

/**
 * The starter takes a document back; its own state is the caller's matter.
 * @throws Refusal 403 not the starter; 409 when somebody approved already
 */
export async function withdraw(c: FlowContext, biz: Biz): Promise<void> {
  const instance = await running(c, biz);
  if (!instance) throw conflict(STATE_CHANGED);
  if (instance.starterId !== c.caller.userId) throw forbidden("只有发起人可以撤回");
  const tasks = await tasksOf(c, instance.id);
  if (tasks.some((t) => t.status === "approved")) throw conflict("已有审批人处理，不能撤回");
  await endInstance(c, instance.id, "withdrawn");
}

/** Ends the flow of a document that is voided while it waits; without a running flow nothing happens. */
export async function cancel(c: FlowContext, biz: Biz): Promise<void> {
  const instance = await running(c, biz);
  if (instance) await endInstance(c, instance.id, "cancelled");
}

export interface FlowState {
  instanceId: string;
  /** The caller may decide now. */
  candidate: boolean;
  starter: boolean;
  status: Instance["status"];
  currentNode: string | null;
  /** Who may decide now, in the order of their ids. */
  people: string[];
}

/** Names of those for whom a flow waits. */
async function peopleOf(c: FlowContext, tasks: Awaited<ReturnType<typeof tasksOf>>) {
  const open = tasks.filter((t) => t.status === "todo");
  if (!open.length) return [];
  const rows = await c.sql.query<{ name: string }>(
    "select displayname as name from sys_user where id = any ($1::bigint[]) order by id",
    [open.flatMap((t) => (t.assigneeId ? [t.assigneeId] : t.candidates))],
  );
  return rows.map((r) => r.name);
}

/** Where the approval of a document stands, as the caller sees it. */
export async function flowOf(c: FlowContext, biz: Biz): Promise<FlowState | null> {
  const instance = await latestInstance(c, biz.defKey, biz.bizId);
  if (!instance) return null;
  const { userId } = c.caller;
  const starter = instance.starterId === userId;
  const tasks = instance.status === "running" ? await tasksOf(c, instance.id) : [];
  return {
    instanceId: instance.id,
    candidate: !starter && tasks.some((t) => t.status === "todo" && t.candidates.includes(userId)),
    starter,
    status: instance.status,
    currentNode: instance.currentNode,
    people: await peopleOf(c, tasks),
  };
}
