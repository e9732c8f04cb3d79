import { defineDocument, field, voidAction } from "../kit";
import {
  amountCny,
  bounced,
  bounceInput,
  payeeAccount,
  payerAccount,
  payMethod,
  transferInput,
  transferred,
  unmaskAction,
} from "./pay-fields";
import { payRateTypes } from "./request-words";

const text = (label: string) => field.text({ label, computed: true, hiddenIn: ["view"] });

/** 付款单 (supply.md 6): one planned outflow of one request, in the currency that is paid. */
export const payment = defineDocument({
  name: "payment",
  label: "付款单",
  module: "finance",
  menu: { group: "finance", icon: "wallet", sort: 30, words: { fail: "退票", pay: "确认付款" } },
  number: "FK",
  many: true,
  copy: false,
  sourced: true,
  keyword: ["no", "requestNo", "payeeName", "sourceNos", "serialNo"],
  foundBy: ["payeeSupplierId"],
  formColumns: 3,
  prefill: { requestId: "payment_request" },
  statusTabs: true,
  status: {
    field: "status",
    initial: "pending",
    editable: ["pending"],
    values: {
      pending: { label: "待付款", tone: "blue" },
      merged: { label: "已合并", tone: "orange" },
      oa: { label: "OA审批中", tone: "orange" },
      paid: { label: "已付款", tone: "green" },
      failed: { label: "付款失败", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
    path: ["pending", "paid"],
  },
  figures: [
    { field: "payAmount" },
    { field: "settleAmount" },
    { field: "fxDiff" },
    { field: "paidTime" },
  ],
  brief: { amount: "payAmount", date: "paidTime" },
  queues: [
    {
      ...{ label: "待确认付款", where: { status: "pending" }, about: "payeeName" },
      ...{ due: "plannedDate", permission: "pay" },
    },
  ],
  fields: {
    requestId: field.ref({
      ...{ label: "请款单", to: "payment_request", required: true, readonlyIn: ["edit"] },
      column: { width: 140, phone: false },
      filter: "in",
    }),
    payeeSupplierId: field.ref({ label: "供应商", to: "supplier", computed: true, filter: "in" }),
    payeeName: field.text({
      ...{ label: "收款方", max: 100, readonlyIn: ["add", "edit"] },
      column: { width: 160 },
      filter: "like",
    }),
    ...payeeAccount(),
    companyId: field.ref({ label: "付款主体", to: "company", computed: true }),
    payCurrency: field.dict({
      ...{ label: "付款币种", type: "currency", readonlyIn: ["add", "edit"] },
      column: { width: 80, phone: false },
      filter: "in",
    }),
    payAmount: field.money({
      ...{ label: "付款金额", currency: "payCurrency", computed: true },
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    settleAmount: field.money({
      ...{ label: "核销金额", currency: "currency", min: 0.01 },
      help: "不填则为请款单可付的余额",
      column: { width: 120 },
    }),
    currency: field.dict({ label: "核销币种", type: "currency", computed: true }),
    payRate: field.decimal({
      ...{ label: "付款汇率", scale: 8, min: 0 },
      help: "1单位付款币种折请款币种；请款单指定了汇率时取其汇率",
      rate: {
        of: "payCurrency",
        into: "currency",
        why: "payRateReason",
        when: ["payRateType", "pay"],
      },
    }),
    payRateReason: field.text({ label: "汇率说明", max: 200, help: "与当日汇率相差较大时必填" }),
    payRateType: field.enum({
      label: "汇率取值",
      options: payRateTypes,
      computed: true,
      hiddenIn: ["view"],
    }),
    baseAmount: amountCny("本位币"),
    payerAccountId: payerAccount(),
    payMethod: payMethod(),
    plannedDate: field.date({
      ...{ label: "计划付款日", help: "不填则为请款单的期望付款日" },
      column: { width: 110, sortable: true },
      filter: "range",
    }),
    ...transferred(),
    fxDiff: field.money({
      ...{ label: "汇兑损益", unit: "CNY", computed: true },
      column: { width: 100, hide: true, summary: "sum", signed: true },
    }),
    mergedId: field.ref({
      ...{ label: "合并付款单", to: "merged_payment", computed: true },
      column: { width: 140, hide: true },
      filter: "in",
      linked: true,
    }),
    oaPaymentId: field.ref({
      ...{ label: "OA付款单", to: "oa_payment", computed: true },
      column: { width: 140, hide: true },
      filter: "in",
      linked: true,
    }),
    ...bounced(),
    invoiceNos: field.text({ label: "发票号", computed: true, max: 200 }),
    applicantId: field.ref({ label: "请款人", to: "user", computed: true }),
    sourceRate: field.decimal({
      ...{ label: "核销币种入账汇率", scale: 8, computed: true, hiddenIn: ["view"] },
    }),
    requestNo: text("请款单号"),
    sourceNos: text("来源单号"),
  },
  actions: {
    unmask: unmaskAction,
    pay: {
      ...{ label: "确认付款", next: true, permission: "pay", from: ["pending"], to: "paid" },
      batch: true,
      each: { fields: ["serialNo"], says: ["payeeName", "payAmount", "payerAccountId"] },
      input: {
        ...transferInput(),
        payerAccountId: field.ref({
          ...{ label: "付款账户", to: "company_account", asked: true },
          help: "不填则为付款单上的账户",
        }),
        payRate: field.decimal({
          ...{ label: "付款汇率", scale: 8, min: 0, asked: true },
          help: "请款单的汇率取值为付款指定时填写",
          rate: { of: "payCurrency", into: "currency", on: "paidTime", why: "rateReason" },
        }),
      },
    },
    merge: {
      ...{ label: "合并付款", permission: "finance_mergepayment_add", batch: true },
      from: ["pending"],
      opens: { document: "merged_payment", param: "paymentIds" },
    },
    toOa: {
      ...{ label: "提交OA", permission: "finance_oapayment_add", from: ["pending"], to: "oa" },
      confirm: "生成OA付款单并进入审批。",
      input: {
        usage: field.longtext({ label: "付款事由", required: true, min: 5, max: 500, asked: true }),
      },
    },
    fail: {
      ...{ label: "退票", permission: "fail", from: ["paid"], to: "failed", danger: true },
      confirm: "冲回应付，请款单回到待付款。",
      input: bounceInput(),
    },
    void: voidAction(["pending"]),
  },
  can: { del: false },
  downloads: {
    bankFile: {
      ...{ label: "网银批量文件", permission: "pay", from: ["pending"], batch: true },
      ...{ path: "/finance/payment/bankfile", param: "ids" },
    },
  },
  screens: {
    list: "/finance/payment/index",
    create: "/paymentDetail/index",
    edit: "/paymentDetail/index",
    detail: "/paymentDetail/index",
    print: "/finance/payment/print",
    titles: { create: "新建付款单", detail: "付款单详情" },
  },
});
