import { field, labelled } from "../kit";

/** States of an order on its way to the buyer (market.md 4). */
export const salesStates = {
  pendingProcess: { label: "待处理", tone: "orange" },
  held: { label: "已挂起", tone: "grey" },
  exception: { label: "异常", tone: "red" },
  pendingAudit: { label: "待审核", tone: "orange" },
  audited: { label: "已审核", tone: "blue" },
  partShipped: { label: "部分发货", tone: "blue" },
  shipped: { label: "已发货", tone: "green" },
  completed: { label: "已完成", tone: "green" },
  cancelled: { label: "已取消", tone: "grey" },
} as const;

/** Where an order comes from. */
export const orderSources = labelled({ platform: "平台", manual: "手工", reship: "补发", sample: "样品" });

/** What keeps an order from going on. */
export const orderExceptions = {
  NO_RULE_WAREHOUSE: { label: "无仓库规则", tone: "red" },
  OUT_OF_STOCK: { label: "缺货", tone: "red" },
  NO_CHANNEL: { label: "无物流", tone: "red" },
  ADDRESS: { label: "地址异常", tone: "red" },
  UNPAIRED: { label: "未配对", tone: "red" },
  OVERWEIGHT: { label: "超限", tone: "red" },
  SYNC: { label: "平台变更", tone: "red" },
} as const;

export type OrderException = keyof typeof orderExceptions;

export const orderPriorities = {
  normal: { label: "普通" },
  high: { label: "优先", tone: "orange" },
  urgent: { label: "紧急", tone: "red" },
} as const;

const amount = (label: string) => field.money(label, { computed: true, currency: "currency" });
const kg = (label: string) => field.decimal(label, { unit: "kg", scale: 3, computed: true });
/** What it costs is not for everybody. */
const cny = { unit: "CNY", mask: "purchase_price_view", computed: true } as const;

export const salesFields = {
  orderSource: field.enum("来源", {
    required: true,
    default: "manual",
    options: orderSources,
    filter: "in",
    readonlyIn: ["edit"],
    column: true,
  }),
  platformOrderId: field.ref("平台订单", { to: "platform_order", computed: true }),
  platformOrderNo: field.text("平台单号", {
    computed: true,
    max: 50,
    hiddenIn: ["view"],
    filter: "prefix",
    column: { width: 180 },
  }),
  storeId: field.ref("店铺", { to: "store", required: true, column: true, filter: "in", readonlyIn: ["edit"] }),
  siteId: field.ref("站点", { to: "site", computed: true, column: { width: 70, hide: true }, filter: "in" }),
  receiver: field.address("收件信息", { required: true, section: "收件信息", column: { width: 220, hide: true } }),
  country: field.text("国家", { computed: true, virtual: true, hiddenIn: ["view"], column: { width: 70 } }),
  skuQtys: field.text("SKU×数量", { computed: true, max: 500, hiddenIn: ["view"], column: { width: 190 } }),
  currency: field.dict("币种", { type: "currency", computed: true, filter: "in", section: "金额" }),
  goodsAmount: amount("商品金额"),
  shippingAmount: amount("运费"),
  discountAmount: amount("优惠"),
  taxAmount: amount("税额"),
  totalAmount: field.money("订单金额", { computed: true, currency: "currency", column: { summary: "currency" } }),
  estCost: field.money("预估成本", { ...cny, later: true, section: "预估" }),
  estFreight: field.money("预估运费", { ...cny, later: true }),
  estProfit: field.money("预估毛利", {
    ...cny,
    later: true,
    column: { summary: "sum", tooltip: "收入减采购成本、平台佣金15%和预估运费；头程费用还没有来源，未含在内" },
  }),
  estProfitRate: field.percent("预估毛利率", { ...cny, later: true, unit: "%", column: true, filter: "range" }),
  estWithout: field.text("预估未含", {
    computed: true,
    virtual: true,
    help: "还没有来源的费用，不按0计算",
    column: { width: 120, hide: true },
  }),
  estUnknown: field.bool("缺采购价", { computed: true, help: "有SKU没有采购价，毛利不能预估", filter: "in" }),
  totalWeightKg: kg("重量"),
  volumeWeightKg: kg("体积重"),
  longestCm: field.decimal("最长边", { unit: "cm", scale: 2, computed: true }),
  orderDate: field.date("下单日期", {
    computed: true,
    help: "站点所在时区的日期",
    filter: "range",
    column: { hide: true },
  }),
  latestShipTime: field.datetime("最晚发货", { column: { hide: true }, filter: "range", readonlyIn: ["edit"] }),
  remainHours: field.decimal("剩余时效", {
    unit: "小时",
    scale: 1,
    below: "已超时",
    computed: true,
    virtual: true,
    column: { tooltip: "到最晚发货还有几小时，负数已超时" },
  }),
  overdue: field.bool("已超时", { computed: true, virtual: true, hiddenIn: ["view"], filter: "in" }),
  warehouseId: field.ref("仓库", { to: "warehouse", computed: true, column: true, filter: "in" }),
  logisticsChannelId: field.ref("物流渠道", {
    to: "logistics_channel",
    computed: true,
    column: { width: 150 },
    filter: "in",
  }),
  priority: field.enum("优先级", {
    computed: true,
    default: "normal",
    options: orderPriorities,
    column: true,
    filter: "in",
  }),
  tags: field.texts("标签", { computed: true, column: { width: 120 }, filter: "like" }),
  exceptionCode: field.enum("异常", { computed: true, options: orderExceptions, filter: "in", column: true }),
  holdReason: field.text("挂起原因", { computed: true, max: 500, column: { hide: true } }),
};
