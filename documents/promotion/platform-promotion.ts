import { defineDocument, field, flowStatus, reason, skuLine, voidAction, worked } from "../kit";
import { promoTypes } from "./words";

const cny = (label: string) => field.money(label, { unit: "CNY", ...worked, later: true, column: { summary: "sum" } });

const promotionFields = {
  promoName: field.text("推广名称", { required: true, max: 80, column: true, filter: "like" }),
  promoType: field.enum("推广类型", { required: true, options: promoTypes, filter: "in", column: { hide: true } }),
  storeId: field.ref("店铺", { to: "store", required: true, only: { state: ["enabled"] }, column: true, filter: "in" }),
  siteId: field.ref("站点", { to: "site", computed: true, filter: "in", column: { width: 70, hide: true } }),
  startTime: field.datetime("开始时间", { required: true, help: "站点所在时区的时间", filter: "range", column: true }),
  endTime: field.datetime("结束时间", {
    required: true,
    help: "秒杀不超过24小时，优惠券不超过90天",
    column: { hide: true },
  }),
  platformPromoId: field.text("平台促销号", { max: 80, filter: "prefix", help: "订单中的促销号，用于统计实际销量" }),
  fixedFee: field.money("固定费用", { min: 0, default: 0, currency: "currency", help: "活动费或发帖费" }),
  unitFee: field.money("单件费用", { min: 0, default: 0, currency: "currency", help: "如每张优惠券的费用" }),
  budget: field.money("预算", {
    min: 0,
    currency: "currency",
    column: true,
    help: "不填则按费用和计划数量计算，只能调高",
  }),
  ownerId: field.ref("负责人", { to: "user", help: "不填则为当前用户", filter: "in" }),
  groupId: field.ref("小组", { to: "group", computed: true, filter: "in" }),
  currency: field.dict("币种", { type: "currency", computed: true }),
  asins: field.text("ASIN", { computed: true, max: 2000, hiddenIn: ["view"], filter: "like", column: { hide: true } }),
  planQty: field.int("计划数量", { computed: true }),
  minMarginOk: field.bool("毛利校验通过", {
    computed: true,
    hiddenIn: ["add", "edit"],
    help: "每行预估毛利率不低于5%；否则由部门经理加审",
  }),
  siteClock: field.text("北京时间", { ...worked, virtual: true }),
  exchangeRate: field.decimal("提交日汇率", { scale: 8, ...worked, later: true }),
  budgetCny: cny("预算人民币"),
  actualQty: field.int("实际销量", { ...worked, later: true, section: "实际", column: { summary: "sum" } }),
  actualSales: field.money("实际销售额", { ...worked, later: true, currency: "currency", column: true }),
  actualCost: field.money("实际成本", { ...worked, later: true, currency: "currency", column: true }),
  salesCny: cny("实际销售额人民币"),
  costCny: cny("实际成本人民币"),
  roi: field.decimal("ROI", { scale: 2, ...worked, later: true, column: true }),
  conclusion: field.longtext("复盘结论", { ...worked, max: 1000, wide: true }),
} as const;

const later = { computed: true, later: true, hiddenIn: ["add", "edit"], sum: true } as const;

/** A line of 平台推广: one SKU at its price before and during the deal. */
const promotionLine = {
  ...skuLine(),
  asin: field.text("ASIN", { computed: true, max: 20 }),
  originalPrice: field.decimal("原价", { required: true, min: 0.01, currency: "currency" }),
  promoPrice: field.decimal("活动价", { required: true, min: 0.01, currency: "currency" }),
  discountRate: field.percent("折扣", {
    unit: "%",
    computed: true,
    later: true,
    works: "100 - promoPrice/originalPrice*100",
  }),
  planQty: field.int("计划数量", { required: true, min: 1, sum: true }),
  estMargin: field.percent("预估毛利率", {
    unit: "%",
    computed: true,
    later: true,
    hiddenIn: ["add", "edit"],
    mask: "purchase_price_view",
  }),
  actualQty: field.int("实际销量", { ...later }),
  actualSales: field.money("销售额", { ...later, currency: "currency" }),
} as const;

/** 平台推广 (market.md 1): a deal of a store for some days; what it was to cost, and what became of it. */
export const platformPromotion = defineDocument({
  name: "platform_promotion",
  label: "平台推广",
  module: "evaluation",
  api: "/evaluation/promotion",
  permission: "promo_promotion",
  menu: { group: "promotion", icon: "tag", sort: 70, label: "平台推广", words: { del: false, print: false } },
  number: "PTTG",
  many: true,
  can: { del: false },
  flow: { amount: "budgetCny" },
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no", "promoName", "platformPromoId", "asins", "items.skuId"],
  lookup: { finds: ["no", "promoName"], foundBy: ["storeId", "ownerId"] },
  exports: { lines: "items" },
  list: { tabs: true, sort: [{ by: "startTime", desc: true }, { by: "id" }] },
  status: {
    ...flowStatus({
      approved: { label: "待开始", tone: "blue" },
      running: { label: "进行中", tone: "blue" },
      ended: { label: "已结束", tone: "orange" },
      reviewed: { label: "已复盘", tone: "green" },
      cancelled: { label: "已取消", tone: "grey" },
    }),
    path: ["draft", "auditing", "approved", "running", "ended", "reviewed"],
  },
  glance: {
    figures: [
      { field: "actualCost", label: "实际成本 / 预算", of: "budget" },
      { field: "actualQty" },
      { field: "actualSales" },
      { field: "roi" },
    ],
    brief: { amount: "budget", qty: "planQty", date: "startTime" },
    queues: [{ label: "待复盘推广", where: { status: "ended" }, permission: "edit", about: "promoName" }],
  },
  fields: promotionFields,
  lines: {
    items: {
      label: "推广明细",
      table: "platform_promotion_line",
      required: "请至少添加一条明细",
      fields: promotionLine,
    },
  },
  actions: {
    makeRebate: {
      label: "生成返利单",
      permission: "promo_rebate_add",
      batch: true,
      from: ["running", "ended", "reviewed"],
      opens: { document: "rebate", param: "promotionIds" },
    },
    cancel: {
      label: "取消",
      permission: "edit",
      from: ["approved", "running"],
      to: "cancelled",
      danger: true,
      confirm: "取消后不能恢复；已发生的费用仍可请款。",
      input: reason("取消原因", "请填写取消原因"),
    },
    toRequest: {
      label: "生成请款单",
      permission: "promo_evarequest_add",
      batch: true,
      from: ["approved", "running", "ended", "reviewed", "cancelled"],
      opens: { document: "eva_request", param: "promotionIds" },
    },
    review: {
      label: "复盘",
      permission: "edit",
      from: ["ended"],
      to: "reviewed",
      next: true,
      input: { conclusion: field.longtext("复盘结论", { required: true, min: 10, max: 1000, asked: true }) },
    },
    void: voidAction(["draft", "rejected"]),
  },
  screens: {
    list: "/evaluation/platformPromotion/index",
    create: "/evaluation/openTag/platformPromotionCreate",
    edit: "/evaluation/openTag/platformPromotionEdit/{id}",
    detail: "/evaluation/openTag/platformPromotionDetail/{id}",
    titles: { list: "平台推广" },
  },
});
