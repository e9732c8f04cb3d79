import { defineDocument, field, lineRemark, ownStatus, voidAction } from "../kit";
import {
  amountCny,
  bounced,
  copiedAccount,
  payeeAccount,
  payMethod,
  paysTo,
  transferred,
  unmaskAction,
} from "./pay-fields";

const told = <const D extends string>(label: string, document: D) =>
  field.text(label, { computed: true, numbersOf: [document] });

/** 合并付款单 (supply.md 6): payments of one payee, account and currency in one transfer. */
export const mergedPayment = defineDocument({
  name: "merged_payment",
  label: "合并付款单",
  module: "finance",
  permission: "finance_mergepayment",
  api: "/finance/mergepayment",
  menu: { group: "finance", icon: "layers", sort: 40 },
  number: "HB",
  many: true,
  start: { copy: false, sourced: true, prefill: { paymentIds: "payment" } },
  keyword: ["no", "payeeName", "requestNos", "serialNo"],
  lookup: { foundBy: ["payeeSupplierId"] },
  list: { tabs: true },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      submitted: { label: "OA审批中", tone: "orange" },
      approved: { label: "待付款", tone: "blue" },
      paid: { label: "已付款", tone: "green" },
      failed: { label: "付款失败", tone: "red" },
      void: { label: "已取消", tone: "red" },
    },
    { locked: "合并付款单已提交，不能修改" },
  ),
  glance: {
    figures: [{ field: "payAmount" }, { field: "memberCount" }, { field: "paidTime" }],
    brief: { amount: "payAmount", date: "paidTime" },
  },
  fields: {
    payeeSupplierId: field.ref("供应商", { to: "supplier", computed: true, filter: "in" }),
    payeeName: field.text("收款方", { computed: true, max: 100, column: true, filter: "like" }),
    ...payeeAccount(),
    companyId: field.ref("付款主体", { to: "company", computed: true }),
    payerAccountId: copiedAccount(),
    payCurrency: field.dict("付款币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    payAmount: field.money("付款金额", {
      currency: "payCurrency",
      computed: true,
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    memberCount: field.int("笔数", { computed: true, column: true }),
    baseAmount: amountCny("本位币"),
    payMethod: payMethod(),
    plannedDate: field.date("计划付款日", { required: true, column: { sortable: true }, filter: "range" }),
    purpose: field.text("用途", { required: true, max: 60, wide: true }),
    ...transferred(),
    oaPaymentId: field.ref("OA付款单", { to: "oa_payment", computed: true, column: { phone: false } }),
    ...bounced(),
    requestNos: field.text("请款单号", { computed: true, hiddenIn: ["view"], max: 4000 }),
  },
  lines: {
    members: {
      label: "成员付款单",
      table: "merged_payment_line",
      required: "至少选择两张付款单",
      max: 100,
      sourced: true,
      fields: {
        paymentId: field.ref("付款单", { to: "payment", required: true }),
        requestNo: told("请款单", "payment_request"),
        poNos: told("来源单", "purchase_order"),
        settleAmount: field.money("核销金额", { currency: "currency", computed: true }),
        currency: field.dict("核销币种", { type: "currency", computed: true }),
        payAmount: field.money("付款金额", { currency: "payCurrency", computed: true, sum: true }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    unmask: unmaskAction,
    submit: {
      label: "提交OA",
      next: true,
      from: ["draft"],
      to: "submitted",
      repeats: [...paysTo, "memberCount", "requestNos"],
      confirm: "生成OA付款单并进入审批，不能再修改。",
    },
    void: { ...voidAction(["draft"]), label: "取消合并", confirm: "成员付款单回到待付款。" },
  },
  can: { del: false },
  screens: {
    list: "/finance/mergePayment/index",
    create: "/finance/mergePayment/create",
    edit: "/finance/mergePayment/detail",
    detail: "/finance/mergePayment/detail",
    print: "/finance/mergePayment/print",
    titles: { create: "合并付款", detail: "合并付款单详情" },
  },
});
