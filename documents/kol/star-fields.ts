import { field } from "../kit";
import { kolCategories, kolPayMethods, kolPlatforms, starLevels } from "./words";

const figure = (label: string) =>
  field.money({ label, unit: "CNY", computed: true, column: { width: 120, summary: "sum" } });

export const starFields = {
  starName: field.text({
    ...{ label: "红人名称", required: true, max: 60, filter: "like" },
    column: { width: 150, fixed: "left" },
  }),
  countryCode: field.dict({
    ...{ label: "国家", type: "country", required: true, filter: "in" },
    column: { width: 90 },
  }),
  language: field.dict({ label: "语言", type: "language" }),
  mainPlatform: field.enum({
    ...{ label: "主平台", options: kolPlatforms, computed: true, filter: "in" },
    column: { width: 100 },
  }),
  followers: field.int({
    ...{ label: "粉丝数", computed: true, filter: "range" },
    column: { width: 100, sortable: true },
  }),
  level: field.enum({
    ...{ label: "分级", options: starLevels, computed: true, filter: "in" },
    column: { width: 130 },
  }),
  stale: field.bool({
    ...{ label: "待更新", computed: true, virtual: true, filter: "in" },
    column: { width: 84, hide: true, tooltip: "有渠道的数据90天以上没有更新" },
  }),
  categories: field.enums({
    ...{ label: "内容类目", required: true, options: kolCategories, filter: "in" },
    column: { width: 160, hide: true },
  }),
  cooperationType: field.enums({
    ...{ label: "可合作方式", required: true },
    options: {
      sample: { label: "寄样" },
      fixedFee: { label: "固定费" },
      commission: { label: "佣金" },
      affiliate: { label: "联盟" },
    },
  }),
  quoteMin: field.money({
    ...{ label: "报价下限", currency: "quoteCurrency", min: 0, column: { width: 110 } },
  }),
  quoteMax: field.money({
    ...{ label: "报价上限", currency: "quoteCurrency", min: 0, column: { width: 110 } },
  }),
  quoteCurrency: field.dict({
    ...{ label: "报价币种", type: "currency", required: true, default: "USD" },
  }),
  contactEmail: field.text({
    ...{ label: "邮箱", max: 100, input: "email", mask: "kol_star_unmask", section: "联系方式" },
    pattern: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "邮箱格式不正确"],
  }),
  contactIm: field.text({ label: "即时通讯", max: 100, personal: true, mask: "kol_star_unmask" }),
  contact: field.text({
    ...{ label: "联系方式", computed: true, virtual: true, hiddenIn: ["view"] },
    column: { width: 140, hide: true },
  }),
  address: field.address({ label: "收件地址", help: "寄样前必填" }),
  payMethod: field.enum({
    ...{ label: "收款方式", options: kolPayMethods, section: "收款资料", help: "付费前必填" },
  }),
  payeeName: field.text({ label: "收款人", max: 100, personal: true, mask: "kol_star_unmask" }),
  payeeBank: field.text({
    ...{ label: "开户行", max: 100, when: ["payMethod", "bank"], mask: "kol_star_unmask" },
  }),
  payeeAccount: field.secret({ label: "收款账号", max: 60, hiddenIn: ["view"] }),
  payeeTail: field.text({
    ...{ label: "收款账号", max: 20, computed: true, mask: "kol_star_unmask" },
  }),
  taxId: field.secret({ label: "税号", max: 40 }),
  ownerId: field.ref({
    ...{ label: "归属人", to: "user", computed: true, column: { width: 90 }, filter: "in" },
    section: "归属",
  }),
  developerId: field.ref({ label: "开发人", to: "user", help: "不填则为创建人" }),
  shared: field.bool({ label: "共享", help: "其他红人专员也可以看到并与其合作" }),
  protectedUntil: field.date({
    ...{ label: "保护期至", computed: true, column: { width: 110, hide: true } },
  }),
  lastContact: field.text({ label: "最近联系", max: 200, computed: true }),
  common: field.bool({ label: "众人可见", computed: true, hiddenIn: ["view"] }),
  coopCount: field.int({
    ...{ label: "合作数", computed: true },
    column: {
      ...{ width: 80, sortable: true },
      leads: { document: "cooperation", by: { starId: "id" } },
    },
  }),
  totalCostCny: figure("总成本"),
  totalSalesCny: figure("总销售"),
  roi: field.decimal({
    ...{ label: "ROI", scale: 2, computed: true, virtual: true },
    column: { width: 80, sortable: true, summary: "avg", tooltip: "总销售÷总成本" },
  }),
} as const;

/** 渠道: one page of somebody on one platform. */
export const starChannel = {
  platform: field.enum({ label: "平台", required: true, options: kolPlatforms }),
  homepageUrl: field.text({
    ...{ label: "主页链接", required: true, max: 300, input: "url", wide: true },
    pattern: [/^https?:\/\/[^\s/]+\.[^\s]+$/i, "主页链接要以http://或https://开头"],
  }),
  followers: field.int({ label: "粉丝数", required: true, min: 0 }),
  avgViews: field.int({ label: "均播放", min: 0 }),
  engagementRate: field.percent({ label: "互动率", unit: "%", min: 0, max: 100 }),
  updatedDate: field.date({ label: "更新日期", help: "不填则为今天；超过90天为待更新" }),
  stale: field.bool({ label: "待更新", computed: true, virtual: true, hiddenIn: ["add", "edit"] }),
  urlKey: field.text({ label: "链接", computed: true, hidden: true, max: 300 }),
} as const;

/** What a channel was like on a day: written whenever its figures change. */
export const starHistory = {
  platform: field.enum({ label: "平台", computed: true, options: kolPlatforms }),
  homepageUrl: field.text({ label: "主页链接", computed: true, max: 300 }),
  followers: field.int({ label: "粉丝数", computed: true }),
  avgViews: field.int({ label: "均播放", computed: true, later: true }),
  engagementRate: field.percent({ label: "互动率", computed: true, later: true }),
  updatedDate: field.date({ label: "更新日期", computed: true }),
} as const;
