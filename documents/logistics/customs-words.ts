import { flowStates } from "../kit";

/** Kinds of 报关单 by the value in their address, with the customs supervision mode (supply.md B.6). */
export const customsTypes = {
  "1": { label: "一般贸易0110" },
  "2": { label: "出口海外仓9810" },
  "3": { label: "B2B直接出口9710" },
  "4": { label: "市场采购1039" },
  "5": { label: "买单报关" },
} as const;

export type CustomsType = keyof typeof customsTypes;

/** Code and name of the supervision mode, as the sheet for customs prints them; 买单 has none of its own. */
export const supervision: Record<CustomsType, string> = {
  "1": "0110 一般贸易",
  "2": "9810 跨境电商出口海外仓",
  "3": "9710 跨境电商B2B直接出口",
  "4": "1039 市场采购",
  "5": "",
};

/** Types whose goods get tax back. */
export const refundable = ["1", "2", "3"] as const;

/** Whether goods of this type get tax back. */
export const isRefundable = (type: unknown): boolean =>
  refundable.some((known) => known === String(type));

export const refundStates = {
  na: { label: "不适用", tone: "grey" },
  todo: { label: "待退税", tone: "orange" },
  filed: { label: "已申报", tone: "blue" },
  refunded: { label: "已退", tone: "green" },
} as const;

/** What customs do with a declaration that was approved. */
export const customsStates = {
  approved: { label: "待申报", tone: "blue" },
  declared: { label: "已申报", tone: "blue" },
  inspecting: { label: "查验中", tone: "orange" },
  released: { label: "已放行", tone: "green" },
  done: { label: "已结关", tone: "green" },
} as const;

/** States of a declaration as its transfers show them. */
export const declarationStates = {
  draft: flowStates.draft,
  auditing: flowStates.auditing,
  rejected: flowStates.rejected,
  ...customsStates,
} as const;

/** States of a declaration in which its goods may leave the country. */
export const letGo = ["released", "done"] as const;
