import type { Option } from "../kit";

/** What changed what we owe (supply.md 6.0). */
export const payableTypes = {
  receipt: { label: "到货" },
  receiptReverse: { label: "到货冲销" },
  return: { label: "退货扣款" },
  returnReverse: { label: "退货冲销" },
  fee: { label: "运杂费" },
  discount: { label: "折扣" },
  refund: { label: "供应商退款" },
  closeDeduct: { label: "关闭扣款" },
  payment: { label: "付款" },
  paymentReverse: { label: "退票" },
  offset: { label: "抵扣" },
} as const satisfies Record<string, Option>;

export type PayableType = keyof typeof payableTypes;
