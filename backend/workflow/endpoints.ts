import { z } from "zod";
import { field, fieldSchema } from "#documents/kit";
import { ccSchema, nodesSchema } from "#documents/workflow";
import { selectPage } from "../db/page";
import { pageOf, wireId } from "../http/answer";
import { type Endpoint, endpoint } from "../http/endpoint";
import { approveAll, decideTask, run, transferTask, withdrawInstance } from "./acts";
import { boxRow, instanceAnswer } from "./answers";
import { BOXES, type BoxName, boxListing } from "./boxes";
import { context } from "./call";
import { listDefinitions, readDefinition, saveDefinition } from "./definitions";
import { instanceDetail } from "./detail";
import { urge } from "./urge";

const tag = "审批流程";
const text = z.string().trim().max(200).optional().catch(undefined);
const ID = ":id(\\d{1,18})";
const params = z.object({ id: z.string() });

const titles: Record<BoxName, string> = {
  todo: "待办审批",
  done: "已办审批",
  mine: "我发起的流程",
  cc: "抄送我的流程",
  all: "全部流程",
};

const boxEndpoints = BOXES.map((name) =>
  endpoint({
    tag,
    method: "get",
    path: name === "all" ? "/act/instance/page" : `/act/task/${name}`,
    title: titles[name],
    permission: name === "all" ? "act_admin_view" : "act_task_view",
    query: z.object({
      current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      size: z.coerce.number().int().min(1).max(100).catch(20),
      ascs: text,
      descs: text,
      ...{ keyword: text, bizType: text, starter: text, status: text },
      arrivedFrom: text,
      arrivedTo: text,
    }),
    response: pageOf(boxRow),
    handle: (call) =>
      selectPage(call.db, boxListing(name, context(call, call.db), call.query), call.query),
  }),
);

const comment = z.string().trim().max(500, "审批意见不能超过500个字").default("");
const attachments = z
  .preprocess((v) => v ?? [], fieldSchema(field.files({ label: "附件" })))
  .pipe(z.array(z.string()));
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

/** Every call of supply.md E.4, the number for the badge, and the definitions. */
export const workflowEndpoints: Endpoint[] = [
  ...boxEndpoints,
  endpoint({
    tag,
    method: "get",
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
    method: "post",
    path: "/act/task/batch/approve",
    title: "批量审批通过",
    permission: "act_task_handle",
    body: z.object({
      ids: z.array(z.string().regex(/^\d{1,18}$/, "编号不正确")).min(1, "请先选择数据"),
      comment,
    }),
    response: z.array(
      z.object({
        id: z.string(),
        no: z.string().nullable(),
        ok: z.boolean(),
        msg: z.string().nullable(),
      }),
    ),
    handle: (call) => approveAll(call, call.body.ids, call.body.comment),
  }),
  decision(true),
  decision(false),
  endpoint({
    tag,
    method: "post",
    path: `/act/task/${ID}/transfer`,
    title: "转办",
    permission: "act_task_transfer",
    params,
    body: z.object({
      userId: z.string().regex(/^\d{1,18}$/, "请选择转办人员"),
      reason: z.string().trim().max(400, "转办原因不能超过400个字").default(""),
    }),
    response: done,
    handle: (call) => transferTask(call, call.params.id, call.body),
  }),
  endpoint({
    tag,
    method: "get",
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
    method: "get",
    path: "/act/modeler.html",
    title: "流程设计页",
    open: true,
    raw: true,
    // The address of the specification; the editor is a page of the console.
    handle: ({ query, res }) =>
      res.redirect(302, `/activiti/model/index?${new URLSearchParams(query)}`),
    query: z.object({
      modelId: z
        .string()
        .regex(/^\w{1,60}$/)
        .default(""),
    }),
  }),
  endpoint({
    tag,
    method: "get",
    path: "/act/definition/list",
    title: "流程定义列表",
    permission: "act_model_view",
    handle: (call) => listDefinitions(context(call, call.db)),
  }),
  endpoint({
    tag,
    method: "get",
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
    handle: (call) =>
      run(call, "definition", call.body.defKey, (c) => saveDefinition(c, call.body)),
  }),
];
