import { defineDocument, field, ownStatus, reason, voidAction } from "../kit";
import { attributionSources, contentTypes, cooperationSends, coopModes, kolPlatforms } from "./words";

const CODE = [/^[A-Za-z0-9_-]{3,30}$/, "折扣码为3到30位字母、数字、横线或下划线"] as const;
const cny = (label: string) => field.money(label, { unit: "CNY", computed: true });
const fee = { currency: "feeCurrency", computed: true } as const;

const cooperationFields = {
  starId: field.ref("红人", { to: "star", required: true, column: true, filter: "in" }),
  platform: field.enum("合作渠道", {
    required: true,
    options: kolPlatforms,
    filter: "in",
    column: true,
    help: "该红人在此平台的渠道",
  }),
  homepageUrl: field.text("主页链接", { computed: true, max: 300 }),
  channelId: field.line("渠道", { table: "star_channel", computed: true, hiddenIn: ["view"] }),
  storeId: field.ref("店铺", { to: "store", required: true, column: true, filter: "in" }),
  siteId: field.ref("站点", { to: "site", computed: true, column: { width: 70 }, filter: "in" }),
  skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"], max: 500, filter: "like", column: true }),
  coopMode: field.enum("合作模式", { required: true, options: coopModes, column: true, filter: "in" }),
  contentType: field.enum("内容形式", { required: true, options: contentTypes }),
  contentCount: field.int("内容数量", { required: true, min: 1, max: 100, default: 1 }),
  publishPlanDate: field.date("计划发布日", { required: true, column: { sortable: true }, filter: "range" }),
  publishDate: field.date("实际发布日", { computed: true, column: true, filter: "range" }),
  ownerId: field.ref("负责人", { to: "user", computed: true, column: true, filter: "in" }),
  feeCurrency: field.dict("费用币种", { type: "currency", section: "费用", help: "不填则为红人的报价币种" }),
  fixedFee: field.money("固定费用", { currency: "feeCurrency", min: 0, when: ["coopMode", "fixed", "fixedPlus"] }),
  commissionRate: field.percent("佣金比例", {
    unit: "%",
    min: 0,
    max: 30,
    when: ["coopMode", "commission", "fixedPlus"],
  }),
  commissionCap: field.money("佣金封顶", {
    currency: "feeCurrency",
    min: 0,
    help: "不填则不封顶",
    when: ["coopMode", "commission", "fixedPlus"],
  }),
  promoCode: field.text("专属折扣码", {
    max: 30,
    pattern: CODE,
    section: "归因",
    help: "发布后30天内使用此码的订单归因于本合作",
  }),
  trackingLink: field.text("追踪链接", { max: 500, input: "url" }),
  disclosureRequired: field.bool("披露要求", { default: true, help: "合作协议注明：内容须按当地法规标注广告/赠品" }),
  agreementFile: field.files("合作协议", { max: 5, wide: true }),
  payableAmount: field.money("应付总额", { ...fee, column: { summary: "currency" }, help: "固定费用＋应付佣金" }),
  commissionAmount: field.money("应付佣金", { ...fee, help: "已核销的佣金不再减少" }),
  commissionOver: field.money("多核销佣金", {
    ...fee,
    default: "0",
    help: "核销之后订单退款，已核销的佣金超出归因销售额应付的部分",
  }),
  feePaid: field.money("已核销", { ...fee, column: true }),
  paidAmount: field.money("已付", fee),
  attributedOrders: field.int("归因订单", { computed: true, column: true }),
  attributedSales: field.money("归因销售额", {
    currency: "salesCurrency",
    computed: true,
    column: { tooltip: "商品金额减优惠和已退款的本金" },
  }),
  salesCurrency: field.dict("销售币种", { type: "currency", computed: true }),
  attributedSalesCny: field.money("归因销售额（人民币）", {
    unit: "CNY",
    computed: true,
    column: { width: 130, hide: true, summary: "sum" },
  }),
  attributionSource: field.enum("归因来源", { options: attributionSources, computed: true, column: { hide: true } }),
  sampleCostCny: cny("样品成本"),
  freightCny: cny("运费"),
  feeCny: cny("费用（人民币）"),
  totalCostCny: field.money("总成本", { unit: "CNY", computed: true, column: { hide: true, summary: "sum" } }),
  roi: field.decimal("ROI", {
    scale: 2,
    computed: true,
    virtual: true,
    column: { sortable: true, summary: "avg", tooltip: "归因销售额÷总成本" },
  }),
  exchangeRate: field.decimal("汇率", { scale: 8, hiddenIn: ["add", "edit"] }),
} as const;

/** 合作产品. */
const cooperationProduct = {
  skuId: field.ref("SKU", { to: "sku", required: true }),
  skuName: field.text("品名", { computed: true, from: "skuId.name" }),
  skuCode: field.text("SKU编码", { computed: true, hidden: true }),
  asin: field.text("ASIN", { computed: true, max: 10, hiddenIn: ["add", "edit"] }),
  sellerSku: field.text("平台SKU", { computed: true, hiddenIn: ["add", "edit"] }),
  sampleQty: field.int("样品数量", { required: true, min: 0, max: 50, default: 0, sum: true }),
  sentQty: field.int("已寄", { computed: true, virtual: true, hiddenIn: ["add", "edit"] }),
  unitCostCny: field.money("单位成本", {
    unit: "CNY",
    computed: true,
    later: true,
    mask: "purchase_price_view",
    hiddenIn: ["add", "edit"],
  }),
} as const;

/** 发布内容: what was published where, and how it did. */
const cooperationContent = {
  url: field.text("链接", { computed: true, max: 500, input: "url" }),
  publishDate: field.date("发布日期", { computed: true }),
  views: field.int("播放", { computed: true, later: true }),
  likes: field.int("点赞", { computed: true, later: true }),
  comments: field.int("评论", { computed: true, later: true }),
  screenshot: field.image("截图", { computed: true }),
} as const;

const count = (label: string) => field.int(label, { min: 0, asked: true });

/** What people do with a cooperation besides its approval (market.md 2). */
const cooperationActions = {
  addDeliver: {
    label: "新建寄样",
    permission: "kol_deliver_add",
    from: ["approved", "published"],
    opens: { document: "deliver", param: "cooperationId" },
  },
  addAdsfee: {
    label: "新建广告费",
    permission: "kol_adsfee_add",
    from: ["approved", "published"],
    opens: { document: "ads_fee", param: "cooperationId" },
  },
  finish: {
    label: "完成",
    next: true,
    permission: "edit",
    from: ["published"],
    to: "finished",
    confirm: "完成后不能再寄样和申请费用。",
  },
  registerContent: {
    label: "登记发布",
    next: true,
    permission: "edit",
    from: ["approved", "published"],
    to: "published",
    input: {
      url: field.text("内容链接", {
        required: true,
        max: 500,
        input: "url",
        asked: true,
        pattern: [/^https?:\/\/[^\s/]+\.[^\s]+$/i, "内容链接要以http://或https://开头"],
        help: "登记过的链接更新其数据",
      }),
      publishDate: field.date("发布日期", { asked: true, help: "不填则为今天" }),
      views: count("播放"),
      likes: count("点赞"),
      comments: count("评论"),
      screenshot: field.image("截图", { asked: true }),
    },
  },
  enterSales: {
    label: "录入归因",
    permission: "edit",
    from: ["published"],
    input: {
      orders: field.int("归因订单", { required: true, min: 0, asked: true }),
      sales: field.money("归因销售额", { required: true, min: 0, asked: true }),
      ...reason("数据来源", "请填写数据来源"),
    },
  },
  refreshSales: {
    label: "刷新归因",
    permission: "edit",
    batch: true,
    from: ["published"],
    confirm: "按折扣码重新统计发布后30天内的订单，手工录入的数据会被替换。",
  },
  terminate: {
    label: "终止",
    permission: "approve",
    danger: true,
    to: "terminated",
    from: ["approved", "published"],
    confirm: "未出库的寄样和未核销的费用一并作废，终止后不能恢复。",
    input: reason("终止原因", "请填写终止原因"),
  },
  void: voidAction(["draft", "rejected"]),
} as const;

/** 红人合作 (market.md 2): what somebody publishes for us, what it costs and what it brings. */
export const cooperation = defineDocument({
  name: "cooperation",
  label: "红人合作",
  module: "kol",
  calls: { sends: cooperationSends },
  menu: { group: "kol", icon: "handshake", sort: 20, words: { del: false } },
  number: "HRHZ",
  many: true,
  flow: {},
  can: { del: false },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "skuCodes", "promoCode"],
  lookup: { foundBy: ["starId"] },
  start: { prefill: { starId: "star" } },
  list: { overview: true, tabs: true },
  exports: { lines: "products" },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      auditing: { label: "待审核", tone: "orange" },
      approved: { label: "合作中", tone: "blue" },
      published: { label: "已发布", tone: "blue" },
      finished: { label: "已完成", tone: "green" },
      rejected: { label: "已驳回", tone: "red" },
      terminated: { label: "已终止", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
    { editable: ["draft", "rejected"] },
  ),
  glance: {
    figures: [
      { field: "feePaid", label: "已核销 / 应付", of: "payableAmount" },
      { field: "paidAmount" },
      { field: "attributedSales" },
      { field: "totalCostCny" },
      { field: "roi" },
    ],
    brief: { amount: "payableAmount", date: "publishPlanDate" },
    queues: [
      {
        label: "合作待发布",
        where: { status: "approved" },
        about: "starId",
        permission: "edit",
        due: "publishPlanDate",
      },
      { label: "合作已发布待完成", where: { status: "published" }, about: "starId", permission: "edit" },
    ],
    alerts: [
      {
        name: "late",
        label: "合作逾期未发布",
        where: { status: "approved" },
        measure: { daysSince: "publishPlanDate" },
        unit: "天",
        threshold: 1,
      },
    ],
  },
  related: {
    delivers: { label: "寄样", document: "deliver", by: { cooperationId: "id" } },
    fees: { label: "广告费", document: "ads_fee", by: { cooperationId: "id" } },
  },
  fields: cooperationFields,
  lines: {
    products: {
      label: "合作产品",
      table: "cooperation_product",
      max: 50,
      required: "请至少添加一个产品",
      fields: cooperationProduct,
    },
    contents: { label: "发布内容", table: "cooperation_content", computed: true, fields: cooperationContent },
  },
  actions: cooperationActions,
  screens: {
    list: "/kol/cooperation/index",
    create: "/kol/resource/openTag/addCooperation/{starId}",
    edit: "/kol/resource/openTag/editCooperation/{id}",
    detail: "/kol/resource/openTag/detailCooperation/{id}",
    reads: [{ path: "/kol/resource/openTag/verifyCooperation/{id}", title: "审核合作" }],
    titles: { list: "红人合作", create: "新建合作", edit: "编辑合作", detail: "合作详情" },
    prints: {
      agreement: {
        path: "/kol/cooperation/openTag/printAgreement",
        label: "打印合作协议",
        title: "合作协议",
        from: ["approved", "published", "finished"],
      },
    },
  },
});
