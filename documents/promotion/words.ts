import { z } from "zod";
import { labelled, maybeTexts, type Option, texts, wordsOf } from "../kit";

export const resourceTypes = labelled({
  agency: "服务商",
  panel: "试用用户组",
  media: "站外媒体",
  vine: "Vine计划",
  platform: "活动平台",
});

export const payMethods = labelled({
  bank: "银行",
  paypal: "PayPal",
  alipay: "支付宝",
  platform: "平台扣款",
}) satisfies Record<string, Option>;

export const levels = labelled({ A: "A", B: "B", C: "C", D: "D" }) satisfies Record<string, Option>;

export const purposes = labelled({
  userResearch: "用户调研",
  vine: "Vine注册",
  qualityCheck: "品质复核",
  newProduct: "新品试用",
});

/** What the platform says of an order that was registered. */
export const matchStates = {
  unmatched: { label: "未匹配", tone: "grey" },
  matched: { label: "已匹配", tone: "green" },
  amountDiff: { label: "金额不符", tone: "orange" },
  returned: { label: "已退货", tone: "red" },
  cancelled: { label: "已取消", tone: "red" },
} as const satisfies Record<string, Option>;

/** Told for the record alone: no guard and no amount ever reads it (market.md 14). */
export const feedbackTypes = labelled({
  none: "无",
  survey: "问卷",
  media: "站外内容",
  publicReview: "公开评价",
}) satisfies Record<string, Option>;

export const promoTypes = labelled({
  coupon: "优惠券",
  lightningDeal: "秒杀",
  bestDeal: "BD",
  primeExclusive: "Prime专享",
  promoCode: "折扣码",
  offSite: "站外促销",
});

export const rebateDirections = {
  pay: { label: "应付服务费", tone: "orange" },
  receive: { label: "应收返点", tone: "green" },
} as const satisfies Record<string, Option>;

export const rebateSources = labelled({ evaluationOrder: "测评订单", platformPromotion: "平台推广", refund: "返款单" });

export const evaRequestTypes = labelled({
  refund: "返款",
  rebate: "服务费",
  promotion: "推广费",
  mixed: "综合",
}) satisfies Record<string, Option>;

/** What a line of 测评请款单 asks money for. */
export const requestedSources = labelled({
  refund: "返款单",
  rebate: "返利单",
  platformPromotion: "平台推广",
}) satisfies Record<string, Option>;

export const invoiceStates = {
  none: { label: "无票", tone: "grey" },
  later: { label: "后补", tone: "orange" },
  received: { label: "已收", tone: "green" },
} as const satisfies Record<string, Option>;

/** Who pays; null where no company is set to. */
const party = z.string().nullable();

/** Pictures of orders by their numbers; one without any has a row as well. */
const pictures = z.array(z.object({ no: z.string(), day: z.string(), fileId: z.string().nullable() }));

/** What happened in each month: orders by their day, at what they cost. */
const months = z.array(
  z.object({
    month: z.string(),
    /** Of the stores where it was bought. */
    currency: z.string(),
    orders: z.number(),
    checked: z.number(),
    abnormal: z.number(),
    /** What participants paid for checked orders, and the fees for them. */
    paid: z.string(),
    fees: z.string(),
  }),
);

/** An order of a task, as the page of that is sent it. */
const workOrder = z.object({
  ...maybeTexts("refundNo", "rebateNo"),
  photos: z.number(),
  ...texts("id", "no", "platformOrderNo", "alias", "day", "paid", "status"),
  match: wordsOf(matchStates),
});

/** Who decided what in the last approval. */
const trail = z.array(z.object({ ...maybeTexts("person", "comment", "time"), node: z.string(), action: z.string() }));

/** What the pages of this module are sent besides their fields. */
export const monthSends = { months };
export const photoSends = { party, pictures };
export const evaluationSends = { ...monthSends, ...photoSends, workOrders: z.array(workOrder).nullable() };
export const requestSends = { party, trail };
