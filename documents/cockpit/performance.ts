import { defineDocument, field, unshown } from "../kit";
import { storeListing } from "../logistics/fba-daily";
import { skuLines } from "../product/sku-lines";
import {
  performanceAlarmField,
  performanceAsks,
  performanceAvailable,
  performanceFrom,
  performanceList,
  performanceOffer,
  performancePeriod,
  performanceRank,
  performanceSold,
  performanceStock,
  performanceTabs,
  performanceTrend,
} from "./performance-figures";
import {
  profitGroupColumn,
  profitGroupFilter,
  profitStoreColumn,
  profitStoreFilter,
  profitText,
} from "./profit-figures";

const bySales = { from: performanceFrom, sort: [{ by: "sales", desc: true }, { by: "id" }] } as const;
const ofStores = { storeId: "askedStores", groupId: "askedGroups" };
const days = { dayFrom: "firstDay", dayTo: "lastDay" };

/** Days of what a row is about. */
const toDays = (by: Readonly<Record<string, string>>) =>
  ({ document: "performance_day", by: { ...days, ...ofStores, ...by }, balance: true }) as const;
/** Listings of what a row is about. */
const toListings = (by: Readonly<Record<string, string>>, balance?: true) =>
  ({ document: "performance_msku", by: { ...days, ...ofStores, ...by }, balance }) as const;
const goods = { msku: "msku", asin: "asin", parentAsin: "parentAsin", skuCode: "skuCode" };

const skuLink = { skuDocument: field.text("商品类型", { ...unshown }), skuId: field.text("商品编号", { ...unshown }) };
const named = (label: string, by: Readonly<Record<string, string>>) =>
  field.text(label, { computed: true, column: { width: 150, fixed: "left", leads: toDays(by) }, filter: "prefix" });
const { fulfillmentChannel } = skuLines.listings.fields;

/** 产品表现 (figures.md D.5): what every listing sells, draws, costs and has in stock. */
export const performanceMsku = defineDocument({
  ...performanceList,
  name: "performance_msku",
  label: "产品表现",
  table: "performance_msku_list",
  menu: { group: "cockpit", icon: "chart", sort: 25, label: "产品表现" },
  display: "msku",
  list: bySales,
  fields: {
    day: performancePeriod,
    msku: named("MSKU", { storeId: "storeId", msku: "msku" }),
    images: field.images("图片", { computed: true, virtual: true, column: { width: 52, phone: false } }),
    storeId: { ...profitStoreColumn, column: { width: 130, phone: false } },
    alarms: performanceAlarmField,
    trend: performanceTrend,
    ...performanceSold(undefined),
    ...performanceStock,
    ...performanceOffer,
    skuCode: field.text("SKU", {
      computed: true,
      names: ["skuDocument", "skuId"],
      column: { width: 120, phone: false },
      filter: "prefix",
    }),
    ...skuLink,
    title: field.text("标题", { computed: true, column: { width: 200, hide: true, phone: false } }),
    asin: profitText("ASIN", 120),
    parentAsin: field.text("父ASIN", { computed: true, column: { width: 120, hide: true }, filter: "prefix" }),
    groupId: { ...profitGroupColumn, column: { width: 90, hide: true, phone: false } },
    state: field.enum("平台状态", {
      computed: true,
      options: storeListing.fields.state.options,
      column: { width: 90 },
      filter: "in",
    }),
    channel: field.enum("配送", {
      computed: true,
      options: fulfillmentChannel.options,
      column: { width: 70, hide: true, phone: false },
      filter: "in",
    }),
    leadDays: field.int("备货周期", {
      computed: true,
      later: true,
      unit: "天",
      column: { hide: true, phone: false, tooltip: "补货建议里的采购交期＋运输天数" },
    }),
    shortDays: field.int("缺口天数", {
      computed: true,
      later: true,
      unit: "天",
      column: { hide: true, phone: false, sortable: true, tooltip: "备货周期－可售天数" },
    }),
    localSales: field.money("原币销售额", {
      currency: "currency",
      computed: true,
      later: true,
      column: { width: 120, hide: true, phone: false, sortable: true },
    }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    ...performanceAsks,
  },
  glance: {
    alerts: [
      {
        name: "stockOut",
        label: "商品将断货",
        where: { alarms: "stockOut" },
        measure: { field: "shortDays" },
        unit: "天",
        threshold: 0,
      },
      {
        name: "buyBox",
        label: "购物车丢失",
        where: { alarms: "buyBox" },
        measure: { field: "sessions" },
        unit: "次访问",
        threshold: 10,
      },
      {
        name: "conversion",
        label: "转化下降",
        where: { alarms: "conversion" },
        measure: { field: "sessions" },
        unit: "次访问",
        threshold: 50,
      },
      {
        name: "returnReason",
        label: "退货原因上升",
        where: { alarms: "reason" },
        measure: { field: "returnUnits" },
        unit: "件退货",
        threshold: 5,
      },
      {
        name: "fee",
        label: "配送费变动",
        where: { alarms: "fee" },
        measure: { field: "units" },
        unit: "件销量",
        threshold: 1,
      },
      { name: "acos", label: "ACOS偏高", where: {}, measure: { field: "acos" }, unit: "%", threshold: 40 },
      { name: "refunds", label: "退款率偏高", where: {}, measure: { field: "refundRate" }, unit: "%", threshold: 10 },
    ],
  },
  screens: { list: "/cockpit/listing/index", tabs: performanceTabs, titles: { list: "产品表现" } },
});

/** The same by store and ASIN: listings that are sent by the platform and by us stand together. */
export const performanceAsin = defineDocument({
  ...performanceList,
  name: "performance_asin",
  label: "产品表现（ASIN）",
  table: "performance_asin_list",
  display: "asin",
  list: bySales,
  fields: {
    day: performancePeriod,
    asin: named("ASIN", { storeId: "storeId", asin: "asin" }),
    storeId: profitStoreColumn,
    groupId: profitGroupFilter,
    parentAsin: profitText("父ASIN", 120),
    alarms: performanceAlarmField,
    trend: performanceTrend,
    ...performanceSold(toListings({ storeId: "storeId", asin: "asin" })),
    ...performanceStock,
    ...performanceAsks,
  },
  screens: { list: "/cockpit/listing/asin", tabs: performanceTabs, titles: { list: "ASIN表现" } },
});

/** The same by store and parent; who has none stands under its own ASIN. */
export const performanceParent = defineDocument({
  ...performanceList,
  name: "performance_parent",
  label: "产品表现（父ASIN）",
  table: "performance_parent_list",
  display: "parentAsin",
  list: bySales,
  fields: {
    day: performancePeriod,
    parentAsin: named("父ASIN", { storeId: "storeId", parentAsin: "parentAsin" }),
    storeId: profitStoreColumn,
    groupId: profitGroupFilter,
    alarms: performanceAlarmField,
    trend: performanceTrend,
    ...performanceSold(toListings({ storeId: "storeId", parentAsin: "parentAsin" })),
    ...performanceStock,
    ...performanceAsks,
  },
  screens: { list: "/cockpit/listing/parent", tabs: performanceTabs, titles: { list: "父ASIN表现" } },
});

/** The same by our SKU, in all stores. */
export const performanceSku = defineDocument({
  ...performanceList,
  name: "performance_sku",
  label: "产品表现（SKU）",
  table: "performance_sku_list",
  display: "skuCode",
  list: bySales,
  fields: {
    day: performancePeriod,
    skuCode: named("SKU", { skuCode: "skuCode" }),
    ...skuLink,
    skuName: field.text("品名", {
      computed: true,
      names: ["skuDocument", "skuId"],
      column: { width: 160, phone: false },
    }),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    alarms: performanceAlarmField,
    trend: performanceTrend,
    ...performanceSold(toListings({ skuCode: "skuCode" })),
    ...performanceStock,
    ...performanceAsks,
  },
  screens: { list: "/cockpit/listing/sku", tabs: performanceTabs, titles: { list: "SKU表现" } },
});

/** The same by store. */
export const performanceStore = defineDocument({
  ...performanceList,
  name: "performance_store",
  label: "产品表现（店铺）",
  table: "performance_store_list",
  display: "storeText",
  list: bySales,
  fields: {
    day: performancePeriod,
    rowStoreId: field.text("店铺编号", { ...unshown }),
    storeText: field.text("店铺", {
      computed: true,
      column: { width: 150, fixed: "left", leads: toDays({ storeId: "rowStoreId" }) },
    }),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    alarms: performanceAlarmField,
    trend: performanceTrend,
    ...performanceSold(toListings({ storeId: "rowStoreId" })),
    ...performanceStock,
    ...performanceAsks,
  },
  screens: { list: "/cockpit/listing/store", tabs: performanceTabs, titles: { list: "店铺表现" } },
});

/** 商品走势: day by day what the listings that are asked for sold, drew and had, with what happened. */
export const performanceDay = defineDocument({
  ...performanceList,
  name: "performance_day",
  label: "商品走势",
  table: "performance_day_list",
  display: "bizDay",
  list: { overview: true, from: performanceFrom, sort: [{ by: "bizDay", desc: true }] },
  fields: {
    day: performancePeriod,
    bizDay: field.date("日期", {
      computed: true,
      column: { width: 110, fixed: "left", sortable: true, leads: toListings(goods, true) },
    }),
    events: field.text("当天发生", {
      computed: true,
      column: { width: 260, phone: "fact", tooltip: "价格、平台状态、尺寸段和配送费预览的变化、断货、客诉、运营备注" },
    }),
    storeId: profitStoreFilter,
    // One comes here from a row of one of the lists, which says what it is about.
    groupId: { ...profitGroupFilter, linked: true },
    msku: field.text("MSKU", { ...unshown, filter: "prefix" }),
    asin: field.text("ASIN", { ...unshown, filter: "prefix", linked: true }),
    parentAsin: field.text("父ASIN", { ...unshown, filter: "prefix", linked: true }),
    skuCode: field.text("SKU", { ...unshown, filter: "prefix", linked: true }),
    ...performanceSold(undefined, true),
    availableQty: performanceAvailable,
    salesRank: performanceRank({ width: 70, tooltip: undefined }),
    firstDay: performanceAsks.firstDay,
    lastDay: performanceAsks.lastDay,
    askedStores: performanceAsks.askedStores,
    askedGroups: performanceAsks.askedGroups,
  },
  screens: { list: "/cockpit/listing/detail", tabs: performanceTabs, titles: { list: "商品走势" } },
});

/** 产品表现 at every level. */
export const performanceLevels = [
  performanceMsku,
  performanceAsin,
  performanceParent,
  performanceSku,
  performanceStore,
] as const;
