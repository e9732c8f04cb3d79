import type { Option } from "../kit";

/** What a request asks money for (supply.md 6). */
export const requestTypes = {
  deposit: { label: "预付款" },
  balance: { label: "尾款" },
  full: { label: "全款" },
  monthly: { label: "月结" },
  freight: { label: "物流款" },
  tariff: { label: "税金" },
  other: { label: "其他" },
} as const satisfies Record<string, Option>;

export type RequestType = keyof typeof requestTypes;

/** What a line of a request stands for. */
export const requestSources = {
  po: { label: "采购单" },
  bill: { label: "物流账单" },
  offset: { label: "抵扣", tone: "orange" },
  evaRequest: { label: "测评请款" },
  kolAdsFee: { label: "红人广告费" },
  other: { label: "其他" },
} as const satisfies Record<string, Option>;

export const payRateTypes = {
  request: { label: "请款指定" },
  pay: { label: "付款指定" },
} as const satisfies Record<string, Option>;

export const invoiceStates = {
  none: { label: "未收", tone: "grey" },
  part: { label: "部分", tone: "orange" },
  all: { label: "已收齐", tone: "green" },
} as const satisfies Record<string, Option>;

/** States after approval. */
export const payingStates = {
  approved: { label: "待付款", tone: "blue" },
  partPaid: { label: "部分付款", tone: "orange" },
  paid: { label: "已付清", tone: "green" },
} as const satisfies Record<string, Option>;
