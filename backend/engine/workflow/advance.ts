import { inSeconds, NOW, patchRow } from "#backend/platform/db";
import { type FlowNode, holds, LATE_HOURS } from "#documents/workflow";
import { approversOf } from "./approvers";
import { definitionAt } from "./defaults";
import type { FlowContext } from "./flow";
import { type Instance, situationOf, tasksOf } from "./instance";
import { notifyArrival } from "./notices";

/** Nodes that take part, with their place in the definition. */
const nodesOf = (nodes: FlowNode[], variables: Record<string, unknown>) =>
  nodes.map((node, seq) => ({ node, seq })).filter(({ node }) => holds(node.condition, variables));

/** Plans one task per node that takes part; who may decide is worked out again when it arrives. */
export async function planTasks(c: FlowContext, instance: Instance, nodes: FlowNode[]) {
  const situation = situationOf(c.tenantId, instance);
  for (const { node, seq } of nodesOf(nodes, instance.variables))
    await c.sql.query(
      `insert into act_task (tenant_id, instance_id, node_key, node_name, seq, sign_type, candidates, status)
       values ($1, $2, $3, $4, $5, $6, $7, 'waiting')`,
      [
        c.tenantId,
        instance.id,
        node.key,
        node.name,
        seq,
        node.signType,
        await approversOf(c.sql, situation, node.approver),
      ],
    );
}

const skip = (c: FlowContext, taskId: string, userId: string) =>
  patchRow(c.sql, "act_task", taskId, {
    status: "skipped",
    comment: "自动跳过",
    assignee_id: userId,
    arrive_time: NOW,
    end_time: NOW,
  });

/** 会签: the planned task becomes one task for each approver. Answers their ids in order. */
async function split(c: FlowContext, taskId: string, candidates: string[]) {
  await patchRow(c.sql, "act_task", taskId, { candidates: candidates.slice(0, 1) });
  const more = await c.sql.query<{ id: string }>(
    `insert into act_task (tenant_id, instance_id, node_key, node_name, seq, sign_type, candidates, status)
     select tenant_id, instance_id, node_key, node_name, seq, sign_type, array[u::bigint], 'waiting'
     from act_task, unnest($2::bigint[]) u where id = $1 returning id`,
    [taskId, candidates.slice(1)],
  );
  return [taskId, ...more.map((m) => m.id)];
}

async function open(c: FlowContext, instance: Instance, taskId: string, candidates: string[]) {
  await patchRow(c.sql, "act_task", taskId, {
    status: "todo",
    candidates,
    arrive_time: NOW,
    due_time: inSeconds(LATE_HOURS * 3600),
  });
  await notifyArrival(c, instance, taskId, candidates);
}

/**
 * Opens the next node. Who approved the node before needs not do it again: his task is skipped.
 * @returns True when no node is left: the flow is approved.
 */
export async function advance(
  c: FlowContext,
  instance: Instance,
  approvedBy: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const definition = await definitionAt(c.sql, c.tenantId, instance.defKey, instance.defVersion);
  const waiting = (await tasksOf(c, instance.id)).filter((t) => t.status === "waiting");
  for (const task of waiting) {
    const node = definition.nodes[task.seq];
    if (!node) throw new Error(`${instance.defKey} has no node ${task.seq}`);
    const found = await approversOf(c.sql, situationOf(c.tenantId, instance), node.approver);
    const again = found.filter((u) => approvedBy.has(u));
    if (node.signType === "or" && again[0]) {
      await skip(c, task.id, again[0]);
      continue;
    }
    const taskIds = node.signType === "or" ? [task.id] : await split(c, task.id, found);
    let opened = false;
    for (const [i, id] of taskIds.entries()) {
      const own = node.signType === "or" ? found : found.slice(i, i + 1);
      if (node.signType === "and" && own[0] && approvedBy.has(own[0])) await skip(c, id, own[0]);
      else {
        await open(c, instance, id, own);
        opened = true;
      }
    }
    if (!opened) continue;
    await patchRow(c.sql, "act_instance", instance.id, { current_node: node.name });
    return false;
  }
  await patchRow(c.sql, "act_instance", instance.id, { status: "approved", current_node: null, end_time: NOW });
  return true;
}
