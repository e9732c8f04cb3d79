import { field } from "../kit";
import { refundTypes } from "./words";

const summed = (label: string) => field.money({ label, currency: "currency", computed: true });

export const refundFields = {
  platformOrderId: field.ref({
    ...{ label: "平台订单", to: "platform_order", required: true, readonlyIn: ["edit"] },
    ...{ column: { width: 170 }, filter: "in" },
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", computed: true, column: { width: 120 }, filter: "in" },
  }),
  siteId: field.ref({
    ...{ label: "站点", to: "site", computed: true, column: { width: 70, hide: true } },
    filter: "in",
  }),
  buyerKey: field.text({
    ...{ label: "买家编号", computed: true, max: 80, hiddenIn: ["view"] },
    ...{ filter: "in", linked: true },
  }),
  reason: field.dict({
    ...{ label: "退款原因", type: "refund_reason", required: true, filter: "in" },
    column: { width: 110 },
  }),
  refundType: field.enum({
    ...{ label: "退款类型", required: true, default: "partial", options: refundTypes },
    ...{ column: { width: 90, hide: true }, filter: "in" },
    help: "全额退还剩余全部；补偿不退件，最多为订单金额的20%",
  }),
  needReturn: field.bool({ label: "需退货", default: false }),
  vocId: field.ref({ label: "客户之声", to: "voc", filter: "in", linked: true }),
  evidence: field.images({ label: "凭证", max: 9, wide: true, help: "破损、发错必填" }),
  currency: field.dict({ label: "币种", type: "currency", computed: true, filter: "in" }),
  principalAmount: summed("本金"),
  shippingAmount: summed("运费"),
  taxAmount: summed("税"),
  amount: field.money({
    ...{ label: "退款金额", currency: "currency", computed: true },
    column: { width: 120, sortable: true, summary: "currency" },
  }),
  exchangeRate: field.decimal({ label: "提交日汇率", scale: 8, computed: true }),
  amountCny: field.money({
    ...{ label: "人民币", unit: "CNY", computed: true, column: { width: 120, summary: "sum" } },
  }),
  registerOnly: field.bool({
    ...{ label: "仅登记", computed: true, help: "平台或店铺后台已退款，这里只登记" },
  }),
  platformRefundId: field.text({
    ...{ label: "平台退款号", computed: true, max: 80, column: { width: 150, hide: true } },
  }),
  executedTime: field.datetime({
    ...{ label: "执行时间", computed: true, column: { width: 160 }, filter: "range" },
  }),
  doubtful: field.bool({
    ...{ label: "平台可能已退款", computed: true, default: false, hiddenIn: ["add", "edit"] },
    help: "发出后没有收到平台的回答",
  }),
  sendMessage: field.text({ label: "执行说明", computed: true, max: 300 }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", computed: true, column: { width: 90, hide: true } },
    filter: "in",
  }),
} as const;
