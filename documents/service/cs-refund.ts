import { defineDocument, field, flowStatus, voidAction } from "../kit";
import { refundFields } from "./refund-fields";
import { refundLine } from "./refund-lines";
import { refundStates } from "./words";

/** 客户退款 (market.md 3): what a buyer gets back of an order. */
export const csRefund = defineDocument({
  name: "cs_refund",
  label: "客户退款",
  module: "customerservice",
  api: "/customerservice/refund",
  permission: "cs_refund",
  menu: {
    ...{ group: "service", icon: "undo", sort: 30, label: "退款" },
    words: { edit: false, del: false, print: false, execute: "执行退款" },
  },
  number: "KFTK",
  many: true,
  copy: false,
  sourced: true,
  permissions: { edit: "add", del: "add" },
  flow: { amount: "amountCny" },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "platformRefundId"],
  foundBy: ["platformOrderId"],
  prefill: { platformOrderId: "platform_order", vocId: "voc" },
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: {
    ...flowStatus(refundStates),
    path: ["draft", "auditing", "approved", "executing", "done"],
  },
  figures: [{ field: "amount" }, { field: "amountCny" }, { field: "executedTime" }],
  brief: { amount: "amount", date: "executedTime" },
  queues: [
    {
      ...{ label: "待执行退款", where: { status: "approved,failed" }, about: "platformOrderId" },
      permission: "execute",
    },
  ],
  fields: refundFields,
  lines: {
    items: {
      ...{ label: "退款明细", table: "cs_refund_line", max: 500, sourced: "whole" },
      required: "请至少填写一条退款明细",
      fields: refundLine,
    },
  },
  actions: {
    execute: {
      ...{ label: "执行退款", next: true, permission: "execute", batch: true },
      ...{ from: ["approved", "failed"], to: "executing" },
      confirm: "向平台发出退款，买家会收到款项。",
    },
    register: {
      ...{ label: "登记退款", permission: "execute", from: ["approved", "failed"], to: "done" },
      input: {
        platformRefundId: field.text({ label: "平台退款号", required: true, max: 80, asked: true }),
        executedTime: field.datetime({ label: "退款时间", asked: true, help: "不填则为现在" }),
      },
    },
    void: voidAction(["draft", "rejected", "approved", "failed"]),
  },
  screens: {
    list: "/customerservice/refund/index",
    create: "/customerservice/refund/openTag/create",
    edit: "/customerservice/refund/openTag/edit",
    detail: "/customerservice/refund/openTag/detail",
    titles: { list: "客户退款" },
  },
});
