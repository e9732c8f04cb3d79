import { field } from "../kit";
import { attributionSources, contentTypes, coopModes, kolPlatforms } from "./words";

const CODE = [/^[A-Za-z0-9_-]{3,30}$/, "折扣码为3到30位字母、数字、横线或下划线"] as const;
const cny = (label: string) => field.money({ label, unit: "CNY", computed: true });
const fee = (label: string) => ({ label, currency: "feeCurrency" as const, computed: true });

export const cooperationFields = {
  starId: field.ref({
    ...{ label: "红人", to: "star", required: true, column: { width: 140 }, filter: "in" },
  }),
  platform: field.enum({
    ...{ label: "合作渠道", required: true, options: kolPlatforms, filter: "in" },
    ...{ column: { width: 96 }, help: "该红人在此平台的渠道" },
  }),
  homepageUrl: field.text({ label: "主页链接", computed: true, max: 300 }),
  channelId: field.line({
    ...{ label: "渠道", table: "star_channel", computed: true, hiddenIn: ["view"] },
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", required: true, column: { width: 120 }, filter: "in" },
  }),
  siteId: field.ref({
    ...{ label: "站点", to: "site", computed: true, column: { width: 70 }, filter: "in" },
  }),
  skuCodes: field.text({
    ...{ label: "SKU", computed: true, hiddenIn: ["view"], max: 500, filter: "like" },
    column: { width: 150 },
  }),
  coopMode: field.enum({
    ...{ label: "合作模式", required: true, options: coopModes, column: { width: 100 } },
    filter: "in",
  }),
  contentType: field.enum({ label: "内容形式", required: true, options: contentTypes }),
  contentCount: field.int({ label: "内容数量", required: true, min: 1, max: 100, default: 1 }),
  publishPlanDate: field.date({
    ...{ label: "计划发布日", required: true, column: { width: 110, sortable: true } },
    filter: "range",
  }),
  publishDate: field.date({
    ...{ label: "实际发布日", computed: true, column: { width: 110 }, filter: "range" },
  }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", computed: true, column: { width: 90 }, filter: "in" },
  }),
  feeCurrency: field.dict({
    ...{ label: "费用币种", type: "currency", section: "费用", help: "不填则为红人的报价币种" },
  }),
  fixedFee: field.money({
    ...{ label: "固定费用", currency: "feeCurrency", min: 0 },
    when: ["coopMode", "fixed", "fixedPlus"],
  }),
  commissionRate: field.percent({
    ...{ label: "佣金比例", unit: "%", min: 0, max: 30 },
    when: ["coopMode", "commission", "fixedPlus"],
  }),
  commissionCap: field.money({
    ...{ label: "佣金封顶", currency: "feeCurrency", min: 0, help: "不填则不封顶" },
    when: ["coopMode", "commission", "fixedPlus"],
  }),
  promoCode: field.text({
    ...{ label: "专属折扣码", max: 30, pattern: CODE, section: "归因" },
    help: "发布后30天内使用此码的订单归因于本合作",
  }),
  trackingLink: field.text({ label: "追踪链接", max: 500, input: "url" }),
  disclosureRequired: field.bool({
    ...{ label: "披露要求", default: true, help: "合作协议注明：内容须按当地法规标注广告/赠品" },
  }),
  agreementFile: field.files({ label: "合作协议", max: 5, wide: true }),
  payableAmount: field.money({
    ...fee("应付总额"),
    column: { width: 110, summary: "currency" },
    help: "固定费用＋应付佣金",
  }),
  commissionAmount: field.money({ ...fee("应付佣金"), help: "已核销的佣金不再减少" }),
  commissionOver: field.money({
    ...fee("多核销佣金"),
    default: "0",
    help: "核销之后订单退款，已核销的佣金超出归因销售额应付的部分",
  }),
  feePaid: field.money({ ...fee("已核销"), column: { width: 110 } }),
  paidAmount: field.money(fee("已付")),
  attributedOrders: field.int({ label: "归因订单", computed: true, column: { width: 84 } }),
  attributedSales: field.money({
    ...{ label: "归因销售额", currency: "salesCurrency", computed: true },
    column: { width: 120, tooltip: "商品金额减优惠和已退款的本金" },
  }),
  salesCurrency: field.dict({ label: "销售币种", type: "currency", computed: true }),
  attributedSalesCny: field.money({
    ...{ label: "归因销售额（人民币）", unit: "CNY", computed: true },
    column: { width: 130, hide: true, summary: "sum" },
  }),
  attributionSource: field.enum({
    ...{ label: "归因来源", options: attributionSources, computed: true },
    column: { width: 100, hide: true },
  }),
  sampleCostCny: cny("样品成本"),
  freightCny: cny("运费"),
  feeCny: cny("费用（人民币）"),
  totalCostCny: field.money({
    ...{ label: "总成本", unit: "CNY", computed: true },
    column: { width: 120, hide: true, summary: "sum" },
  }),
  roi: field.decimal({
    ...{ label: "ROI", scale: 2, computed: true, virtual: true },
    column: { width: 80, sortable: true, summary: "avg", tooltip: "归因销售额÷总成本" },
  }),
  exchangeRate: field.decimal({ label: "汇率", scale: 8, hiddenIn: ["add", "edit"] }),
} as const;

/** 合作产品. */
export const cooperationProduct = {
  skuId: field.ref({ label: "SKU", to: "sku", required: true }),
  skuName: field.text({ label: "品名", computed: true, from: "skuId.name" }),
  skuCode: field.text({ label: "SKU编码", computed: true, hidden: true }),
  asin: field.text({ label: "ASIN", computed: true, max: 10, hiddenIn: ["add", "edit"] }),
  sellerSku: field.text({ label: "平台SKU", computed: true, hiddenIn: ["add", "edit"] }),
  sampleQty: field.int({
    label: "样品数量",
    required: true,
    min: 0,
    max: 50,
    default: 0,
    sum: true,
  }),
  sentQty: field.int({ label: "已寄", computed: true, virtual: true, hiddenIn: ["add", "edit"] }),
  unitCostCny: field.money({
    ...{ label: "单位成本", unit: "CNY", computed: true, later: true, mask: "purchase_price_view" },
    hiddenIn: ["add", "edit"],
  }),
} as const;

/** 发布内容: what was published where, and how it did. */
export const cooperationContent = {
  url: field.text({ label: "链接", computed: true, max: 500, input: "url" }),
  publishDate: field.date({ label: "发布日期", computed: true }),
  views: field.int({ label: "播放", computed: true, later: true }),
  likes: field.int({ label: "点赞", computed: true, later: true }),
  comments: field.int({ label: "评论", computed: true, later: true }),
  screenshot: field.image({ label: "截图", computed: true }),
} as const;
