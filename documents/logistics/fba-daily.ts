import { defineDocument, field } from "../kit";
import { skuLines } from "../product/sku-lines";
import {
  fbaReportTabs,
  fromReports,
  reported,
  reportedAsin,
  reportedCurrency,
  reportedFnsku,
  reportedMsku,
  reportedSku,
  reportedStore,
  reportedToOwn,
  reportSource,
} from "./fba-reports";

const day = (tooltip: string) =>
  field.date("日期", {
    computed: true,
    column: { width: 110, fixed: "left", sortable: true, tooltip },
    filter: "range",
  });
const pieces = (label: string, more: object = {}) =>
  field.int(label, { computed: true, column: { width: 90, summary: "sum", ...more } });
/** A report may lack it. */
const maybePieces = (label: string, more: object = {}) =>
  field.int(label, { computed: true, later: true, column: { width: 100, summary: "sum", phone: false, ...more } });

const adjusted = (label: string, tooltip: string) =>
  field.int(label, { computed: true, virtual: true, column: { width: 100, phone: false, tooltip } });

/** FBA库存快照 (figures.md A.3): what lies at the platform, a day at a time, beside our own books. */
export const fbaStock = defineDocument({
  ...reported,
  name: "fba_stock",
  label: "FBA库存",
  display: "msku",
  list: { from: fromReports, sort: [{ by: "day", desc: true }, { by: "id" }], level: "day" },
  fields: {
    day: day("报告时间的站点日期；当天以最新的报告为准。筛选到一天后才有合计"),
    storeId: { ...reportedStore, column: { width: 150, phone: false } },
    msku: reportedMsku,
    fulfillableQty: pieces("可售", { phone: "fact" }),
    reservedQty: pieces("预留", { phone: false }),
    unsellableQty: pieces("不可售", { phone: false }),
    bookQty: maybePieces("账面", {
      tooltip: "导入当时本系统该店铺FBA仓中该SKU的在库；同一SKU的几个MSKU合计，显示在第一个",
    }),
    diffQty: maybePieces("差异", {
      sortable: true,
      phone: "fact",
      tooltip: "可售＋预留＋不可售－账面；没有映射、自发货、组合及平台仓有其组合的SKU、补传的旧报告不比较，为—",
    }),
    check: field.enum("核对", {
      computed: true,
      virtual: true,
      options: {
        differs: { label: "库存差异", tone: "red" },
        same: { label: "一致", tone: "green" },
        none: { label: "不比较", tone: "grey" },
      },
      column: { width: 90 },
      filter: "in",
    }),
    totalQty: pieces("合计", { tooltip: "平台的合计：仓内加入库中" }),
    shippedQty: maybePieces("入库在途"),
    receivingQty: maybePieces("入库接收"),
    workingQty: maybePieces("入库准备", { hide: true, tooltip: "已建立货件，还没有发出" }),
    lostQty: adjusted("30天丢失", "FBA库存台账中截至当天30天调整为丢失的件数"),
    damagedQty: adjusted("30天损坏", "FBA库存台账中截至当天30天从可售转为损坏的件数"),
    foundQty: adjusted("30天找回", "FBA库存台账中截至当天30天调整为找回的件数"),
    fnsku: { ...reportedFnsku, column: { width: 120, hide: true, phone: false } },
    asin: { ...reportedAsin, column: { width: 120, hide: true, phone: false } },
    ...reportSource,
    factSku: reportedSku,
  },
  screens: { list: "/logistics/fbaReport/stock", tabs: fbaReportTabs, tab: "库存", titles: { list: "FBA库存" } },
});

const whole = (label: string) =>
  field.int(label, { computed: true, column: { width: 90, summary: "sum", sortable: true } });

/** 销售与流量 (figures.md A.3): what buyers looked at and bought of a listing, a day at a time. */
export const salesTraffic = defineDocument({
  ...reported,
  name: "sales_traffic",
  label: "销售与流量",
  display: "asin",
  list: { from: fromReports, sort: [{ by: "day", desc: true }, { by: "id" }] },
  fields: {
    day: day("站点日期；平台在72小时内还会补充"),
    storeId: reportedStore,
    msku: reportedMsku,
    asin: reportedAsin,
    parentAsin: field.text("父ASIN", {
      computed: true,
      max: 20,
      column: { width: 120, phone: false },
      filter: "prefix",
    }),
    sessions: whole("访问次数"),
    pageViews: whole("页面浏览"),
    units: whole("销量"),
    conversion: field.percent("转化率", {
      computed: true,
      later: true,
      unit: "%",
      column: { width: 90, sortable: true, summary: "units/sessions", tooltip: "销量÷访问次数" },
    }),
    buyBox: field.percent("购物车占比", {
      computed: true,
      later: true,
      unit: "%",
      column: { width: 100, sortable: true, phone: false },
    }),
    sales: field.money("销售额", {
      currency: "currency",
      computed: true,
      column: { width: 120, summary: "currency", sortable: true },
    }),
    withdrawn: field.bool("已撤回", {
      computed: true,
      column: { width: 80, phone: false, tooltip: "较新的报告里没有，按0计" },
      filter: "in",
    }),
    currency: reportedCurrency,
    ...reportSource,
    factSku: reportedSku,
  },
  screens: { list: "/logistics/fbaReport/traffic", tabs: fbaReportTabs, tab: "流量", titles: { list: "销售与流量" } },
});

const { fulfillmentChannel, listingStatus } = skuLines.listings.fields;
/** 店铺商品 (figures.md A.3): what the platform lists of a store by its newest report, beside our own listings. */
export const storeListing = defineDocument({
  ...reportedToOwn,
  name: "store_listing",
  label: "店铺商品",
  display: "msku",
  keyword: ["msku", "title"],
  list: { tabs: "state", from: fromReports, sort: [{ by: "storeId" }, { by: "msku" }] },
  fields: {
    storeId: reportedStore,
    msku: reportedMsku,
    ourSkuId: field.ref("SKU", { to: "sku", computed: true, virtual: true, column: { width: 130 } }),
    asin: reportedAsin,
    title: field.text("标题", { computed: true, max: 500, column: { minWidth: 200, phone: false } }),
    price: field.money("价格", {
      currency: "currency",
      computed: true,
      later: true,
      column: { width: 120, sortable: true, tooltip: "平台上的售价；本系统没有售价可比" },
    }),
    state: field.enum("平台状态", {
      computed: true,
      options: {
        active: { label: "在售", tone: "green" },
        inactive: { label: "不可售", tone: "orange" },
        incomplete: { label: "信息不完整", tone: "orange" },
        gone: { label: "已下架", tone: "grey" },
      },
      column: { width: 100, tooltip: "已下架：较新的报告里没有，其他各列为最后一次报告的内容" },
      filter: "in",
    }),
    check: field.enum("核对", {
      computed: true,
      virtual: true,
      options: {
        same: { label: "一致", tone: "green" },
        differs: { label: "不一致", tone: "red" },
        unmapped: { label: "未映射", tone: "orange" },
        gone: { label: "已下架", tone: "grey" },
      },
      column: { width: 90, tooltip: "与SKU的平台映射相比；不一致的由人核对后修改，系统只补空的ASIN" },
      filter: "in",
    }),
    differs: field.text("不一致的", { computed: true, virtual: true, max: 60, column: { width: 150 } }),
    channel: field.enum("平台配送", {
      computed: true,
      options: fulfillmentChannel.options,
      column: { width: 90 },
      filter: "in",
    }),
    qty: field.int("可售数量", {
      computed: true,
      later: true,
      column: { width: 100, phone: false, tooltip: "自发货的数量；FBA商品平台不在这份报告里给，为—" },
    }),
    openDay: field.date("上架日", { computed: true, column: { hide: true, phone: false } }),
    ourChannel: field.enum("本系统配送", {
      computed: true,
      virtual: true,
      options: fulfillmentChannel.options,
      column: { width: 100, phone: false },
    }),
    ourAsin: field.text("本系统ASIN", { computed: true, virtual: true, max: 20, column: { width: 120, phone: false } }),
    ourStatus: field.enum("本系统状态", {
      computed: true,
      virtual: true,
      options: listingStatus.options,
      column: { width: 100, phone: false },
    }),
    currency: reportedCurrency,
    ...reportSource,
    factSku: reportedSku,
  },
  screens: { list: "/logistics/fbaReport/listing", tabs: fbaReportTabs, tab: "商品", titles: { list: "店铺商品" } },
});
