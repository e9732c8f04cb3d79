import type { Option } from "../kit";

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

export const vocSources = {
  message: { label: "站内信" },
  return: { label: "退货" },
  review: { label: "评价" },
  ncx: { label: "NCX指标" },
  feedback: { label: "店铺反馈" },
  other: { label: "其他" },
} as const satisfies Record<string, Option>;

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
