import type { Option } from "../kit";

/** What a freight template counts a shipment by (supply.md 5). */
export const billingTypes = {
  weight: { label: "计费重" },
  volume: { label: "体积" },
  container: { label: "整柜" },
} as const satisfies Record<string, Option>;

export const roundUnits = {
  "0.1": { label: "0.1 kg" },
  "0.5": { label: "0.5 kg" },
  "1": { label: "1 kg" },
} as const satisfies Record<string, Option>;

export const roundScopes = {
  box: { label: "按箱" },
  shipment: { label: "按票" },
} as const satisfies Record<string, Option>;

export const lineKinds = {
  tier: { label: "阶梯" },
  surcharge: { label: "附加费", tone: "orange" },
} as const satisfies Record<string, Option>;

export const calcTypes = {
  fixed: { label: "每票" },
  perKg: { label: "每公斤" },
  perCarton: { label: "每箱" },
  percent: { label: "运费百分比" },
} as const satisfies Record<string, Option>;

export const conditions = {
  always: { label: "总是" },
  battery: { label: "含电" },
  overweight: { label: "超22.5kg" },
  oversize: { label: "边长超60cm" },
  remote: { label: "偏远" },
} as const satisfies Record<string, Option>;

export type BillingType = keyof typeof billingTypes;
export type CalcType = keyof typeof calcTypes;
export type FreightCondition = keyof typeof conditions;
