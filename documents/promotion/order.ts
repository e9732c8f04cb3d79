import { defineDocument, field, reason } from "../kit";
import { evaluationOrderFields } from "./order-fields";
import { printedLog } from "./printed";

/** 测评订单 (market.md 1): what a participant bought; checked against the platform's order. */
export const evaluationOrder = defineDocument({
  name: "evaluation_order",
  label: "测评订单",
  module: "evaluation",
  api: "/evaluation/evaorder",
  permission: "promo_evaorder",
  menu: { on: "evaluation", words: { del: false, submit: false, void: false } },
  number: "CPDD",
  many: true,
  copy: false,
  can: { del: false },
  saveLabel: "登记",
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no", "platformOrderNo", "participantAlias"],
  finds: ["no", "platformOrderNo"],
  foundBy: ["evaluationId", "resourceId"],
  optionFacts: { name: "platformOrderNo", words: ["participantAlias"], figures: ["paidAmount"] },
  formColumns: 3,
  statusTabs: true,
  prefill: { evaluationId: "evaluation" },
  import: { key: ["platformOrderNo"], update: true },
  permissions: { import: "import" },
  status: {
    ...{ field: "status", initial: "registered", editable: ["registered", "abnormal"] },
    path: ["registered", "checked", "refunding", "refunded"],
    values: {
      registered: { label: "已登记", tone: "orange" },
      checked: { label: "已核对", tone: "blue" },
      refunding: { label: "返款中", tone: "blue" },
      refunded: { label: "已返款", tone: "green" },
      abnormal: { label: "异常", tone: "red" },
      cancelled: { label: "已取消", tone: "grey" },
    },
  },
  brief: { amount: "paidAmount", date: "orderDate" },
  queues: [
    {
      ...{ label: "待核对测评订单", where: { status: "registered" }, permission: "approve" },
      about: "evaluationId",
    },
    {
      ...{ label: "待处理异常测评订单", where: { status: "abnormal" }, permission: "approve" },
      about: "evaluationId",
    },
  ],
  fields: evaluationOrderFields,
  actions: {
    check: {
      ...{ label: "核对", permission: "approve", from: ["registered", "abnormal"] },
      ...{ to: "checked", next: true, batch: true },
      input: {
        note: field.text({
          ...{ label: "核对说明", max: 200, asked: true, help: "平台订单未匹配时必填" },
        }),
      },
    },
    markAbnormal: {
      ...{ label: "标记异常", permission: "edit", from: ["registered", "checked"] },
      ...{ to: "abnormal", danger: true, batch: true },
      refusals: {
        refunding: "已生成返款单，不能标记异常",
        refunded: "已生成返款单，不能标记异常",
      },
      input: {
        abnormalReason: field.dict({
          ...{ label: "异常原因", type: "eva_abnormal", required: true, asked: true },
        }),
        note: field.text({ label: "说明", max: 200, asked: true }),
      },
    },
    makeRebate: {
      ...{ label: "生成返利单", permission: "promo_rebate_add", batch: true },
      from: ["checked", "refunding", "refunded"],
      opens: { document: "rebate", param: "orderIds" },
    },
    feedback: {
      ...{ label: "登记反馈", permission: "edit", from: ["checked", "refunding", "refunded"] },
      input: {
        feedbackType: evaluationOrderFields.feedbackType,
        feedbackUrl: evaluationOrderFields.feedbackUrl,
        feedbackDate: evaluationOrderFields.feedbackDate,
      },
    },
    toRefund: {
      ...{ label: "生成返款单", next: true, permission: "promo_refund_add", from: ["checked"] },
      batch: true,
      opens: { document: "eva_refund", param: "orderIds" },
    },
    cancel: {
      ...{ label: "取消", permission: "edit", from: ["registered", "abnormal"] },
      ...{ to: "cancelled", danger: true, confirm: "取消后腾出任务的计划数量，不能恢复。" },
      ...{ batch: true, input: reason("取消原因", "请填写取消原因") },
    },
  },
  screens: {
    list: "/evaluation/order/index",
    create: "/evaluation/order/create",
    edit: "/evaluation/openTag/evaEdit/{id}",
    detail: "/evaluation/openTag/evaDetail/{id}",
    tabs: ["evaluation", "evaluation_order"],
    prints: {
      photos: {
        ...{ path: "/evaluation/openTag/printPhoto", title: "打印图片", label: "打印图片" },
        ...{ type: "evaluationOrder", together: true, most: 50, ...printedLog },
        from: ["registered", "checked", "refunding", "refunded", "abnormal"],
      },
    },
    titles: { list: "测评订单", create: "登记测评订单", edit: "测评单编辑", detail: "测评单详情" },
  },
});
