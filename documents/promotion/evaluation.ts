import { defineDocument, field, reason } from "../kit";
import { evaluationFields } from "./evaluation-fields";
import { printedLog } from "./printed";

/** 测评任务 (market.md 1): so many of one applied SKU, by one resource; its page is the workbench. */
export const evaluation = defineDocument({
  name: "evaluation",
  label: "测评任务",
  module: "evaluation",
  api: "/evaluation/evaluation",
  permission: "promo_evaluation",
  menu: {
    ...{ group: "promotion", icon: "megaphone", sort: 30, label: "测评管理" },
    words: { submit: false, void: false },
  },
  number: "CPRW",
  many: true,
  copy: false,
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no", "asin", "skuId"],
  foundBy: ["resourceId", "storeId", "ownerId"],
  formColumns: 3,
  statusTabs: true,
  prefill: { applicationId: "evaluation_application" },
  prefillBy: ["skuId"],
  status: {
    ...{ field: "status", initial: "draft", editable: ["draft"] },
    path: ["draft", "running", "finished"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      running: { label: "进行中", tone: "blue" },
      paused: { label: "已暂停", tone: "orange" },
      finished: { label: "已完成", tone: "green" },
      closed: { label: "已终止", tone: "red" },
    },
  },
  figures: [
    { field: "doneQty", label: "已核对 / 计划", of: "planQty" },
    { field: "registeredQty" },
    { field: "abnormalQty" },
    { field: "spentAmount" },
    { field: "orderCost" },
  ],
  brief: { qty: "planQty", date: "endDate" },
  queues: [
    {
      ...{ label: "待开始的测评任务", where: { status: "draft" }, permission: "edit" },
      ...{ about: "resourceId", due: "endDate" },
    },
    {
      ...{ label: "到期未完成的测评任务", where: { status: "running,paused", expired: "true" } },
      ...{ permission: "edit", about: "resourceId", due: "endDate", late: true },
    },
  ],
  fields: evaluationFields,
  actions: {
    start: { label: "开始执行", permission: "edit", from: ["draft"], to: "running", next: true },
    register: {
      ...{ label: "登记订单", permission: "promo_evaorder_add", from: ["running"], next: true },
      ...{ refusals: { paused: "任务已暂停" } },
      opens: { document: "evaluation_order", param: "evaluationId" },
    },
    handle: {
      ...{ label: "批量处理订单", permission: "promo_evaorder_edit", from: ["running", "paused"] },
      lines: {
        orders: {
          ...{ label: "测评订单", table: "evaluation_order", sourced: "whole" },
          fields: {
            orderId: field.ref({ label: "测评订单", to: "evaluation_order", hidden: true }),
            says: field.text({ label: "平台订单号", computed: true, wide: true }),
            result: field.enum({
              label: "处理",
              options: {
                check: { label: "核对" },
                abnormal: { label: "标记异常" },
                cancel: { label: "取消" },
              },
            }),
            abnormalReason: field.dict({ label: "异常原因", type: "eva_abnormal" }),
            note: field.text({ label: "说明", max: 200 }),
          },
        },
      },
    },
    toRefund: {
      ...{ label: "生成返款单", permission: "promo_refund_add" },
      from: ["running", "paused", "finished", "closed"],
      opens: { document: "eva_refund", param: "evaluationId" },
    },
    pause: {
      ...{ label: "暂停", permission: "edit", from: ["running"], to: "paused", batch: true },
      input: reason("暂停原因", "请填写暂停原因"),
    },
    resume: { label: "恢复", permission: "edit", from: ["paused"], to: "running", batch: true },
    finish: {
      ...{ label: "完成", permission: "edit", from: ["running"], to: "finished" },
      confirm: "未用的计划数量退回申请，完成后不能再登记订单。",
    },
    close: {
      ...{ label: "终止", permission: "approve", from: ["draft", "running", "paused"] },
      ...{ to: "closed", danger: true },
      confirm: "未用的计划数量退回申请，未核对的测评订单取消，不能恢复。",
      input: reason("终止原因", "请填写终止原因"),
    },
  },
  related: {
    orders: { label: "测评订单", document: "evaluation_order", by: { evaluationId: "id" } },
  },
  screens: {
    list: "/evaluation/index",
    create: "/evaluation/openTag/create/{applicationId}",
    edit: "/evaluation/openTag/edit/{id}",
    detail: "/evaluation/openTag/index/{id}",
    tabs: ["evaluation", "evaluation_order"],
    prints: {
      photos: {
        ...{ path: "/evaluation/openTag/printPhoto", title: "打印图片", label: "打印图片" },
        ...{ type: "evaluation", together: true, most: 20, ...printedLog },
        from: ["running", "paused", "finished", "closed"],
      },
    },
    titles: { list: "测评管理", create: "新建测评", edit: "编辑测评", detail: "测评" },
  },
});
