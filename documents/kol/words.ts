import { z } from "zod";
import { field, figures, labelled, maybeTexts, type Option, texts } from "../kit";

/** Where somebody publishes. */
export const kolPlatforms = labelled({
  youtube: "YouTube",
  instagram: "Instagram",
  tiktok: "TikTok",
  facebook: "Facebook",
  blog: "博客",
  dealSite: "折扣站",
});

/** What somebody publishes about: the first level of the product categories. */
export const kolCategories = labelled({
  HK: "家居厨房",
  EL: "消费电子",
  OD: "户外运动",
  PT: "宠物用品",
  TL: "工具园艺",
  BY: "母婴玩具",
  OF: "办公文具",
  AU: "汽车用品",
});

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

export const kolPayMethods = labelled({
  bank: "银行",
  paypal: "PayPal",
  alipay: "支付宝",
  wise: "Wise",
}) satisfies Record<string, Option>;

export const coopModes = labelled({
  sampleOnly: "免费寄样",
  fixed: "固定费用",
  fixedPlus: "固定+佣金",
  commission: "纯佣金",
});

export const contentTypes = labelled({
  video: "视频",
  post: "图文",
  story: "快拍",
  blog: "博客",
  live: "直播",
}) satisfies Record<string, Option>;

export const attributionSources = {
  promoCode: { label: "折扣码订单" },
  manual: { label: "手工录入", tone: "orange" },
} as const satisfies Record<string, Option>;

export const deliverTypes = labelled({
  warehouse: "自有仓寄样",
  fbaMcf: "FBA多渠道",
  localBuy: "当地采购",
}) satisfies Record<string, Option>;

export const feeTypes = labelled({
  advance: "预付款",
  balance: "尾款",
  commission: "佣金",
  other: "其他",
}) satisfies Record<string, Option>;

/** What an agreement says of disclosure (market.md 2, 14.7). */
export const DISCLOSURE = "内容须按当地法规标注广告/赠品";

/** Shows payee data whole to who may and says why; what was seen is kept with who, when and why. */
export const showPayee = {
  label: "查看收款资料",
  permission: "kol_star_unmask",
  input: {
    why: field.text("查看原因", {
      required: true,
      min: 5,
      max: 200,
      asked: true,
      help: "至少5个字；查看会被记录，每人每天最多30次",
    }),
  },
} as const;

/** Who pays; null where no company is set to. */
const party = z.string().nullable();

/** An order behind what a code brought; without its number for who may not read it. */
const sold = z.object({
  ...texts("id", "status", "cooperationId", "cooperationNo"),
  ...maybeTexts("orderNo", "day", "currency", "sales", "promoCode"),
});

/** What work with a star cost and brought in a month, CNY. */
const month = z.object({
  ...texts("month", "sampleCost", "feeCost", "cost", "sales"),
  ...figures("coops", "samples", "fees", "orders"),
  roi: z.string().nullable(),
});

/** What the pages of this module are sent besides their fields. */
export const feeSends = { party };
export const cooperationSends = { party, sold: z.array(sold) };
export const starSends = { months: z.array(month), sold: z.array(sold) };
