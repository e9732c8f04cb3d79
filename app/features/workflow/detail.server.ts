import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { field } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id, text } from "~/erp/shapes";
import { actOnFlow, type FlowDetail, type FlowTask, fetchFlow, fetchTodo } from "~/erp/workflow.server";
import { storeFiles } from "~/screens/form/store.server";
import { dictFields, loadOptions, type OptionOptions } from "~/screens/frame/options.server";
import { rowBehind } from "~/screens/row/row";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import type { UiOption } from "~/ui/option";
import type { UploadedFile } from "~/ui/upload/upload-data";
import { declared } from "./declared";
import { flowWaits } from "./waits";
import { type Hand, handNamed, isOnTask } from "./words";

/** As many as stand beside a decision. */
const QUEUE = 40;

export interface WorkflowFlowState {
  /** Path and query as they are. */
  url: string;
  flow: FlowDetail;
  /** Choices of the document's dictionary fields. */
  options: OptionOptions;
  /** What is done with the task besides deciding it, and the people that it may go to, when that is asked. */
  hand: { how: Hand; people: UiOption[] } | null;
  mayTransfer: boolean;
  /** What else this person has to decide, the newest first; none where nobody walks through them. */
  queue: FlowTask[];
  /** How many those are in all: no more than some stand there. */
  waiting: number;
  /** The address names a task that this person can no longer decide. */
  late: boolean;
  key: string;
}

/** Why nothing was done, with what was typed. */
export interface FlowAnswer {
  name: string;
  message: string;
  errors: Record<string, string>;
  comment: string;
  attachments: UploadedFile[];
  userId: string;
  reason: string;
}

const users = z.array(z.object({ id, label: text }));

/** One approval with the choices that its document and its dialog need. */
export async function loadFlow(staff: Staff, flowId: string, request: Request): Promise<WorkflowFlowState> {
  if (!/^\d{1,18}$/.test(flowId)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const url = new URL(request.url);
  const flow = await fetchFlow(staff.erp, flowId);
  const document = declared(flow.bizType);
  const asked = flow.can.decide ? handNamed(url.searchParams.get("do")) : undefined;
  // The task that somebody comes for, or 1: what waits is walked through in one tab. Notices name it `taskId`.
  const walk = url.searchParams.get("walk") ?? url.searchParams.get("taskId");
  const [options, people, mayTransfer, todo] = await Promise.all([
    loadOptions(staff.erp, document ? dictFields(document) : []),
    asked ? staff.erp.get("/admin/user/options", { schema: users }) : [],
    staff.can("act_task_transfer"),
    flow.can.decide || walk ? fetchTodo(staff.erp, { current: 1, size: QUEUE }) : { records: [], total: 0 },
  ]);
  return {
    url: url.pathname + url.search,
    flow,
    options,
    hand: asked ? { how: asked, people: people.map((p) => ({ value: p.id, label: p.label })) } : null,
    mayTransfer,
    queue: todo.records,
    waiting: todo.total,
    late: !!walk && walk !== "1" && walk !== flow.taskId && flow.status === "running",
    key: crypto.randomUUID(),
  };
}

const DONE: Record<string, string> = {
  approve: "已通过",
  approveNext: "已通过",
  reject: "已驳回",
  rejectNext: "已驳回",
  transfer: "已转办",
  add: "已加签",
  withdraw: "已撤回",
  urge: "已催办",
};

/** What a button that goes on to the next one does first. */
const NEXT: Record<string, string> = { approveNext: "approve", rejectNext: "reject" };

const attachments = field.files("附件", { max: 3 });

interface WorkflowAsked {
  name: string;
  task: string;
  comment: string;
  userId: string;
  reason: string;
  key: string;
}

/** What a button of the page asks for. @throws Response 400 for anything else */
function readAsked(form: FormData): WorkflowAsked {
  const of = (name: string) => String(form.get(name) ?? "");
  const name = of("_do");
  if (!(name in DONE)) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  const task = /^\d{1,18}$/.exec(of("task"))?.[0] ?? "0";
  return {
    name,
    task,
    // A reason that was chosen, and what was written about it.
    comment: [of("preset"), of("comment").trim()].filter(Boolean).join("；"),
    userId: of("userId"),
    reason: of("reason").trim(),
    key: of("_key").slice(0, 60),
  };
}

/** The task that stands behind this one in the list of what is to be done, else the first of the others. */
async function nextTask(staff: Staff, task: string): Promise<FlowTask | null> {
  const { records } = await fetchTodo(staff.erp, { current: 1, size: 100 });
  return rowBehind(records, (row) => row.taskId === task) ?? null;
}

/** Where the page goes on, and what it says there. */
async function after(staff: Staff, flowId: string, name: string, next: FlowTask | null) {
  const done = DONE[name] ?? "";
  const own = `/activiti/detail/${flowId}${isOnTask(name) ? "?walk=1" : ""}`;
  if (name in NEXT)
    return next
      ? { text: `${done}，这是下一条`, to: `/activiti/detail/${next.instanceId}?walk=${next.taskId}` }
      : { text: `${done}，这是最后一条待办`, to: "/activiti/todo/index" };
  if (name !== "approve") return { text: done, to: own };
  const flow = await fetchFlow(staff.erp, flowId).catch(() => null);
  const waits = flow && flowWaits(flow);
  return { text: waits ? `${done}，${waits}` : done, to: own };
}

/** Sends it; answers where the page goes on, or why it did not happen. */
export async function changeFlow(staff: Staff, flowId: string, form: FormData) {
  const asked = readAsked(form);
  const { name, comment, userId, reason, key } = asked;
  const stored: Record<string, unknown> = {};
  const errors = await storeFiles(staff, form, [["attachments", attachments]], stored);
  const files: UploadedFile[] = Array.isArray(stored.attachments) ? stored.attachments : [];
  const refused = (message: string, found: Record<string, string>, status: number) =>
    json<FlowAnswer>({ name, message, errors: found, comment, attachments: files, userId, reason }, { status });
  const [problem] = Object.values(errors);
  if (problem) return refused(problem, errors, 422);
  const onTask = isOnTask(name);
  const next = name in NEXT ? await nextTask(staff, asked.task) : null;
  const body = handNamed(name) ? { userId, reason } : onTask ? { comment, attachments: files } : {};
  try {
    const at = onTask ? { task: asked.task } : { flow: flowId };
    await actOnFlow(staff.erp, at, NEXT[name] ?? name, body, key);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return refused(
      error.message,
      { ...error.fields },
      error.status === 200 || error.status === 400 ? 422 : error.status,
    );
  }
  const { text, to } = await after(staff, flowId, name, next);
  const headers = flash(new Headers(), { tone: "success", text });
  return redirect(to, { status: 303, headers });
}
