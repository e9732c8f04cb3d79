import { defineDocument, field, flowStatus, unmaskSecret, voidAction, worked } from "../kit";
import { evaRequestTypes, invoiceStates, payMethods, requestedSources, requestSends } from "./words";

/** Sheets of this module: drafts and what is void have none, every print is counted. */
export const printedLog = { says: "当前状态不能打印", log: true } as const;

const requestFields = {
  requestType: field.enum("请款类型", { ...worked, options: evaRequestTypes, filter: "in", column: true }),
  resourceId: field.ref("收款方", {
    to: "evaluation_resource",
    filter: "in",
    column: true,
    help: "平台推广费由此选择；返款单和返利单按其测评资源",
  }),
  currency: field.dict("币种", {
    type: "currency",
    computed: true,
    filter: "in",
    column: { phone: false, hide: true },
  }),
  amount: field.money("请款金额", {
    currency: "currency",
    computed: true,
    column: { sortable: true, summary: "currency" },
  }),
  exchangeRate: field.decimal("提交日汇率", { scale: 8, ...worked }),
  amountCny: field.money("人民币", { unit: "CNY", ...worked, column: { summary: "sum" } }),
  expectPayDate: field.date("期望付款日", { required: true, column: true, filter: "range" }),
  ownerId: field.ref("负责人", { to: "user", help: "不填则为当前用户", filter: "in" }),
  invoiceState: field.enum("票据", { default: "none", options: invoiceStates, filter: "in" }),
  invoiceFiles: field.files("票据文件", { max: 9, wide: true, help: "已收时至少一份" }),
  payMethod: field.enum("收款方式", { ...worked, options: payMethods, section: "收款信息" }),
  payeeName: field.text("收款人", { max: 100, personal: true, ...worked }),
  payeeBank: field.text("开户行", { max: 100, ...worked }),
  payeeAccount: field.secret("收款账号", { computed: true, hiddenIn: ["add", "edit", "view"] }),
  payeeTail: field.text("收款账号", { max: 20, ...worked, column: { width: 110 } }),
  payeeHash: field.text("账号摘要", { computed: true, max: 64, hiddenIn: ["view"] }),
  financeNo: field.text("财务单号", {
    ...worked,
    max: 30,
    numbersOf: ["payment_request"],
    filter: "prefix",
    section: "付款",
    column: true,
  }),
  paidTime: field.datetime("付款时间", { ...worked, filter: "range", column: true }),
  paidAmount: field.money("付款金额", { currency: "currency", ...worked }),
  voucher: field.files("付款凭证", { ...worked, max: 20, wide: true }),
  sourceNos: field.text("来源单号", { computed: true, max: 4000, hiddenIn: ["view"] }),
} as const;

/** A line of 测评请款单: one source, whole. */
const requestLine = {
  sourceType: field.enum("来源类型", { required: true, default: "refund", options: requestedSources }),
  refundId: field.ref("返款单", { to: "eva_refund", when: ["sourceType", "refund"], only: { status: ["verified"] } }),
  rebateId: field.ref("返利单", {
    to: "rebate",
    when: ["sourceType", "rebate"],
    only: { status: ["confirmed"], direction: ["pay"] },
  }),
  promotionId: field.ref("平台推广", {
    to: "platform_promotion",
    when: ["sourceType", "platformPromotion"],
    only: { status: ["approved", "running", "ended", "reviewed", "cancelled"] },
  }),
  sourceNo: field.text("来源单号", { computed: true, hidden: true, max: 30 }),
  applicationId: field.ref("测评申请", {
    to: "evaluation_application",
    computed: true,
    whenFilled: true,
    hiddenIn: ["add", "edit"],
  }),
  amount: field.money("金额", { computed: true, currency: "currency", sum: true }),
} as const;

/** What a request holds of the budget of each application. */
const requestShare = {
  applicationId: field.ref("测评申请", { to: "evaluation_application", computed: true }),
  amount: field.money("占用预算", { computed: true, currency: "currency", sum: true }),
} as const;

/** 测评请款单 (market.md 1): refunds, fees and promotion costs that one payee is to get. */
export const evaRequest = defineDocument({
  name: "eva_request",
  label: "测评请款单",
  module: "evaluation",
  api: "/evaluation/evarequest",
  permission: "promo_evarequest",
  calls: { sends: requestSends },
  menu: { group: "promotion", icon: "receipt", sort: 60, label: "测评请款", words: { del: false } },
  number: "CPQK",
  many: true,
  start: { copy: false, prefill: { refundIds: "eva_refund", rebateIds: "rebate", promotionIds: "platform_promotion" } },
  can: { del: false },
  flow: { amount: "amountCny" },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "financeNo", "sourceNos"],
  lookup: { finds: ["no"], foundBy: ["resourceId", "ownerId"] },
  exports: { lines: "items" },
  list: { tabs: true },
  status: flowStatus({
    auditing: { label: "待审核", tone: "orange" },
    approved: { label: "待付款", tone: "blue" },
    paid: { label: "已付款", tone: "green" },
  }),
  glance: {
    figures: [{ field: "amount" }, { field: "amountCny" }, { field: "expectPayDate" }, { field: "paidTime" }],
    brief: { amount: "amount", date: "expectPayDate" },
  },
  fields: requestFields,
  lines: {
    items: {
      label: "请款明细",
      table: "eva_request_line",
      fields: requestLine,
      max: 100,
      required: "请至少添加一条明细",
    },
    shares: { label: "占用的申请预算", table: "eva_request_share", fields: requestShare, computed: true },
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
        path: "/evaluation/openTag/printPayment",
        title: "打印付款",
        label: "打印请款单",
        ...printedLog,
        from: ["auditing", "approved", "paid", "rejected"],
      },
    },
    titles: { list: "测评请款" },
  },
});
