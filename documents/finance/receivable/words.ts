import type { Option } from "../../kit";

/** Why what platforms owe us changed. */
export const platTypes = {
  settled: { label: "结算", tone: "blue" },
  payout: { label: "到账", tone: "green" },
  fee: { label: "手续费", tone: "orange" },
  payoutFail: { label: "打款失败", tone: "red" },
  adjust: { label: "调整", tone: "grey" },
} as const satisfies Record<string, Option>;

export type PlatType = keyof typeof platTypes;
