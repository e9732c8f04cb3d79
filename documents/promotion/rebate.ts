import { defineDocument, field, reason, voidAction } from "../kit";
import { deductAction } from "./deducted";
import { rebateFields, rebateLine } from "./rebate-fields";

/** 返利单 (market.md 1): the fee that a resource gets for orders, or what it gives back of refunds. */
export const rebate = defineDocument({
  name: "rebate",
  label: "返利单",
  module: "evaluation",
  api: "/evaluation/rebate",
  permission: "promo_rebate",
  menu: {
    ...{ group: "promotion", icon: "coin", sort: 50, label: "返利管理" },
    words: { edit: false, del: false, print: false, approve: "确认", settle: "登记收款" },
  },
  number: "FL",
  many: true,
  copy: false,
  can: { del: false },
  permissions: { edit: "add" },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "requestNo", "settlementNo"],
  foundBy: ["resourceId", "ownerId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  sort: [{ by: "periodEnd", desc: true }, { by: "id" }],
  prefill: {
    orderIds: "evaluation_order",
    promotionIds: "platform_promotion",
    refundIds: "eva_refund",
  },
  status: {
    ...{ field: "status", initial: "draft", editable: ["draft"] },
    path: ["draft", "pending", "confirmed", "requested", "settled"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      pending: { label: "待确认", tone: "orange" },
      confirmed: { label: "已确认", tone: "blue" },
      requested: { label: "已请款", tone: "blue" },
      settled: { label: "已结算", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "payableAmount" },
    { field: "baseAmount" },
    { field: "adjustAmount" },
    { field: "payableCny" },
  ],
  brief: { amount: "payableAmount", date: "periodEnd" },
  queues: [
    {
      ...{ label: "待确认返利单", where: { status: "pending" }, permission: "approve" },
      about: "resourceId",
    },
    {
      ...{ label: "待登记返点收款", where: { status: "confirmed", direction: "receive" } },
      ...{ permission: "settle", about: "resourceId" },
    },
  ],
  fields: rebateFields,
  lines: {
    items: { label: "返利明细", table: "rebate_line", sourced: true, fields: rebateLine },
  },
  actions: {
    submit: {
      ...{ label: "提交", permission: "submit", from: ["draft"], to: "pending", next: true },
      batch: true,
    },
    confirm: {
      ...{ label: "确认", permission: "approve", from: ["pending"], to: "confirmed", next: true },
      batch: true,
      input: { note: field.text({ label: "确认说明", max: 500, asked: true }) },
    },
    return: {
      ...{ label: "退回", permission: "approve", from: ["pending"], to: "draft", danger: true },
      input: reason("退回原因", "请填写退回原因"),
    },
    toRequest: {
      ...{ label: "生成请款单", next: true, permission: "promo_evarequest_add", batch: true },
      ...{ from: ["confirmed"], unless: ["direction", "receive", "应收返点请登记收款"] },
      opens: { document: "eva_request", param: "rebateIds" },
    },
    settleReceive: {
      ...{ label: "登记收款", permission: "settle", from: ["confirmed"], to: "settled" },
      ...{ next: true, unless: ["direction", "pay", "应付服务费由测评请款支付"] },
      input: {
        received: field.money({
          ...{ label: "收款金额", required: true, asked: true, currency: "currency" },
        }),
        day: field.date({ label: "收款日期", asked: true, help: "不填则为今天" }),
        files: field.files({ label: "收款凭证", max: 9, asked: true }),
      },
    },
    deduct: deductAction("settle", "confirmed", "settled"),
    void: voidAction(["draft", "pending", "confirmed"]),
  },
  screens: {
    list: "/evaluation/rebate/index",
    create: "/evaluation/openTag/rebateDetail",
    edit: "/evaluation/openTag/rebateDetail",
    detail: "/evaluation/openTag/rebateDetail",
    titles: { list: "返利管理", create: "新建返利", edit: "编辑返利", detail: "返利详情" },
  },
});
