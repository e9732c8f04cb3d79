import { field } from "../kit";
import { orderExceptions, orderPriorities, orderSources } from "./sales-words";

const amount = (label: string) => field.money({ label, computed: true, currency: "currency" });
const kg = (label: string) => field.decimal({ label, unit: "kg", scale: 3, computed: true });
/** What it costs is not for everybody. */
const cny = { unit: "CNY", mask: "purchase_price_view", computed: true } as const;

export const salesFields = {
  orderSource: field.enum({
    ...{ label: "来源", required: true, default: "manual", options: orderSources, filter: "in" },
    readonlyIn: ["edit"],
    column: { width: 70 },
  }),
  platformOrderId: field.ref({ label: "平台订单", to: "platform_order", computed: true }),
  platformOrderNo: field.text({
    ...{ label: "平台单号", computed: true, max: 50, hiddenIn: ["view"], filter: "prefix" },
    column: { width: 180 },
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", required: true, column: { width: 130 }, filter: "in" },
    readonlyIn: ["edit"],
  }),
  siteId: field.ref({
    ...{ label: "站点", to: "site", computed: true, column: { width: 70, hide: true } },
    filter: "in",
  }),
  receiver: field.address({
    ...{ label: "收件信息", required: true, section: "收件信息" },
    column: { width: 220, hide: true },
  }),
  country: field.text({
    ...{ label: "国家", computed: true, virtual: true, hiddenIn: ["view"] },
    column: { width: 70 },
  }),
  skuQtys: field.text({
    ...{ label: "SKU×数量", computed: true, max: 500, hiddenIn: ["view"] },
    column: { width: 190 },
  }),
  currency: field.dict({
    ...{ label: "币种", type: "currency", computed: true, filter: "in", section: "金额" },
  }),
  goodsAmount: amount("商品金额"),
  shippingAmount: amount("运费"),
  discountAmount: amount("优惠"),
  taxAmount: amount("税额"),
  totalAmount: field.money({
    ...{ label: "订单金额", computed: true, currency: "currency" },
    column: { width: 120, summary: "currency" },
  }),
  estCost: field.money({ label: "预估成本", ...cny, later: true, section: "预估" }),
  estFreight: field.money({ label: "预估运费", ...cny, later: true }),
  estProfit: field.money({
    ...{ label: "预估毛利", ...cny, later: true },
    column: {
      ...{ width: 110, summary: "sum" },
      tooltip: "收入减采购成本、平台佣金15%和预估运费；头程费用还没有来源，未含在内",
    },
  }),
  estProfitRate: field.percent({
    ...{
      label: "预估毛利率",
      ...cny,
      later: true,
      unit: "%",
      column: { width: 100 },
      filter: "range",
    },
  }),
  estWithout: field.text({
    ...{ label: "预估未含", computed: true, virtual: true },
    help: "还没有来源的费用，不按0计算",
    column: { width: 120, hide: true },
  }),
  estUnknown: field.bool({
    ...{ label: "缺采购价", computed: true, help: "有SKU没有采购价，毛利不能预估" },
    filter: "in",
  }),
  totalWeightKg: kg("重量"),
  volumeWeightKg: kg("体积重"),
  longestCm: field.decimal({ label: "最长边", unit: "cm", scale: 2, computed: true }),
  orderDate: field.date({
    ...{ label: "下单日期", computed: true, help: "站点所在时区的日期", filter: "range" },
    column: { width: 110, hide: true },
  }),
  latestShipTime: field.datetime({
    ...{ label: "最晚发货", column: { width: 170, hide: true }, filter: "range" },
    readonlyIn: ["edit"],
  }),
  remainHours: field.decimal({
    ...{ label: "剩余时效", unit: "小时", scale: 1, computed: true, virtual: true },
    column: { width: 100, tooltip: "到最晚发货还有几小时，负数已超时" },
  }),
  overdue: field.bool({
    ...{ label: "已超时", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" },
  }),
  warehouseId: field.ref({
    ...{ label: "仓库", to: "warehouse", computed: true, column: { width: 120 }, filter: "in" },
  }),
  logisticsChannelId: field.ref({
    ...{ label: "物流渠道", to: "logistics_channel", computed: true, column: { width: 150 } },
    filter: "in",
  }),
  priority: field.enum({
    ...{ label: "优先级", computed: true, default: "normal", options: orderPriorities },
    column: { width: 80 },
    filter: "in",
  }),
  tags: field.texts({ label: "标签", computed: true, column: { width: 120 }, filter: "like" }),
  exceptionCode: field.enum({
    ...{ label: "异常", computed: true, options: orderExceptions, filter: "in" },
    column: { width: 100 },
  }),
  holdReason: field.text({
    ...{ label: "挂起原因", computed: true, max: 500, column: { width: 140, hide: true } },
  }),
};
