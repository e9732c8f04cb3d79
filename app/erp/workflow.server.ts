import { z } from "zod";
import type { Copy, FlowNode } from "#documents/workflow";
import { type Erp, ErpError, nothing } from "./client.server";
import { id, list, page, text } from "./shapes";

const number = z.coerce.number().catch(0);

const task = z.object({
  taskId: text,
  instanceId: id,
  title: text,
  bizNo: text,
  bizTypeName: text,
  amountCny: text,
  starterName: text,
  waitingHours: number,
  late: text,
});
/** A task, and the flow that it belongs to. */
export type FlowTask = z.output<typeof task>;

/** What this person has to decide. */
export const fetchTodo = (erp: Erp, query: Record<string, string | number>) =>
  erp.get("/act/task/todo", { query, schema: page(task) });

/** One task. A backend without this call is asked for those to be decided. @throws ErpError 404 */
export async function fetchTask(erp: Erp, taskId: string): Promise<FlowTask> {
  try {
    return await erp.get(`/act/task/${taskId}`, { schema: task });
  } catch (error) {
    if (!(error instanceof ErpError) || error.status !== 404) throw error;
    const { records } = await fetchTodo(erp, { current: 1, size: 100 });
    const found = records.find((row) => row.taskId === taskId);
    if (!found) throw error;
    return found;
  }
}

const count = z.object({ todo: number });

/** Number of this person's open tasks; up to 15 s old. */
export const fetchTodoCount = async (erp: Pick<Erp, "get">): Promise<number> =>
  (await erp.get("/act/task/count", { optional: true, schema: count })).todo;

const values = z.record(z.string(), z.unknown());
const change = z.object({ name: z.string(), before: values, after: values });
const step = z.object({
  nodeName: text,
  person: text,
  action: text,
  comment: text,
  attachments: list(z.object({ name: text, url: text })),
  claimTime: text,
  time: text,
  seconds: z.number().nullish(),
});
/** One step on the way of a flow. */
export type WorkflowStep = z.output<typeof step>;

const node = z.object({
  key: text,
  name: text,
  signType: z.enum(["or", "and"]).catch("or"),
  condition: text,
  takesPart: z.boolean().catch(true),
  state: text,
  people: list(z.string()),
});

const instance = z.object({
  id,
  bizType: text,
  bizId: id,
  bizNo: text,
  label: text,
  title: text,
  starterName: text,
  deptName: text,
  amountCny: text,
  /** The same in the currency that it is asked in; a backend without it says nothing. */
  money: z
    .object({ amount: z.string(), currency: z.string() })
    .nullish()
    .transform((v) => v ?? null),
  /** Of the month that it counts towards, without it and with it; nothing where no budget is set. */
  budget: z
    .object({ of: text, month: text, currency: text, left: z.string(), after: z.string() })
    .nullish()
    .transform((v) => v ?? null),
  marks: list(z.string()),
  reasons: list(z.string()),
  status: text,
  currentNode: text,
  startTime: text,
  endTime: text,
  seconds: number,
  document: values.nullish().transform((v) => v ?? null),
  opens: z.boolean().catch(false),
  nodes: list(node),
  timeline: list(step),
  rounds: list(z.object({ id, status: text, startTime: text })),
  changes: z
    .object({
      fields: list(change),
      lines: list(
        z.object({ lines: text, kind: z.enum(["added", "removed", "changed"]), line: values, changes: list(change) }),
      ),
    })
    .nullish()
    .transform((v) => v ?? null),
  copies: list(z.object({ name: text, readTime: text })),
  taskId: text,
  against: text,
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), urge: z.boolean(), urgeNow: z.boolean() }),
});
/** One approval with its document, way and what this person may do. */
export type FlowDetail = z.output<typeof instance>;
export type FieldChange = z.output<typeof change>;

export const fetchFlow = (erp: Erp, instanceId: string) => erp.get(`/act/instance/${instanceId}`, { schema: instance });

/** approve, reject, transfer, add on a task; withdraw, urge on a flow. */
export const actOnFlow = (
  erp: Erp,
  at: { task: string } | { flow: string },
  name: string,
  body: unknown,
  idempotencyKey: string,
) =>
  erp.post(`/act/${"task" in at ? `task/${at.task}` : `instance/${at.flow}`}/${name}`, {
    body,
    idempotencyKey: `${idempotencyKey}-${name}`,
    schema: nothing,
  });

const definition = z.object({
  defKey: z.string(),
  version: number,
  name: text,
  nodes: list(z.custom<FlowNode>()),
  cc: list(z.custom<Copy>()),
  createTime: text,
  createByName: text,
  running: number.optional(),
});
/** One definition of a flow, its newest version. */
export type Definition = z.output<typeof definition>;

export const fetchDefinitions = (erp: Erp) => erp.get("/act/definition/list", { schema: list(definition) });

const whole = definition.extend({
  versions: list(definition),
  /** Roles that a rule may name. */
  roles: list(z.object({ code: text, name: text })),
});
export type WholeDefinition = z.output<typeof whole>;

export const fetchDefinition = (erp: Erp, defKey: string) =>
  erp.get(`/act/definition/${encodeURIComponent(defKey)}`, { schema: whole });

export const saveDefinition = (
  erp: Erp,
  body: Pick<Definition, "defKey" | "version" | "name"> & { nodes: unknown; cc: unknown },
  idempotencyKey: string,
) => erp.put("/act/definition", { body, idempotencyKey, schema: z.object({ version: number }) });
