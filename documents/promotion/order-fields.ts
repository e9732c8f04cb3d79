import { field } from "../kit";
import { feedbackTypes, matchStates } from "./words";

const copied = { computed: true, hiddenIn: ["add", "edit"] } as const;

export const evaluationOrderFields = {
  evaluationId: field.ref({
    ...{ label: "测评任务", to: "evaluation", required: true, filter: "in" },
    ...{ only: { status: ["running"] }, readonlyIn: ["edit"], column: { width: 140, hide: true } },
  }),
  platformOrderNo: field.text({
    ...{ label: "平台订单号", required: true, max: 30, column: { width: 180 }, filter: "prefix" },
    pattern: [/^\d{3}-\d{7}-\d{7}$/, "平台订单号格式不正确"],
  }),
  participantAlias: field.text({
    ...{ label: "参与人代号", required: true, max: 30, column: { width: 100 } },
    ...{ pattern: [/^[^@]+$/, "参与人代号不能是邮箱"], help: "不填真实姓名和邮箱" },
  }),
  orderDate: field.date({
    ...{ label: "下单日期", required: true, column: { width: 110 }, filter: "range" },
  }),
  orderAmount: field.money({
    ...{ label: "商品金额", required: true, min: 0.01, currency: "currency" },
  }),
  taxAmount: field.money({ label: "税额", min: 0, default: 0, currency: "currency" }),
  paidAmount: field.money({
    ...{ label: "实付金额", computed: true, currency: "currency" },
    column: { width: 110, summary: "currency" },
  }),
  currency: field.dict({ label: "币种", type: "currency", computed: true }),
  orderPhotos: field.images({ label: "订单截图", max: 9, wide: true }),
  matchState: field.enum({
    ...{ label: "平台订单匹配", computed: true, default: "unmatched", options: matchStates },
    ...{ column: { width: 100 }, filter: "in" },
  }),
  matchNote: field.text({ label: "匹配说明", ...copied, max: 200 }),
  platformOrderId: field.ref({ label: "平台订单", to: "platform_order", ...copied }),
  feedbackType: field.enum({
    ...{ label: "反馈形式", options: feedbackTypes, section: "反馈（选填，仅登记）" },
    help: "不影响核对和任何金额",
  }),
  feedbackUrl: field.text({ label: "反馈链接", input: "url", max: 500 }),
  feedbackDate: field.date({ label: "反馈日期" }),
  refundEligible: field.bool({
    ...{ label: "可返款", ...copied, virtual: true, filter: "in", column: { width: 80 } },
  }),
  refundNo: field.text({
    ...{ label: "返款单", ...copied, max: 30, numbersOf: ["eva_refund"] },
    ...{ column: { width: 140 }, filter: "prefix", section: "结算" },
  }),
  rebateNo: field.text({
    ...{ label: "返利单", ...copied, max: 30 },
    ...{ column: { width: 140 }, filter: "prefix" },
  }),
  checkNote: field.text({ label: "核对说明", ...copied, max: 200 }),
  abnormalReason: field.dict({
    ...{ label: "异常原因", type: "eva_abnormal", ...copied, filter: "in" },
  }),
  abnormalNote: field.text({ label: "异常说明", ...copied, max: 200 }),
  skuId: field.ref({
    ...{ label: "SKU", to: "sku", ...copied, filter: "in", column: { width: 120, hide: true } },
    section: "归属",
  }),
  asin: field.text({ label: "ASIN", ...copied, max: 20, filter: "prefix" }),
  storeId: field.ref({ label: "店铺", to: "store", ...copied, filter: "in" }),
  resourceId: field.ref({
    ...{ label: "测评资源", to: "evaluation_resource", ...copied, filter: "in" },
    column: { width: 120, hide: true },
  }),
  applicationId: field.ref({
    ...{ label: "测评申请", to: "evaluation_application", ...copied, filter: "in" },
  }),
  groupId: field.ref({ label: "小组", to: "group", ...copied }),
  ownerId: field.ref({ label: "负责人", to: "user", ...copied }),
} as const;
