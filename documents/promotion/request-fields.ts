import { field } from "../kit";
import { evaRequestTypes, invoiceStates, payMethods, requestedSources } from "./words";

const told = { computed: true, hiddenIn: ["add", "edit"] } as const;

export const requestFields = {
  requestType: field.enum({
    ...{ label: "请款类型", ...told, options: evaRequestTypes, filter: "in" },
    column: { width: 90 },
  }),
  resourceId: field.ref({
    ...{ label: "收款方", to: "evaluation_resource", filter: "in", column: { width: 140 } },
    help: "平台推广费由此选择；返款单和返利单按其测评资源",
  }),
  currency: field.dict({
    ...{ label: "币种", type: "currency", computed: true, filter: "in" },
    column: { width: 70, phone: false, hide: true },
  }),
  amount: field.money({
    ...{ label: "请款金额", currency: "currency", computed: true },
    column: { width: 120, sortable: true, summary: "currency" },
  }),
  exchangeRate: field.decimal({ label: "提交日汇率", scale: 8, ...told }),
  amountCny: field.money({
    ...{ label: "人民币", unit: "CNY", ...told, column: { width: 120, summary: "sum" } },
  }),
  expectPayDate: field.date({
    ...{ label: "期望付款日", required: true, column: { width: 110 }, filter: "range" },
  }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", help: "不填则为当前用户", filter: "in" },
  }),
  invoiceState: field.enum({
    ...{ label: "票据", default: "none", options: invoiceStates, filter: "in" },
  }),
  invoiceFiles: field.files({ label: "票据文件", max: 9, wide: true, help: "已收时至少一份" }),
  payMethod: field.enum({
    ...{ label: "收款方式", ...told, options: payMethods, section: "收款信息" },
  }),
  payeeName: field.text({ label: "收款人", max: 100, personal: true, ...told }),
  payeeBank: field.text({ label: "开户行", max: 100, ...told }),
  payeeAccount: field.secret({
    ...{ label: "收款账号", computed: true, hiddenIn: ["add", "edit", "view"] },
  }),
  payeeTail: field.text({ label: "收款账号", max: 20, ...told, column: { width: 110 } }),
  payeeHash: field.text({ label: "账号摘要", computed: true, max: 64, hiddenIn: ["view"] }),
  financeNo: field.text({
    ...{ label: "财务单号", ...told, max: 30, numbersOf: ["payment_request"], filter: "prefix" },
    ...{ section: "付款", column: { width: 140 } },
  }),
  paidTime: field.datetime({
    ...{ label: "付款时间", ...told, filter: "range", column: { width: 160 } },
  }),
  paidAmount: field.money({ label: "付款金额", currency: "currency", ...told }),
  voucher: field.files({ label: "付款凭证", ...told, max: 20, wide: true }),
  sourceNos: field.text({ label: "来源单号", computed: true, max: 4000, hiddenIn: ["view"] }),
} as const;

/** A line of 测评请款单: one source, whole. */
export const requestLine = {
  sourceType: field.enum({
    ...{ label: "来源类型", required: true, default: "refund", options: requestedSources },
  }),
  refundId: field.ref({
    ...{ label: "返款单", to: "eva_refund", when: ["sourceType", "refund"] },
    only: { status: ["verified"] },
  }),
  rebateId: field.ref({
    ...{ label: "返利单", to: "rebate", when: ["sourceType", "rebate"] },
    only: { status: ["confirmed"], direction: ["pay"] },
  }),
  promotionId: field.ref({
    ...{ label: "平台推广", to: "platform_promotion", when: ["sourceType", "platformPromotion"] },
    only: { status: ["approved", "running", "ended", "reviewed", "cancelled"] },
  }),
  sourceNo: field.text({ label: "来源单号", computed: true, hidden: true, max: 30 }),
  applicationId: field.ref({
    ...{ label: "测评申请", to: "evaluation_application", computed: true, whenFilled: true },
    hiddenIn: ["add", "edit"],
  }),
  amount: field.money({ label: "金额", computed: true, currency: "currency", sum: true }),
} as const;

/** What a request holds of the budget of each application. */
export const requestShare = {
  applicationId: field.ref({
    ...{ label: "测评申请", to: "evaluation_application", computed: true },
  }),
  amount: field.money({ label: "占用预算", computed: true, currency: "currency", sum: true }),
} as const;
