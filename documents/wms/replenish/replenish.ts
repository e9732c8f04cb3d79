import { z } from "zod";
import { defineDocument, field, texts } from "../../kit";

/** Lists of the replenishment. */
export const replenishTabs = ["replenish", "replenish_season", "replenish_run", "replenish_backtest"] as const;

/** How soon something must be ordered. */
export const replenishLevels = {
  late: { label: "已晚", tone: "red" },
  due: { label: "该订", tone: "orange" },
  gap: { label: "到货前断货", tone: "orange" },
  enough: { label: "够用", tone: "green" },
  idle: { label: "无销量", tone: "grey" },
  unknown: { label: "无法预测", tone: "orange" },
} as const;

const count = (label: string, width = 84) =>
  field.int(label, { computed: true, column: { width, summary: "sum", phone: false } });
const days = (label: string, section?: string) =>
  field.int(label, { unit: "天", computed: true, section, column: { hide: true } });
const day = (label: string, phone?: false) =>
  field.date(label, { computed: true, filter: "range", column: { sortable: true, phone } });
const rate = (label: string) => field.decimal(label, { unit: "件/天", computed: true, later: true });

const span = texts("from", "till");
const deal = { ...texts("no", "name"), ...span };

/** What the forecast of a row was reckoned from, as it keeps it. */
export const demandTerms = z.object({
  /** Pieces of 7, 30 and 90 days that the forecast looks at. */
  counted: z.array(z.number()),
  /** Pieces of participants of evaluations. */
  given: z.number(),
  /** Days without stock, as spans. */
  empty: z.array(z.object(span)),
  emptyDays: z.number(),
  promotedDays: z.number(),
  season: z.object({
    from: z.enum(["sku", "category", "year", "none"]),
    name: z.string().nullable(),
    factor: z.number(),
  }),
  /** Promotions in the days that are looked at; `long`: their days are as good as any. */
  deals: z.array(z.object({ ...deal, sold: z.number(), normal: z.number(), long: z.boolean() })),
  coming: z.array(z.object({ ...deal, plan: z.number(), normal: z.number(), extra: z.number() })),
  ahead: z.object({ days: z.number(), qty: z.number(), before: z.number(), safety: z.number() }).nullable(),
});
export type DemandTerms = z.output<typeof demandTerms>;

/** A step of the reckoning in words, with its figure and the list that it comes from. */
const step = z.object({
  ...texts("label", "says", "value"),
  document: z.string().optional(),
  where: z.record(z.string(), z.string()).optional(),
});

/** 补货 (what to order of a SKU for a store): worked out every night and when somebody asks for it. */
export const replenish = defineDocument({
  name: "replenish",
  label: "补货建议",
  module: "wms",
  calls: { sends: { steps: z.array(step) } },
  menu: { group: "warehouse", icon: "cart", sort: 35, label: "补货" },
  derived: true,
  display: "skuCode",
  many: true,
  scopeBy: { store: "storeId", warehouse: "warehouseId", user: "buyerId" },
  keyword: ["skuCode", "goodsName"],
  can: { add: false, edit: false, del: false },
  list: { sort: [{ by: "orderDay" }, { by: "skuCode" }] },
  glance: {
    queues: [
      { label: "需补货", where: { level: "late,due" }, permission: "edit", due: "orderDay", about: "goodsName" },
    ],
    figures: [
      { field: "transferQty" },
      { field: "orderQty" },
      { field: "orderDay" },
      { field: "runOutDay" },
      { field: "availableQty" },
      { field: "base" },
    ],
  },
  fields: {
    skuCode: field.text("SKU", { computed: true, column: { fixed: "left", sortable: true } }),
    level: field.enum("紧急程度", { computed: true, options: replenishLevels, column: true, filter: "in" }),
    orderQty: field.int("补货数量", { computed: true, column: { summary: "sum", sortable: true } }),
    transferQty: field.int("建议调拨", {
      computed: true,
      column: { summary: "sum", sortable: true, phone: false, tooltip: "别的仓里有的先调过来，不够的再采购" },
    }),
    fromWarehouseId: field.ref("调出仓", { to: "warehouse", computed: true, column: { phone: false } }),
    orderDay: day("最晚下单日"),
    runOutDay: day("断货日", false),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 92 }, filter: "in" }),
    goodsName: field.text("品名", { computed: true, column: { width: 108 } }),
    warehouseId: field.ref("仓库", { to: "warehouse", computed: true, column: true, filter: "in" }),
    suggestedQty: count("建议数量"),
    // Not computed: where nobody changed it, there is none.
    adjustQty: field.int("调整数量", { hiddenIn: ["add", "edit"], column: true }),
    adjustReason: field.text("调整原因", { computed: true, max: 200 }),
    sales7: field.int("近7天销量", { computed: true, section: "销量", column: { summary: "sum", phone: false } }),
    sales30: count("近30天销量", 96),
    sales90: count("近90天销量", 96),
    daily7: rate("近7天日均"),
    daily30: rate("近30天日均"),
    daily90: rate("近90天日均"),
    leftDays: field.int("不计天数", {
      computed: true,
      unit: "天",
      column: { hide: true, phone: false, tooltip: "近90天里断货或做促销的天数，预测时不看这些天" },
    }),
    base: field.decimal("预测日销", {
      unit: "件/天",
      computed: true,
      later: true,
      column: { sortable: true, phone: false, tooltip: "平常一天卖几件：不看断货和促销的天，不含季节；无法预测为—" },
    }),
    season: field.decimal("当前季节系数", { scale: 2, computed: true }),
    availableQty: field.int("可用", { computed: true, section: "库存与在途", column: { summary: "sum" } }),
    nearQty: count("海外仓可调", 96),
    homeQty: count("国内可调"),
    transitQty: count("在途"),
    onOrderQty: count("在订"),
    belowSafety: field.bool("低于安全天数", { computed: true, filter: "in", column: { width: 110, hide: true } }),
    purchaseDays: days("采购交期", "天数"),
    transportMode: field.dict("运输方式", { type: "transport_mode", computed: true }),
    transportDays: days("运输天数"),
    safetyDays: days("安全天数"),
    coverDays: days("备货天数"),
    until: field.date("备到", { computed: true }),
    transferDay: field.date("最晚调拨日", { computed: true }),
    purchaseDay: field.date("最晚采购日", { computed: true }),
    needQty: field.int("缺口", { computed: true, section: "数量" }),
    moq: field.int("起订量", { computed: true }),
    pack: field.int("单箱数量", { computed: true }),
    madeText: field.text("已生成", {
      computed: true,
      virtual: true,
      numbersOf: ["purchase_requisition", "transfer"],
      column: true,
    }),
    reckonedTime: field.datetime("计算时间", { computed: true, column: { hide: true } }),
    skuId: field.ref("SKU资料", { to: "sku", computed: true, filter: "in" }),
    categoryId: field.dict("品类", { type: "product_category", computed: true, column: { hide: true }, filter: "in" }),
    buyerId: field.ref("采购员", { to: "user", computed: true, column: { hide: true }, filter: "in" }),
    groupId: field.ref("小组", { to: "group", computed: true, column: { width: 100, hide: true }, filter: "in" }),
    // Of this row alone, instead of what holds for all.
    ownMode: field.dict("本行运输方式", { type: "transport_mode", computed: true, hiddenIn: ["view"] }),
    ownSafety: field.int("本行安全天数", { hiddenIn: ["add", "edit", "view"] }),
    arrivals: field.json("到货", { computed: true, hiddenIn: ["view"] }),
    transfers: field.json("调拨建议", { computed: true, hiddenIn: ["view"] }),
    yearWeeks: field.json("去年同期系数", { computed: true, hiddenIn: ["view"] }),
    terms: field.json("预测依据", { computed: true, hiddenIn: ["view"] }),
    steps: field.json("计算过程", { computed: true, virtual: true, hiddenIn: ["view"] }),
  },
  actions: {
    toRequisition: {
      label: "请购",
      next: true,
      permission: "purchase_requisition_add",
      batch: true,
      opens: { document: "purchase_requisition", param: "replenishId" },
    },
    toTransfer: {
      label: "调拨",
      permission: "logistics_transfer_add",
      batch: true,
      opens: { document: "transfer", param: "replenishId", path: "/transfer/detail/0" },
    },
    adjust: {
      label: "调整数量",
      permission: "edit",
      input: {
        adjustQty: field.int("补货数量", { required: true, min: 0, max: 9_999_999 }),
        adjustReason: field.text("调整原因", { required: true, max: 200, asked: true, help: "保留到下一次计算" }),
      },
    },
    setDays: {
      label: "设置天数",
      permission: "edit",
      batch: true,
      input: {
        ownMode: field.dict("运输方式", { type: "transport_mode", help: "不填则按系统参数" }),
        ownSafety: field.int("安全天数", { min: 0, max: 180, unit: "天", help: "不填则按系统参数" }),
      },
    },
    recalculate: { label: "重新计算", permission: "edit", batch: true },
  },
  screens: {
    list: "/wms/replenish/index",
    detail: "/wms/replenish/detail",
    tabs: replenishTabs,
    titles: { list: "补货", detail: "补货建议" },
  },
});
