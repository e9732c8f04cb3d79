import { z } from "zod";
import { labelled, maybeTexts, type Option, texts } from "../kit";

export const refundTypes = {
  full: { label: "全额" },
  partial: { label: "部分" },
  goodwill: { label: "补偿", tone: "orange" },
} as const satisfies Record<string, Option>;

export const refundStates = {
  auditing: { label: "待审核", tone: "orange" },
  approved: { label: "待执行", tone: "blue" },
  executing: { label: "执行中", tone: "blue" },
  done: { label: "已退款", tone: "green" },
  failed: { label: "执行失败", tone: "red" },
} as const satisfies Record<string, Option>;

export const vocSources = labelled({
  message: "站内信",
  return: "退货",
  review: "评价",
  ncx: "NCX指标",
  feedback: "店铺反馈",
  other: "其他",
});

export const severities = {
  low: { label: "一般", tone: "grey" },
  mid: { label: "较重", tone: "blue" },
  high: { label: "严重", tone: "orange" },
  safety: { label: "安全", tone: "red" },
} as const satisfies Record<string, Option>;

/** Days until a complaint is to be dealt with. */
export const DUE_DAYS = { low: 15, mid: 7, high: 3, safety: 1 } as const;

export const cxHealths = {
  excellent: { label: "极佳", tone: "green" },
  good: { label: "良好", tone: "green" },
  fair: { label: "一般", tone: "orange" },
  poor: { label: "差", tone: "red" },
  veryPoor: { label: "极差", tone: "red" },
  insufficient: { label: "反馈不足", tone: "grey" },
} as const satisfies Record<string, Option>;

export const verdicts = {
  ok: { label: "有效", tone: "green" },
  ng: { label: "无效", tone: "red" },
} as const satisfies Record<string, Option>;

export const customerLevels = {
  new: { label: "新客", tone: "grey" },
  repeat: { label: "复购", tone: "blue" },
  vip: { label: "VIP", tone: "orange" },
} as const satisfies Record<string, Option>;

/** A parcel of an order, with what the carrier told last. */
const parcel = z.object({
  ...texts("id", "no", "status"),
  ...maybeTexts("trackingNo", "carrierCode", "shipTime", "deliveredTime"),
});

/** Something that happened around an order, with the document that says more, if any. */
const happened = z.object({ ...maybeTexts("at", "document", "id", "no", "detail"), what: z.string() });

/** What the page of an order is sent besides its fields. */
export const allOrderSends = { parcels: z.array(parcel), timeline: z.array(happened) };

const common = { id: z.string(), no: z.string(), status: z.string(), time: z.string().nullable() };
const money = { amount: z.string().nullable(), currency: z.string().nullable() };
const said = z.string().nullable();

/** The newest of what a buyer bought, wrote, got back and complained of; null for what the reader may not see. */
export const customerSends = {
  orders: z
    .array(z.object({ ...common, ...money, store: z.string(), qty: z.number().nullable(), skus: said }))
    .nullable(),
  threads: z.array(z.object({ ...common, subject: said, orderNo: said })).nullable(),
  refunds: z.array(z.object({ ...common, ...money })).nullable(),
  vocs: z.array(z.object({ ...common, severity: said, description: said })).nullable(),
};

/** The order beside a talk, as far as an answer needs it. */
const talkOrder = z.object({
  ...texts("id", "no", "status"),
  ...maybeTexts("currency", "total", "time", "channel", "buyer", "deliver"),
  goods: z.array(z.string()),
});

/** Operations of an order that may be begun from beside a talk. */
export const talkSteps = ["refund", "createVoc"] as const;

/** What the page of a thread is sent besides its fields. */
export const threadSends = {
  talk: z.object({
    /** Message → who wrote it. */
    writers: z.record(z.string(), z.string()),
    order: talkOrder.nullish(),
    parcels: z.array(parcel),
    steps: z.array(z.enum(talkSteps)),
  }),
  /** Ways to answer, with the words of the order filled in. */
  templates: z.array(
    z.object({ id: z.string(), title: z.string(), language: z.string().nullable(), text: z.string() }),
  ),
};
