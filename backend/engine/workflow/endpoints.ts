import { z } from "zod";
import { selectPage } from "#backend/platform/db";
import { type Endpoint, endpoint, pageOf, wireId } from "#backend/platform/http";
import { field, fieldSchema, querySchema } from "#documents/kit";
import { ccSchema, nodesSchema } from "#documents/workflow";
import { approveAll, decideTask, handTask, run, withdrawInstance } from "./acts";
import { boxRow, instanceAnswer } from "./answers";
import { BOXES, boxDocuments, boxListing, readTask } from "./boxes";
import { context } from "./call";
import { listDefinitions, readDefinition, saveDefinition } from "./definitions";
import { instanceDetail } from "./detail";
import { urge } from "./urge";

const tag = "审批流程";
const ID = ":id(\\d{1,18})";
const params = z.object({ id: z.string() });

const boxEndpoints = BOXES.map((name) => {
  const { calls, label, permission } = boxDocuments[name];
  return endpoint({
    tag,
    path: calls?.list ?? "",
    title: label,
    permission: `${permission}_view`,
    query: querySchema(boxDocuments[name]),
    response: pageOf(boxRow),
    handle: (call) => selectPage(call.db, boxListing(name, context(call, call.db), call.query), call.query),
  });
});

const comment = z.string().trim().max(500, "审批意见不能超过500个字").default("");
const attachments = z.preprocess((v) => v ?? [], fieldSchema(field.files("附件"))).pipe(z.array(z.string()));
const done = z.looseObject({ instanceId: wireId });

const decision = (approve: boolean) =>
  endpoint({
    tag,
    method: "post",
    path: `/act/task/${ID}/${approve ? "approve" : "reject"}`,
    title: approve ? "审批通过" : "审批驳回",
    permission: "act_task_handle",
    params,
    body: z.object({ comment, attachments }),
    response: done,
    handle: (call) => decideTask(call, call.params.id, { approve, ...call.body }),
  });

/** A task that goes to somebody else, or to somebody else as well: one right for both. */
const handing = (how: "transfer" | "add", word: string) =>
  endpoint({
    tag,
    method: "post",
    path: `/act/task/${ID}/${how}`,
    title: word,
    permission: "act_task_transfer",
    params,
    body: z.object({
      userId: z.string().regex(/^\d{1,18}$/, `请选择${word}人员`),
      reason: z.string().trim().max(400, `${word}原因不能超过400个字`).default(""),
    }),
    response: done,
    handle: (call) => handTask(call, how, call.params.id, call.body),
  });

/** Every call of supply.md E.4, the number for the badge, and the definitions. */
export const workflowEndpoints: Endpoint[] = [
  ...boxEndpoints,
  endpoint({
    tag,
    path: "/act/task/count",
    title: "待办数量",
    permission: "act_task_view",
    response: z.object({ todo: z.number() }),
    handle: ({ db, caller }) =>
      db.one(
        `select count(*)::int as todo from act_task t
         where t.tenant_id = $1 and t.status = 'todo' and t.candidates @> array[$2]::bigint[]`,
        [caller.tenantId, caller.userId],
      ),
  }),
  endpoint({
    tag,
    path: `/act/task/${ID}`,
    title: "任务",
    permission: "act_task_view",
    params,
    response: boxRow,
    handle: (call) => readTask(context(call, call.db), call.params.id),
  }),
  endpoint({
    tag,
    method: "post",
    path: "/act/task/batch/approve",
    title: "批量审批通过",
    permission: "act_task_handle",
    body: z.object({ ids: z.array(z.string().regex(/^\d{1,18}$/, "编号不正确")).min(1, "请先选择数据"), comment }),
    response: z.array(
      z.object({ id: z.string(), no: z.string().nullable(), ok: z.boolean(), msg: z.string().nullable() }),
    ),
    handle: (call) => approveAll(call, call.body.ids, call.body.comment),
  }),
  decision(true),
  decision(false),
  handing("transfer", "转办"),
  handing("add", "加签"),
  endpoint({
    tag,
    path: `/act/instance/${ID}`,
    title: "流程详情",
    params,
    response: instanceAnswer,
    handle: (call) => instanceDetail(context(call, call.db), call.params.id),
  }),
  endpoint({
    tag,
    method: "post",
    path: `/act/instance/${ID}/withdraw`,
    title: "撤回流程",
    params,
    handle: (call) => withdrawInstance(call, call.params.id),
  }),
  endpoint({
    tag,
    method: "post",
    path: `/act/instance/${ID}/urge`,
    title: "催办",
    permission: "act_task_urge",
    params,
    handle: (call) =>
      run(call, "urge", call.params.id, async (c) => {
        await urge(c, call.params.id);
        return true;
      }),
  }),
  endpoint({
    tag,
    path: "/act/modeler.html",
    title: "流程设计页",
    open: true,
    raw: true,
    // The address of the specification; the editor is a page of the console.
    handle: ({ query, res }) => res.redirect(302, `/activiti/model/index?${new URLSearchParams(query)}`),
    query: z.object({
      modelId: z
        .string()
        .regex(/^\w{1,60}$/)
        .default(""),
    }),
  }),
  endpoint({
    tag,
    path: "/act/definition/list",
    title: "流程定义列表",
    permission: "act_model_view",
    handle: (call) => listDefinitions(context(call, call.db)),
  }),
  endpoint({
    tag,
    path: "/act/definition/:defKey(\\w+)",
    title: "流程定义",
    permission: "act_model_view",
    params: z.object({ defKey: z.string() }),
    handle: (call) => readDefinition(context(call, call.db), call.params.defKey),
  }),
  endpoint({
    tag,
    method: "put",
    path: "/act/definition",
    title: "修改流程定义",
    permission: "act_model_edit",
    body: z.object({
      defKey: z.string().max(60),
      version: z.coerce.number("版本号不正确").int().min(1),
      name: z.string().trim().min(1, "请输入流程名称").max(50, "流程名称不能超过50个字"),
      nodes: nodesSchema,
      cc: z.array(ccSchema).max(20).default([]),
    }),
    response: z.object({ defKey: z.string(), version: z.number() }),
    handle: (call) => run(call, "definition", call.body.defKey, (c) => saveDefinition(c, call.body)),
  }),
];
