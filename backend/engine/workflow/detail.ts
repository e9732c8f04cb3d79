import { pickRow, type Sql } from "#backend/platform/db";
import { snake } from "#backend/platform/db/names";
import { missing, Refusal } from "#backend/platform/http";
import { type DocumentType, permissionOf } from "#documents/kit";
import { conditionWords, type FlowNode, holds, marksOf } from "#documents/workflow";
import { type Changes, changesBetween } from "./changes";
import { definitionAt } from "./defaults";
import { attachmentsOf, type FlowContext, type FlowEnd, takesPart, typesWithAmount } from "./flow";
import { type Instance, tasksOf } from "./instance";

interface Acted {
  taskId: string;
  nodeName: string;
  person: string | null;
  action: string;
  comment: string | null;
  attachments: string[];
  claimTime: string | null;
  time: string;
  seconds: number | null;
}

/** One step of a flow, oldest first; `seconds` from its arrival to the decision. */
interface WorkflowDetailStep extends Omit<Acted, "attachments" | "taskId"> {
  taskId: string | null;
  attachments: { id: string; name: string; url: string }[];
}

const step = (nodeName: string, person: string | null, action: string, time: string): WorkflowDetailStep => ({
  taskId: null,
  nodeName,
  person,
  action,
  comment: null,
  attachments: [],
  claimTime: null,
  time,
  seconds: null,
});

/** Start, every decision, and how it ended if not by one. */
async function timelineOf(
  sql: Sql,
  of: Pick<Instance, "id" | "starterName" | "status"> & { startTime: string; endTime: string | null },
): Promise<WorkflowDetailStep[]> {
  const acted = await sql.query<Acted>(
    `select t.id as "taskId", t.node_name as "nodeName", u.displayname as person, t.status as action,
       t.comment, t.attachments, t.claim_time as "claimTime", t.end_time as time,
       extract(epoch from t.end_time - t.arrive_time)::int as seconds
     from act_task t left join sys_user u on u.id = t.assignee_id
     where t.instance_id = $1 and t.status in ('approved', 'rejected', 'transferred', 'added', 'skipped')
     order by t.end_time, t.seq, t.id`,
    [of.id],
  );
  const files = await attachmentsOf(
    sql,
    acted.flatMap((a) => a.attachments),
  );
  const steps = acted.map((a) => ({ ...a, attachments: a.attachments.flatMap((id) => files.get(id) ?? []) }));
  const ended = ["withdrawn", "cancelled"].includes(of.status) && of.endTime;
  return [
    step("发起", of.starterName, "started", of.startTime),
    ...steps,
    ...(ended ? [step("结束", of.status === "withdrawn" ? of.starterName : null, of.status, ended)] : []),
  ];
}

interface WorkflowHead extends Instance {
  deptName: string | null;
  amountCny: string | null;
  startTime: string;
  endTime: string | null;
  seconds: number;
  mayUrge: boolean;
}

const head = (c: FlowContext, id: string) =>
  c.sql.one<WorkflowHead>(
    `select i.id, i.def_key as "defKey", i.def_version as "defVersion", i.biz_id as "bizId",
       i.biz_no as "bizNo", i.label, i.title, i.starter_id as "starterId",
       u.displayname as "starterName", i.dept_id as "deptId", d.name as "deptName",
       i.group_id as "groupId", i.variables, i.amount_cny::text as "amountCny", i.status,
       i.current_node as "currentNode", i.start_time as "startTime", i.end_time as "endTime",
       extract(epoch from coalesce(i.end_time, now()) - i.start_time)::int as seconds,
       (i.urge_time is null or i.urge_time <= now() - interval '4 hours') as "mayUrge"
     from act_instance i join sys_user u on u.id = i.starter_id left join sys_dept d on d.id = i.dept_id
     where i.id = $1 and i.tenant_id = $2`,
    [id, c.tenantId],
  );

const unlessMissing = (error: unknown) => {
  if (error instanceof Refusal && error.status === 404) return undefined;
  throw error;
};

/**
 * The document as the caller may read it: in his own scope, or because he takes part.
 * @throws Refusal 404 when he may not see it at all
 */
async function readable(c: FlowContext, h: WorkflowHead, end: FlowEnd | undefined, part: boolean) {
  const code = end?.document && permissionOf(end.document, "view");
  if (code && c.caller.permissions.has(code)) {
    const own = await end.read?.(c, h.bizId, false).catch(unlessMissing);
    if (own) return { document: own, opens: true };
  }
  if (!part) throw missing();
  const shown = await end?.read?.(c, h.bizId, true).catch(unlessMissing);
  return { document: shown ?? null, opens: false };
}

/** Earlier and later approvals of the same document, oldest first. */
const roundsOf = (c: FlowContext, h: WorkflowHead) =>
  c.sql.query<{ id: string; status: string; startTime: string }>(
    `select id, status, start_time as "startTime" from act_instance
     where biz_type = $1 and biz_id = $2 and tenant_id = $3 order by id`,
    [h.defKey, h.bizId, c.tenantId],
  );

async function changesOf(
  c: FlowContext,
  h: WorkflowHead,
  end: FlowEnd | undefined,
  previous: string | undefined,
): Promise<Changes | null> {
  if (!previous || !end?.document) return null;
  const rows = await c.sql.query<{ id: string; snapshot: Record<string, unknown> | null }>(
    "select id, snapshot from act_instance where id = any ($1::bigint[])",
    [[previous, h.id]],
  );
  const before = rows.find((r) => r.id === previous)?.snapshot;
  const after = rows.find((r) => r.id === h.id)?.snapshot;
  return before && after ? changesBetween(end.document, c.caller, before, after) : null;
}

type TaskRow = Awaited<ReturnType<typeof tasksOf>>[number];

/** What became of a node, from its tasks. */
function stateOf(tasks: TaskRow[], takesPartIn: boolean): string {
  if (!takesPartIn) return "none";
  const states = new Set(tasks.map((t) => t.status));
  for (const state of ["rejected", "todo", "waiting", "approved", "skipped"] as const)
    if (states.has(state)) return state;
  return "cancelled";
}

async function nodesOf(c: FlowContext, h: WorkflowHead, tasks: TaskRow[]) {
  const { nodes } = await definitionAt(c.sql, c.tenantId, h.defKey, h.defVersion);
  const ids = [...new Set(tasks.flatMap((t) => t.candidates))];
  const names = await c.sql.query<{ id: string; name: string }>(
    "select id, displayname as name from sys_user where id = any ($1::bigint[]) order by id",
    [ids],
  );
  return nodes.map((node: FlowNode, seq) => {
    const own = tasks.filter((t) => t.seq === seq && !["transferred", "added"].includes(t.status));
    const part = holds(node.condition, h.variables);
    const people = new Set(own.flatMap((t) => (t.assigneeId ? [t.assigneeId] : t.candidates)));
    return {
      key: node.key,
      name: node.name,
      signType: node.signType,
      condition: node.condition ? conditionWords(node.condition) : null,
      takesPart: part,
      state: stateOf(own, part),
      people: names.filter((n) => people.has(n.id)).map((n) => n.name),
    };
  });
}

/** What is asked for in the currency that it is asked in: what the document says of itself in brief. */
async function moneyOf(c: FlowContext, h: WorkflowHead, document: DocumentType | undefined) {
  const name = document?.glance?.brief?.amount ?? "";
  const f = document?.fields[name];
  if (!document || f?.kind !== "money" || !f.currency) return null;
  const columns = [snake(name), snake(f.currency)] as const;
  const row = await pickRow<Record<string, string | null>>(c.sql, document.table, h.bizId, columns);
  const [amount, currency] = columns.map((column) => row?.[column]);
  return amount && currency ? { amount, currency } : null;
}

/** What the caller wrote most often in the last year when he said no. */
const reasonsOf = async ({ sql, caller }: FlowContext): Promise<string[]> => {
  const rows = await sql.query<{ comment: string }>(
    `select comment from act_task
     where assignee_id = $1 and status = 'rejected' and end_time > now() - interval '1 year' and length(comment) <= 40
     group by comment order by count(*) desc, max(end_time) desc limit 5`,
    [caller.userId],
  );
  return rows.map((row) => row.comment);
};

/** First sight of a task by one who may decide it, of a copy by who got it. */
async function seen(c: FlowContext, h: WorkflowHead, taskId: string | undefined) {
  if (taskId)
    await c.sql.query(
      "update act_task set claim_time = now() where id = $1 and claim_time is null and status = 'todo'",
      [taskId],
    );
  await c.sql.query(
    `update act_cc set read_time = now()
     where instance_id = $1 and user_id = $2 and read_time is null`,
    [h.id, c.caller.userId],
  );
}

/**
 * One approval as the page shows it (supply.md E.3): head, document, nodes, time line, what the caller
 * may do, what changed since the round before.
 * @throws Refusal 404 for who takes no part and may not see the document
 */
export async function instanceDetail(c: FlowContext, id: string) {
  const h = await head(c, id);
  if (!h) throw missing();
  const end = c.flows.get(h.defKey);
  const { document, opens } = await readable(c, h, end, await takesPart(c.sql, c.caller, id));
  const tasks = await tasksOf(c, id);
  const starter = h.starterId === c.caller.userId;
  const open = tasks.find((t) => !starter && t.status === "todo" && t.candidates.includes(c.caller.userId));
  await seen(c, h, open?.id);
  const last = open && !tasks.some((t) => t.id !== open.id && ["todo", "waiting"].includes(t.status));
  const rounds = await roundsOf(c, h);
  const running = h.status === "running";
  const { variables, mayUrge, groupId, ...shown } = h;
  // Whoever decides about money sees how much, whatever prices he may read elsewhere.
  const told = !!open || typesWithAmount(c).includes(h.defKey);
  return {
    ...shown,
    bizType: h.defKey,
    amountCny: told ? h.amountCny : null,
    money: told ? await moneyOf(c, h, end?.document) : null,
    budget: (open && (await end?.budget(c, h.bizId))) || null,
    marks: marksOf(variables),
    reasons: open ? await reasonsOf(c) : [],
    document,
    opens,
    nodes: await nodesOf(c, h, tasks),
    timeline: await timelineOf(c.sql, h),
    rounds,
    changes: await changesOf(c, h, end, rounds.filter((r) => BigInt(r.id) < BigInt(id)).at(-1)?.id),
    copies: await c.sql.query(
      `select u.displayname as name, k.read_time as "readTime" from act_cc k
       join sys_user u on u.id = k.user_id where k.instance_id = $1 order by u.id`,
      [id],
    ),
    taskId: open?.id ?? null,
    against: (last && (await end?.against(c, h.bizId))) || null,
    can: {
      decide: !!open,
      withdraw: starter && running && !tasks.some((t) => t.status === "approved"),
      urge: starter && running,
      urgeNow: mayUrge,
    },
  };
}
