import { NOW, patchRow } from "#backend/platform/db";
import { missing } from "#backend/platform/http";
import type { Situation } from "./approvers";
import type { FlowContext } from "./flow";

/** Which approval: a task, or the latest of a document. */
export type Which = { taskId: string } | { defKey: string; bizId: string };

export interface Instance {
  id: string;
  defKey: string;
  defVersion: number;
  bizId: string;
  bizNo: string;
  label: string;
  title: string;
  starterId: string;
  starterName: string;
  deptId: string | null;
  groupId: string | null;
  variables: Record<string, unknown>;
  status: "running" | "approved" | "rejected" | "withdrawn" | "cancelled";
  currentNode: string | null;
}

export interface Task {
  id: string;
  nodeKey: string;
  nodeName: string;
  seq: number;
  signType: "or" | "and";
  candidates: string[];
  assigneeId: string | null;
  assigneeName: string | null;
  status: "waiting" | "todo" | "approved" | "rejected" | "transferred" | "added" | "skipped" | "cancelled";
}

const INSTANCE = `i.id, i.def_key as "defKey", i.def_version as "defVersion", i.biz_id as "bizId",
  i.biz_no as "bizNo", i.label, i.title, i.starter_id as "starterId",
  (select displayname from sys_user where id = i.starter_id) as "starterName",
  i.dept_id as "deptId", i.group_id as "groupId", i.variables, i.status,
  i.current_node as "currentNode"`;

/** One instance, locked until the transaction ends. @throws Refusal 404 */
export async function lockInstance(c: FlowContext, id: string): Promise<Instance> {
  const found = await c.sql.one<Instance>(
    `select ${INSTANCE} from act_instance i where i.id = $1 and i.tenant_id = $2 for no key update of i`,
    [id, c.tenantId],
  );
  if (!found) throw missing();
  return found;
}

/** The running approval of a document, else its last one; not locked. */
export const latestInstance = (c: FlowContext, defKey: string, bizId: string) =>
  c.sql.one<Instance>(
    `select ${INSTANCE} from act_instance i
     where i.biz_type = $1 and i.biz_id = $2 and i.tenant_id = $3 order by i.id desc limit 1`,
    [defKey, bizId, c.tenantId],
  );

/** Every task of an instance in the order of its nodes. */
export const tasksOf = (c: FlowContext, instanceId: string) =>
  c.sql.query<Task>(
    `select t.id, t.node_key as "nodeKey", t.node_name as "nodeName", t.seq,
       t.sign_type as "signType", t.candidates::text[] as candidates,
       t.assignee_id as "assigneeId", u.displayname as "assigneeName", t.status
     from act_task t left join sys_user u on u.id = t.assignee_id
     where t.instance_id = $1 order by t.seq, t.id`,
    [instanceId],
  );

/** Ends a flow in any way but approval: what is open or to come is cancelled. */
export async function endInstance(c: FlowContext, id: string, status: Instance["status"]) {
  await c.sql.query(
    `update act_task set status = 'cancelled', end_time = now()
     where instance_id = $1 and status in ('waiting', 'todo')`,
    [id],
  );
  await patchRow(c.sql, "act_instance", id, { status, current_node: null, end_time: NOW });
}

/** What the rules of approvers look at. */
export const situationOf = (
  tenantId: string,
  of: Pick<Instance, "starterId" | "deptId" | "groupId" | "variables">,
): Situation => ({
  tenantId,
  starterId: of.starterId,
  deptId: of.deptId,
  groupId: of.groupId,
  warehouseId: typeof of.variables.warehouseId === "string" ? of.variables.warehouseId : null,
  picked: Array.isArray(of.variables.picked) ? of.variables.picked.map(String) : [],
});
