import { field } from "../kit";

const counted = (label: string) =>
  field.int({
    ...{ label, computed: true, default: 0, hiddenIn: ["add", "edit"] },
    column: { width: 76, group: "测评订单", summary: "sum" },
  });
/** Unknown as long as there is nothing of which it could be. */
const worked = { computed: true, virtual: true, hiddenIn: ["add", "edit"] } as const;

export const evaluationFields = {
  applicationId: field.ref({
    ...{ label: "测评申请", to: "evaluation_application", required: true, filter: "in" },
    ...{ only: { status: ["approved"] }, readonlyIn: ["edit"], column: { width: 150, hide: true } },
  }),
  applicationLineId: field.line({
    ...{ label: "测评申请行", table: "evaluation_application_line", computed: true },
    hiddenIn: ["view"],
  }),
  skuId: field.ref({
    ...{ label: "SKU", to: "sku", required: true, help: "申请中的一个SKU", filter: "in" },
    ...{ readonlyIn: ["edit"], column: { width: 130 } },
  }),
  skuImages: field.images({
    ...{ label: "图片", computed: true, virtual: true, hiddenIn: ["add", "edit", "view"] },
    column: { width: 60, phone: false },
  }),
  resourceId: field.ref({
    ...{ label: "测评资源", to: "evaluation_resource", required: true, filter: "in" },
    ...{ only: { status: ["enabled"] }, column: { width: 130 } },
  }),
  planQty: field.int({
    ...{ label: "计划数量", required: true, min: 1, max: 100, help: "不超过申请的剩余数量" },
    column: { width: 84, summary: "sum" },
  }),
  progress: field.percent({
    ...{ label: "进度", unit: "%", ...worked },
    column: { width: 110, bar: true, tooltip: "（已核对 + 返款中 + 已返款）÷ 计划数量" },
  }),
  dailyLimit: field.int({
    ...{ label: "每日上限", required: true, min: 1, max: 500, help: "不超过资源的日接单上限" },
  }),
  serviceFee: field.money({
    ...{ label: "单均服务费", min: 0, currency: "currency", help: "不填则为资源的单均服务费" },
  }),
  startDate: field.date({
    ...{ label: "开始日期", required: true, column: { width: 110, hide: true } },
  }),
  endDate: field.date({
    ...{ label: "结束日期", required: true, column: { width: 110 }, filter: "range" },
  }),
  productUrl: field.text({ label: "商品链接", input: "url", max: 500, wide: true }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", help: "不填则为当前用户", filter: "in" },
  }),
  asin: field.text({
    ...{ label: "ASIN", computed: true, max: 20, column: { width: 120 }, filter: "prefix" },
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", computed: true, filter: "in" },
    column: { width: 130, hide: true },
  }),
  siteId: field.ref({
    ...{ label: "站点", to: "site", computed: true, column: { width: 70 }, filter: "in" },
  }),
  groupId: field.ref({ label: "小组", to: "group", computed: true, filter: "in" }),
  currency: field.dict({ label: "币种", type: "currency", computed: true }),
  warning: field.enum({
    ...{ label: "警示", computed: true, filter: "in", column: { width: 90, hide: true } },
    options: { resource: { label: "资源已拉黑", tone: "red" } },
  }),
  registeredQty: counted("已登记"),
  checkedQty: counted("已核对"),
  refundingQty: counted("返款中"),
  refundedQty: counted("已返款"),
  abnormalQty: counted("异常"),
  cancelledQty: counted("已取消"),
  doneQty: field.int({ label: "已核对合计", ...worked }),
  returnedQty: field.int({
    ...{ label: "已退回数量", computed: true, default: 0, hiddenIn: ["add", "edit"] },
    help: "完成或终止时没有用掉的计划数量",
  }),
  spentAmount: field.money({
    ...{ label: "已花费", ...worked, currency: "currency" },
    help: "已核对订单的实付与服务费",
  }),
  orderCost: field.money({
    ...{ label: "单均费用", ...worked, currency: "currency", help: "已花费 ÷ 已核对的订单" },
  }),
  expired: field.bool({
    ...{ label: "已过结束日期", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" },
  }),
} as const;
