import { type Database, NOW, patchRow } from "#backend/platform/db";
import { conflict, forbidden, systemOf } from "#backend/platform/http";
import { approversOf } from "./approvers";
import { definitionAt } from "./defaults";
import type { FlowContext, Flows } from "./flow";
import { type Instance, lockInstance, situationOf, tasksOf } from "./instance";
import { notifyArrival, notifyUrge } from "./notices";

/**
 * 催办: the starter asks those whose turn it is, at most every 4 hours.
 * @throws Refusal 403 not the starter; 409 ended or asked too often
 */
export async function urge(c: FlowContext, instanceId: string): Promise<void> {
  const instance = await lockInstance(c, instanceId);
  if (instance.starterId !== c.caller.userId) throw forbidden("只有发起人可以催办");
  if (instance.status !== "running") throw conflict("流程已结束，不能催办");
  const done = await c.sql.one(
    `update act_instance set urge_time = now() where id = $1
       and (urge_time is null or urge_time <= now() - interval '4 hours') returning id`,
    [instanceId],
  );
  if (!done) throw conflict("请勿频繁催办");
  const open = (await tasksOf(c, instanceId)).filter((t) => t.status === "todo");
  const userIds = open.flatMap((t) => t.candidates);
  await notifyUrge(c, instance, userIds, "，发起人催您办理");
}

interface UrgeDue {
  id: string;
  tenantId: string;
  instanceId: string;
  seq: number;
  candidates: string[];
}

const TASK = `t.id, t.tenant_id as "tenantId", t.instance_id as "instanceId", t.seq,
  t.candidates::text[] as candidates`;

/** Runs `work` for each task in a transaction of its own, with its flow locked and still running. */
async function each(
  db: Database,
  flows: Flows,
  tasks: UrgeDue[],
  work: (c: FlowContext, instance: Instance, task: UrgeDue) => Promise<void>,
) {
  for (const task of tasks)
    await db.tx(async (sql) => {
      const c = { sql, ...systemOf(task.tenantId), flows };
      const instance = await lockInstance(c, task.instanceId);
      const still = await sql.one("select 1 from act_task where id = $1 and status = 'todo'", [task.id]);
      if (still) await work(c, instance, task);
    });
}

/** A task that waits longer than its due time gets one reminder (supply.md E.1: 48 hours). */
export async function remindDue(db: Database, flows: Flows): Promise<void> {
  const due = await db.query<UrgeDue>(
    `select ${TASK} from act_task t
     where status = 'todo' and remind_time is null and due_time <= now() order by due_time limit 500`,
  );
  await each(db, flows, due, async (c, instance, task) => {
    await patchRow(c.sql, "act_task", task.id, { remind_time: NOW });
    await notifyUrge(c, instance, task.candidates, "已等待超过48小时");
  });
}

/** A task whose candidates have all left or are locked goes to those that the rule names now. */
export async function replaceLost(db: Database, flows: Flows): Promise<void> {
  const lost = await db.query<UrgeDue>(
    `select ${TASK} from act_task t where t.status = 'todo' and not exists (
       select 1 from sys_user u where u.id = any (t.candidates) and u.del_flag = 0 and u.lock_flag = '0')
     order by t.id limit 500`,
  );
  await each(db, flows, lost, async (c, instance, task) => {
    const { nodes } = await definitionAt(c.sql, c.tenantId, instance.defKey, instance.defVersion);
    const rule = nodes[task.seq]?.approver ?? "gm";
    const found = await approversOf(c.sql, situationOf(c.tenantId, instance), rule);
    await patchRow(c.sql, "act_task", task.id, { candidates: found });
    await notifyArrival(c, instance, task.id, found);
  });
}
