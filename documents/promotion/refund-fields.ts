import { field } from "../kit";
import { matchStates, payMethods } from "./words";

const told = { computed: true, hiddenIn: ["add", "edit"] } as const;
const own = (label: string) => field.money({ label, currency: "currency", ...told });

export const refundFields = {
  resourceId: field.ref({
    ...{ label: "测评资源", to: "evaluation_resource", computed: true, filter: "in" },
    column: { width: 140 },
  }),
  siteIds: field.refs({
    ...{ label: "站点", to: "site", ...told, filter: "in", column: { width: 80, hide: true } },
  }),
  currency: field.dict({
    ...{ label: "币种", type: "currency", computed: true, filter: "in" },
    column: { width: 70, phone: false, hide: true },
  }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", help: "不填则为当前用户", filter: "in" },
  }),
  orderCount: field.int({
    ...{ label: "单数", ...told, column: { width: 70, summary: "sum" } },
  }),
  goodsAmount: { ...own("返款本金"), column: { width: 110, summary: "currency" } },
  handlingRate: field.percent({ label: "手续费率", unit: "%", ...told, later: true }),
  feeAmount: { ...own("手续费"), column: { width: 100, hide: true, summary: "currency" } },
  totalAmount: {
    ...own("返款总额"),
    column: { width: 120, sortable: true, summary: "currency" },
    help: "返款本金 + 手续费",
  },
  exchangeRate: field.decimal({ label: "提交日汇率", scale: 8, ...told }),
  amountCny: field.money({
    ...{ label: "折合人民币", unit: "CNY", ...told, column: { width: 120, summary: "sum" } },
  }),
  payMethod: field.enum({
    ...{ label: "收款方式", ...told, options: payMethods, filter: "in" },
    ...{ section: "收款信息", help: "核对通过时取自测评资源" },
  }),
  payeeName: field.text({ label: "收款人", max: 100, personal: true, ...told }),
  payeeBank: field.text({ label: "开户行", max: 100, ...told }),
  payeeAccount: field.secret({
    ...{ label: "收款账号", computed: true, hiddenIn: ["add", "edit", "view"] },
  }),
  payeeTail: field.text({
    ...{ label: "收款账号", max: 20, ...told, column: { width: 110, hide: true } },
  }),
  payeeHash: field.text({ label: "账号摘要", computed: true, max: 64, hiddenIn: ["view"] }),
  verifyBy: field.ref({
    ...{ label: "核对人", to: "user", ...told, section: "核对与付款", column: { width: 90 } },
    filter: "in",
  }),
  verifyTime: field.datetime({ label: "核对时间", ...told }),
  verifyNote: field.text({ label: "核对说明", ...told, max: 500 }),
  requestNo: field.text({
    ...{ label: "请款单", ...told, max: 30, numbersOf: ["eva_request"], filter: "prefix" },
    column: { width: 140 },
  }),
  paidTime: field.datetime({
    ...{ label: "付款时间", ...told, filter: "range", column: { width: 160, hide: true } },
  }),
  settlementNo: field.text({ label: "平台结算单号", ...told, max: 60, filter: "prefix" }),
  voucher: field.files({ label: "付款凭证", ...told, max: 20, wide: true }),
} as const;

/** A line of 返款单: what one participant gets back. */
export const refundLine = {
  evaluationOrderId: field.ref({
    ...{ label: "测评订单", to: "evaluation_order", required: true, only: { status: ["checked"] } },
  }),
  platformOrderNo: field.text({
    ...{ label: "平台订单号", computed: true, max: 30, from: "evaluationOrderId.platformOrderNo" },
  }),
  participantAlias: field.text({
    label: "代号",
    computed: true,
    max: 30,
    hiddenIn: ["add", "edit"],
  }),
  matchState: field.enum({
    ...{ label: "平台订单匹配", computed: true, virtual: true, options: matchStates },
    hiddenIn: ["add", "edit"],
  }),
  paidAmount: field.money({
    ...{
      label: "实付",
      computed: true,
      currency: "currency",
      from: "evaluationOrderId.paidAmount",
    },
  }),
  refundAmount: field.money({
    ...{ label: "返款金额", min: 0.01, currency: "currency", sum: true, startsAs: "paidAmount" },
    warns: [{ unless: "refundAmount <= paidAmount", says: "返款金额不能超过实付{paidAmount}" }],
  }),
  diffReason: field.text({ label: "差异原因", max: 200, help: "返款金额少于实付时必填" }),
  hint: field.text({
    label: "提示",
    ...told,
    max: 300,
    virtual: true,
    whenFilled: true,
    wide: true,
  }),
} as const;
