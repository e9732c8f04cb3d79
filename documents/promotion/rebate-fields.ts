import { field } from "../kit";
import { payMethods, rebateDirections, rebateSources } from "./words";

const own = (label: string) =>
  field.money({ label, computed: true, currency: "currency", hiddenIn: ["add", "edit"] });
const told = { computed: true, hiddenIn: ["add", "edit"] } as const;
/** The sum of the list is split by direction. */
const split = (label: string) =>
  field.money({
    ...{ label, unit: "CNY", computed: true, virtual: true, hiddenIn: ["add", "edit", "view"] },
    column: { width: 120, summary: "sum" },
  });

export const rebateFields = {
  direction: field.enum({
    ...{ label: "方向", required: true, default: "pay", options: rebateDirections },
    ...{ readonlyIn: ["edit"], column: { width: 100 }, filter: "in" },
  }),
  resourceId: field.ref({
    ...{ label: "测评资源", to: "evaluation_resource", required: true, filter: "in" },
    ...{ readonlyIn: ["edit"], column: { width: 140 } },
  }),
  currency: field.dict({
    ...{ label: "币种", type: "currency", help: "不填则为来源单据的币种" },
    ...{ readonlyIn: ["edit"], column: { width: 70, phone: false, hide: true }, filter: "in" },
  }),
  payableAmount: {
    ...own("应结金额"),
    column: { width: 120, sortable: true, summary: "currency" },
    help: "返利金额 + 调整",
  },
  periodStart: field.date({
    ...{ label: "结算开始", required: true, column: { width: 110 } },
    filter: "range",
  }),
  periodEnd: field.date({
    ...{
      label: "结算结束",
      required: true,
      help: "与开始同月；没有选来源单据时，保存即带入期间内的全部",
    },
    ...{ column: { width: 110 }, filter: "range" },
  }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", help: "不填则为当前用户", filter: "in" },
  }),
  adjustAmount: field.money({
    ...{ label: "调整", currency: "currency", default: 0, help: "不超过返利金额的10%，可为负数" },
  }),
  adjustReason: field.text({ label: "调整原因", max: 200, help: "有调整时必填" }),
  baseAmount: { ...own("结算基数"), column: { width: 120, summary: "currency" } },
  amount: own("返利金额"),
  exchangeRate: field.decimal({ label: "提交日汇率", scale: 8, ...told }),
  payableCny: field.money({ label: "应结人民币", unit: "CNY", ...told }),
  payCny: split("应付服务费"),
  receiveCny: split("应收返点"),
  payMethod: field.enum({
    ...{ label: "资源收款方式", ...told, virtual: true, options: payMethods },
  }),
  confirmBy: field.ref({ label: "确认人", to: "user", ...told, section: "确认与结算" }),
  confirmTime: field.datetime({ label: "确认时间", ...told }),
  confirmNote: field.text({ label: "确认说明", ...told, max: 500 }),
  requestNo: field.text({
    ...{ label: "请款单", ...told, max: 30, filter: "prefix", column: { width: 140 } },
    numbersOf: ["eva_request"],
  }),
  settleDate: field.date({ label: "结算日期", ...told, filter: "range" }),
  settledAmount: own("实收/实付"),
  settlementNo: field.text({ label: "平台结算单号", ...told, max: 60, filter: "prefix" }),
  voucher: field.files({ label: "凭证", ...told, max: 9, wide: true }),
} as const;

/** A line of 返利单: one order, promotion or refund, and what is owed for it. */
export const rebateLine = {
  orderId: field.ref({ label: "测评订单", to: "evaluation_order", hidden: true }),
  promotionId: field.ref({ label: "平台推广", to: "platform_promotion", hidden: true }),
  refundId: field.ref({ label: "返款单", to: "eva_refund", hidden: true }),
  sourceType: field.enum({ label: "来源类型", computed: true, options: rebateSources }),
  sourceNo: field.text({
    ...{ label: "来源单号", computed: true, max: 30 },
    numbersOf: ["evaluation_order", "platform_promotion", "eva_refund"],
  }),
  says: field.text({ label: "说明", computed: true, max: 100 }),
  qty: field.int({ label: "数量", min: 1, max: 100_000, sum: true, whenFilled: true }),
  unitFee: field.decimal({
    ...{ label: "单价", min: 0, currency: "currency", whenFilled: true },
  }),
  base: field.money({
    ...{ label: "基数", currency: "currency", sum: true, whenFilled: true },
    readonlyIn: ["add", "edit"],
  }),
  rate: field.percent({
    ...{ label: "返点率", unit: "%", whenFilled: true, readonlyIn: ["add", "edit"] },
  }),
  amount: field.money({ label: "金额", computed: true, currency: "currency", sum: true }),
} as const;
