import { defineDocument, field, labelled, ownStatus, reason, unmaskAddress } from "../kit";
import { kolCategories, kolPayMethods, kolPlatforms, showPayee, starLevels, starSends, starStates } from "./words";

const figure = (label: string) => field.money(label, { unit: "CNY", computed: true, column: { summary: "sum" } });

const starFields = {
  starName: field.text("红人名称", { required: true, max: 60, filter: "like", column: { fixed: "left" } }),
  countryCode: field.dict("国家", { type: "country", required: true, filter: "in", column: true }),
  language: field.dict("语言", { type: "language" }),
  mainPlatform: field.enum("主平台", { options: kolPlatforms, computed: true, filter: "in", column: true }),
  followers: field.int("粉丝数", { computed: true, filter: "range", column: { width: 100, sortable: true } }),
  level: field.enum("分级", { options: starLevels, computed: true, filter: "in", column: { width: 130 } }),
  stale: field.bool("待更新", {
    computed: true,
    virtual: true,
    filter: "in",
    column: { hide: true, tooltip: "有渠道的数据90天以上没有更新" },
  }),
  categories: field.enums("内容类目", {
    required: true,
    options: kolCategories,
    filter: "in",
    column: { width: 160, hide: true },
  }),
  cooperationType: field.enums("可合作方式", {
    required: true,
    options: labelled({ sample: "寄样", fixedFee: "固定费", commission: "佣金", affiliate: "联盟" }),
  }),
  quoteMin: field.money("报价下限", { currency: "quoteCurrency", min: 0, column: true }),
  quoteMax: field.money("报价上限", { currency: "quoteCurrency", min: 0, column: true }),
  quoteCurrency: field.dict("报价币种", { type: "currency", required: true, default: "USD" }),
  contactEmail: field.text("邮箱", {
    max: 100,
    input: "email",
    mask: "kol_star_unmask",
    section: "联系方式",
    pattern: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "邮箱格式不正确"],
  }),
  contactIm: field.text("即时通讯", { max: 100, personal: true, mask: "kol_star_unmask" }),
  contact: field.text("联系方式", { computed: true, virtual: true, hiddenIn: ["view"], column: { hide: true } }),
  address: field.address("收件地址", { help: "寄样前必填" }),
  payMethod: field.enum("收款方式", { options: kolPayMethods, section: "收款资料", help: "付费前必填" }),
  payeeName: field.text("收款人", { max: 100, personal: true, mask: "kol_star_unmask" }),
  payeeBank: field.text("开户行", { max: 100, when: ["payMethod", "bank"], mask: "kol_star_unmask" }),
  payeeAccount: field.secret("收款账号", { max: 60, hiddenIn: ["view"] }),
  payeeTail: field.text("收款账号", { max: 20, computed: true, mask: "kol_star_unmask" }),
  taxId: field.secret("税号", { max: 40 }),
  ownerId: field.ref("归属人", { to: "user", computed: true, column: true, filter: "in", section: "归属" }),
  developerId: field.ref("开发人", { to: "user", help: "不填则为创建人" }),
  shared: field.bool("共享", { help: "其他红人专员也可以看到并与其合作" }),
  protectedUntil: field.date("保护期至", { computed: true, column: { hide: true } }),
  lastContact: field.text("最近联系", { max: 200, computed: true }),
  common: field.bool("众人可见", { computed: true, hiddenIn: ["view"] }),
  coopCount: field.int("合作数", {
    computed: true,
    column: { sortable: true, leads: { document: "cooperation", by: { starId: "id" } } },
  }),
  totalCostCny: figure("总成本"),
  totalSalesCny: figure("总销售"),
  roi: field.decimal("ROI", {
    scale: 2,
    computed: true,
    virtual: true,
    column: { sortable: true, summary: "avg", tooltip: "总销售÷总成本" },
  }),
} as const;

/** 渠道: one page of somebody on one platform. */
const starChannel = {
  platform: field.enum("平台", { required: true, options: kolPlatforms }),
  homepageUrl: field.text("主页链接", {
    required: true,
    max: 300,
    input: "url",
    wide: true,
    pattern: [/^https?:\/\/[^\s/]+\.[^\s]+$/i, "主页链接要以http://或https://开头"],
  }),
  followers: field.int("粉丝数", { required: true, min: 0 }),
  avgViews: field.int("均播放", { min: 0 }),
  engagementRate: field.percent("互动率", { unit: "%", min: 0, max: 100 }),
  updatedDate: field.date("更新日期", { help: "不填则为今天；超过90天为待更新" }),
  stale: field.bool("待更新", { computed: true, virtual: true, hiddenIn: ["add", "edit"] }),
  urlKey: field.text("链接", { computed: true, hidden: true, max: 300 }),
} as const;

/** What a channel was like on a day: written whenever its figures change. */
const starHistory = {
  platform: field.enum("平台", { computed: true, options: kolPlatforms }),
  homepageUrl: field.text("主页链接", { computed: true, max: 300 }),
  followers: field.int("粉丝数", { computed: true }),
  avgViews: field.int("均播放", { computed: true, later: true }),
  engagementRate: field.percent("互动率", { computed: true, later: true }),
  updatedDate: field.date("更新日期", { computed: true }),
} as const;

/** 红人 (market.md 2): who publishes, and who of us answers for them. */
export const star = defineDocument({
  name: "star",
  label: "红人",
  module: "kol",
  calls: { sends: starSends },
  menu: {
    group: "kol",
    icon: "star",
    sort: 10,
    label: "红人资源",
    words: { del: false, submit: false, void: false, print: false, unmask: "查看敏感信息" },
  },
  number: "HR",
  display: "starName",
  many: true,
  can: { del: false },
  scopeBy: { dept: "deptId", user: "ownerId", common: "common" },
  keyword: ["no", "starName"],
  lookup: {
    finds: ["starName", "no", "channels.homepageUrl"],
    foundBy: ["ownerId"],
    facts: { words: ["mainPlatform", "level"], figures: ["followers"] },
  },
  permissions: { import: "import" },
  import: { key: ["starName"], lines: "channels" },
  exports: { lines: "channels" },
  list: {
    tabs: true,
    sort: [
      { by: "updateTime", desc: true },
      { by: "id", desc: true },
    ],
  },
  status: ownStatus(starStates, {
    editable: ["draft", "pool", "owned", "cooperating"],
    path: ["draft", "owned", "cooperating"],
  }),
  glance: {
    figures: [
      { field: "followers" },
      { field: "coopCount" },
      { field: "totalCostCny" },
      { field: "totalSalesCny" },
      { field: "roi" },
    ],
    queues: [
      { label: "红人数据待更新", where: { stale: "true", ownerId: "$me" }, permission: "edit", about: "mainPlatform" },
    ],
  },
  related: {
    cooperations: { label: "合作", document: "cooperation", by: { starId: "id" } },
    delivers: { label: "寄样", document: "deliver", by: { starId: "id" } },
    fees: { label: "广告费", document: "ads_fee", by: { starId: "id" } },
  },
  fields: starFields,
  lines: {
    channels: { label: "渠道", table: "star_channel", max: 20, fields: starChannel, required: "请至少添加一个渠道" },
    history: { label: "粉丝变化", table: "star_history", computed: true, fields: starHistory },
  },
  actions: {
    publish: { label: "入库", next: true, permission: "add", from: ["draft"], to: "owned", batch: true },
    claim: { label: "认领", next: true, from: ["pool", "owned"], to: "owned", batch: true },
    addCooperation: {
      label: "新建合作",
      next: true,
      permission: "kol_cooperation_add",
      from: ["owned", "cooperating"],
      opens: { document: "cooperation", param: "starId" },
    },
    contact: {
      label: "登记联系",
      permission: "edit",
      from: ["owned", "cooperating"],
      input: {
        said: field.text("联系内容", { required: true, max: 180, asked: true, help: "保护期从今天起重新计90天" }),
      },
    },
    release: {
      label: "释放",
      permission: "claim",
      from: ["owned"],
      to: "pool",
      batch: true,
      confirm: "红人回到公海，其他人可以认领。",
    },
    transfer: {
      label: "转移归属",
      permission: "approve",
      from: ["pool", "owned", "cooperating"],
      batch: true,
      input: { ownerId: field.ref("新归属人", { to: "user", required: true, asked: true }) },
    },
    blacklist: {
      label: "拉黑",
      permission: "approve",
      to: "blacklisted",
      danger: true,
      from: ["draft", "pool", "owned", "cooperating"],
      input: reason("拉黑原因", "请填写拉黑原因"),
    },
    unmask: unmaskAddress,
    showPayee,
  },
  screens: {
    list: "/kol/resource/index",
    create: "/kol/resource/openTag/createStar",
    edit: "/kol/resource/openTag/editStar/{id}",
    detail: "/kol/resource/openTag/starDetail/{id}",
    titles: { list: "红人资源" },
  },
});
