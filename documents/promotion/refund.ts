import { defineDocument, field, reason, unmaskSecret, voidAction } from "../kit";
import { deductAction } from "./deducted";
import { printedLog } from "./printed";
import { refundFields, refundLine } from "./refund-fields";

const REQUESTED = "已请款，不能作废";

/** 返款单 (market.md 1): what participants of one resource get back for checked orders. */
export const evaRefund = defineDocument({
  name: "eva_refund",
  label: "返款单",
  module: "evaluation",
  api: "/evaluation/refund",
  permission: "promo_refund",
  menu: {
    ...{ group: "promotion", icon: "undo", sort: 40, label: "返款管理" },
    words: { del: false, approve: "核对" },
  },
  number: "CPFK",
  many: true,
  copy: false,
  can: { del: false },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "requestNo", "items.evaluationOrderId"],
  finds: ["no"],
  foundBy: ["resourceId", "ownerId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  prefill: { orderIds: "evaluation_order", evaluationId: "evaluation" },
  status: {
    ...{ field: "status", initial: "draft", editable: ["draft", "rejected"] },
    path: ["draft", "pendingVerify", "verified", "requested", "paid"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      pendingVerify: { label: "待核对", tone: "orange" },
      verified: { label: "已核对", tone: "blue" },
      requested: { label: "已请款", tone: "blue" },
      paid: { label: "已返款", tone: "green" },
      rejected: { label: "核对不通过", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "totalAmount" },
    { field: "goodsAmount" },
    { field: "feeAmount" },
    { field: "orderCount" },
    { field: "amountCny" },
  ],
  brief: { amount: "totalAmount", qty: "orderCount", date: "paidTime" },
  queues: [
    {
      ...{ label: "返款单待核对", where: { status: "pendingVerify" }, permission: "approve" },
      about: "resourceId",
    },
    {
      ...{ label: "返款单待请款", where: { status: "verified", payMethod: "bank,paypal,alipay" } },
      ...{ permission: "promo_evarequest_add", about: "resourceId" },
    },
  ],
  fields: refundFields,
  lines: {
    items: {
      ...{ label: "返款明细", table: "eva_refund_line", fields: refundLine, max: 200 },
      required: "请至少添加一条明细",
    },
  },
  actions: {
    submit: {
      ...{ label: "提交核对", next: true, permission: "submit", from: ["draft", "rejected"] },
      ...{ to: "pendingVerify", batch: true },
    },
    verify: {
      ...{ label: "核对通过", next: true, permission: "approve", from: ["pendingVerify"] },
      ...{ to: "verified", batch: true, confirm: "重新匹配平台订单，并记下测评资源的收款信息。" },
      input: { note: field.text({ label: "核对说明", max: 500, asked: true }) },
    },
    reject: {
      ...{ label: "核对不通过", permission: "approve", from: ["pendingVerify"], to: "rejected" },
      ...{ danger: true, input: reason("不通过原因", "请填写不通过原因") },
    },
    toRequest: {
      ...{ label: "生成请款单", next: true, permission: "promo_evarequest_add" },
      ...{ from: ["verified"], batch: true },
      unless: ["payMethod", "platform", "由平台扣款，不能请款"],
      opens: { document: "eva_request", param: "refundIds" },
    },
    deduct: deductAction("approve", "verified", "paid"),
    makeRebate: {
      ...{ label: "生成返利单", permission: "promo_rebate_add", from: ["paid"], batch: true },
      opens: { document: "rebate", param: "refundIds" },
    },
    void: {
      ...voidAction(["draft", "rejected", "verified"]),
      confirm: "测评订单回到已核对，作废后不能恢复。",
      refusals: { requested: REQUESTED, paid: REQUESTED },
    },
    unmask: { ...unmaskSecret("查看收款账号"), permission: "promo_resource_unmask" },
  },
  screens: {
    list: "/evaluation/refund/index",
    create: "/evaluation/openTag/refundDetail",
    edit: "/evaluation/openTag/refundDetail",
    detail: "/evaluation/openTag/refundDetail",
    prints: {
      slip: {
        ...{ path: "/evaluation/openTag/printRefund", title: "打印返款", label: "打印返款单" },
        ...printedLog,
        from: ["pendingVerify", "verified", "requested", "paid", "rejected"],
      },
      verify: {
        ...{ path: "/evaluation/openTag/printrefundVerify", title: "打印返款核销" },
        ...{ label: "打印返款核对表", together: true, most: 50, ...printedLog },
        from: ["pendingVerify", "verified", "requested", "paid", "rejected"],
      },
      photos: {
        ...{ path: "/evaluation/openTag/printPhoto", title: "打印图片", label: "打印图片" },
        ...{ type: "refund", together: true, most: 50, ...printedLog },
        from: ["pendingVerify", "verified", "requested", "paid", "rejected"],
      },
    },
    titles: { list: "返款管理", create: "新建返款", edit: "编辑返款", detail: "返款详情" },
  },
});
