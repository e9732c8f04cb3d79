import { field, type Option } from "../kit";

/** Where somebody publishes. */
export const kolPlatforms = {
  youtube: { label: "YouTube" },
  instagram: { label: "Instagram" },
  tiktok: { label: "TikTok" },
  facebook: { label: "Facebook" },
  blog: { label: "博客" },
  dealSite: { label: "折扣站" },
} as const satisfies Record<string, Option>;

/** What somebody publishes about: the first level of the product categories. */
export const kolCategories = {
  HK: { label: "家居厨房" },
  EL: { label: "消费电子" },
  OD: { label: "户外运动" },
  PT: { label: "宠物用品" },
  TL: { label: "工具园艺" },
  BY: { label: "母婴玩具" },
  OF: { label: "办公文具" },
  AU: { label: "汽车用品" },
} as const satisfies Record<string, Option>;

export const starLevels = {
  nano: { label: "nano（1万以下）", tone: "grey" },
  micro: { label: "micro（1–10万）", tone: "blue" },
  mid: { label: "mid（10–50万）", tone: "green" },
  macro: { label: "macro（50万以上）", tone: "orange" },
} as const satisfies Record<string, Option>;

export const starStates = {
  draft: { label: "待完善", tone: "grey" },
  pool: { label: "公海", tone: "orange" },
  owned: { label: "已归属", tone: "blue" },
  cooperating: { label: "合作中", tone: "green" },
  blacklisted: { label: "黑名单", tone: "red" },
} as const satisfies Record<string, Option>;

export const kolPayMethods = {
  bank: { label: "银行" },
  paypal: { label: "PayPal" },
  alipay: { label: "支付宝" },
  wise: { label: "Wise" },
} as const satisfies Record<string, Option>;

export const coopModes = {
  sampleOnly: { label: "免费寄样" },
  fixed: { label: "固定费用" },
  fixedPlus: { label: "固定+佣金" },
  commission: { label: "纯佣金" },
} as const satisfies Record<string, Option>;

export const contentTypes = {
  video: { label: "视频" },
  post: { label: "图文" },
  story: { label: "快拍" },
  blog: { label: "博客" },
  live: { label: "直播" },
} as const satisfies Record<string, Option>;

export const attributionSources = {
  promoCode: { label: "折扣码订单" },
  manual: { label: "手工录入", tone: "orange" },
} as const satisfies Record<string, Option>;

export const deliverTypes = {
  warehouse: { label: "自有仓寄样" },
  fbaMcf: { label: "FBA多渠道" },
  localBuy: { label: "当地采购" },
} as const satisfies Record<string, Option>;

export const feeTypes = {
  advance: { label: "预付款" },
  balance: { label: "尾款" },
  commission: { label: "佣金" },
  other: { label: "其他" },
} as const satisfies Record<string, Option>;

/** What an agreement says of disclosure (market.md 2, 14.7). */
export const DISCLOSURE = "内容须按当地法规标注广告/赠品";

/** Shows payee data whole to who may and says why; what was seen is kept with who, when and why. */
export const showPayee = {
  label: "查看收款资料",
  permission: "kol_star_unmask",
  input: {
    why: field.text({
      ...{ label: "查看原因", required: true, min: 5, max: 200, asked: true },
      help: "至少5个字；查看会被记录，每人每天最多30次",
    }),
  },
} as const;
