import type { Option } from "../kit";

export const resourceTypes = {
  agency: { label: "服务商" },
  panel: { label: "试用用户组" },
  media: { label: "站外媒体" },
  vine: { label: "Vine计划" },
  platform: { label: "活动平台" },
} as const satisfies Record<string, Option>;

export const payMethods = {
  bank: { label: "银行" },
  paypal: { label: "PayPal" },
  alipay: { label: "支付宝" },
  platform: { label: "平台扣款" },
} as const satisfies Record<string, Option>;

export const levels = {
  A: { label: "A" },
  B: { label: "B" },
  C: { label: "C" },
  D: { label: "D" },
} as const satisfies Record<string, Option>;

export const purposes = {
  userResearch: { label: "用户调研" },
  vine: { label: "Vine注册" },
  qualityCheck: { label: "品质复核" },
  newProduct: { label: "新品试用" },
} as const satisfies Record<string, Option>;

/** What the platform says of an order that was registered. */
export const matchStates = {
  unmatched: { label: "未匹配", tone: "grey" },
  matched: { label: "已匹配", tone: "green" },
  amountDiff: { label: "金额不符", tone: "orange" },
  returned: { label: "已退货", tone: "red" },
  cancelled: { label: "已取消", tone: "red" },
} as const satisfies Record<string, Option>;

/** Told for the record alone: no guard and no amount ever reads it (market.md 14). */
export const feedbackTypes = {
  none: { label: "无" },
  survey: { label: "问卷" },
  media: { label: "站外内容" },
  publicReview: { label: "公开评价" },
} as const satisfies Record<string, Option>;

export const promoTypes = {
  coupon: { label: "优惠券" },
  lightningDeal: { label: "秒杀" },
  bestDeal: { label: "BD" },
  primeExclusive: { label: "Prime专享" },
  promoCode: { label: "折扣码" },
  offSite: { label: "站外促销" },
} as const satisfies Record<string, Option>;

export const rebateDirections = {
  pay: { label: "应付服务费", tone: "orange" },
  receive: { label: "应收返点", tone: "green" },
} as const satisfies Record<string, Option>;

export const rebateSources = {
  evaluationOrder: { label: "测评订单" },
  platformPromotion: { label: "平台推广" },
  refund: { label: "返款单" },
} as const satisfies Record<string, Option>;

export const evaRequestTypes = {
  refund: { label: "返款" },
  rebate: { label: "服务费" },
  promotion: { label: "推广费" },
  mixed: { label: "综合" },
} as const satisfies Record<string, Option>;

/** What a line of 测评请款单 asks money for. */
export const requestedSources = {
  refund: { label: "返款单" },
  rebate: { label: "返利单" },
  platformPromotion: { label: "平台推广" },
} as const satisfies Record<string, Option>;

export const invoiceStates = {
  none: { label: "无票", tone: "grey" },
  later: { label: "后补", tone: "orange" },
  received: { label: "已收", tone: "green" },
} as const satisfies Record<string, Option>;
