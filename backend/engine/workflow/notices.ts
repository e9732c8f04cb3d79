import { notify } from "../notices/notify";
import type { FlowContext } from "./flow";
import type { Instance } from "./instance";

type NoticeFlow = Pick<Instance, "id" | "label" | "bizNo" | "starterId" | "starterName">;

const path = (instanceId: string, taskId?: string) =>
  `/activiti/detail/${instanceId}${taskId ? `?taskId=${taskId}` : ""}`;

const send = (c: FlowContext, userIds: string[], title: string, text: string, bizPath: string) =>
  notify(c.sql, { userIds, title, pushDescribe: text, bizPath, tenantId: c.tenantId });

const subject = (f: NoticeFlow) => `${f.starterName}提交的${f.label}${f.bizNo}`;

/** supply.md E.5. */
export const notifyArrival = (c: FlowContext, f: NoticeFlow, taskId: string, userIds: string[]) =>
  send(c, userIds, "待办审批", `${subject(f)}待您审批`, path(f.id, taskId));

export const notifyCopies = (c: FlowContext, f: NoticeFlow, userIds: string[]) =>
  send(c, userIds, "审批抄送", `${subject(f)}抄送给您`, path(f.id));

/** The candidate has let it lie, or the starter asks. */
export const notifyUrge = (c: FlowContext, f: NoticeFlow, userIds: string[], why: string) =>
  send(c, userIds, "审批催办", `${subject(f)}${why}，请尽快审批`, path(f.id));

/** Tells the starter what became of the document. */
export const notifyStarter = (c: FlowContext, f: NoticeFlow, title: string, what: string) =>
  send(c, [f.starterId], title, `您提交的${f.label}${f.bizNo}${what}`, path(f.id));
