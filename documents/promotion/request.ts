import { defineDocument, flowStatus, unmaskSecret, voidAction } from "../kit";
import { printedLog } from "./printed";
import { requestFields, requestLine, requestShare } from "./request-fields";

/** 测评请款单 (market.md 1): refunds, fees and promotion costs that one payee is to get. */
export const evaRequest = defineDocument({
  name: "eva_request",
  label: "测评请款单",
  module: "evaluation",
  api: "/evaluation/evarequest",
  permission: "promo_evarequest",
  menu: {
    ...{ group: "promotion", icon: "receipt", sort: 60, label: "测评请款" },
    words: { del: false },
  },
  number: "CPQK",
  many: true,
  copy: false,
  can: { del: false },
  flow: { amount: "amountCny" },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "financeNo", "sourceNos"],
  finds: ["no"],
  foundBy: ["resourceId", "ownerId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  prefill: {
    refundIds: "eva_refund",
    rebateIds: "rebate",
    promotionIds: "platform_promotion",
  },
  status: flowStatus({
    auditing: { label: "待审核", tone: "orange" },
    approved: { label: "待付款", tone: "blue" },
    paid: { label: "已付款", tone: "green" },
  }),
  figures: [
    { field: "amount" },
    { field: "amountCny" },
    { field: "expectPayDate" },
    { field: "paidTime" },
  ],
  brief: { amount: "amount", date: "expectPayDate" },
  fields: requestFields,
  lines: {
    items: {
      ...{ label: "请款明细", table: "eva_request_line", fields: requestLine, max: 100 },
      required: "请至少添加一条明细",
    },
    shares: {
      ...{ label: "占用的申请预算", table: "eva_request_share", fields: requestShare },
      computed: true,
    },
  },
  actions: {
    void: voidAction(["draft", "rejected"]),
    unmask: { ...unmaskSecret("查看收款账号"), permission: "promo_resource_unmask" },
  },
  screens: {
    list: "/evaluation/evaRequest/index",
    create: "/evaluation/openTag/evaRequestCreate",
    edit: "/evaluation/openTag/evaRequestEdit/{id}",
    detail: "/evaluation/openTag/evaRequestDetail/{id}",
    prints: {
      slip: {
        ...{ path: "/evaluation/openTag/printPayment", title: "打印付款", label: "打印请款单" },
        ...printedLog,
        from: ["auditing", "approved", "paid", "rejected"],
      },
    },
    titles: { list: "测评请款" },
  },
});
