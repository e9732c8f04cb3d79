import { z } from "zod";
import { labelled, maybeTexts, texts, wordsOf } from "../kit";

/** What changed what we owe (supply.md 6.0). */
export const payableTypes = labelled({
  receipt: "到货",
  receiptReverse: "到货冲销",
  return: "退货扣款",
  returnReverse: "退货冲销",
  fee: "运杂费",
  discount: "折扣",
  refund: "供应商退款",
  closeDeduct: "关闭扣款",
  payment: "付款",
  paymentReverse: "退票",
  offset: "抵扣",
  opening: "期初",
  openingPrepaid: "期初预付",
  openingAdjust: "期初更正",
  openingPrepaidAdjust: "期初预付更正",
});

export type PayableType = keyof typeof payableTypes;

/** The newest entries of a supplier or an order, as their pages are sent them; null without prices. */
export const payableEntries = z
  .array(
    z.object({
      ...texts("bizDate", "currency", "amount", "balance", "baseAmount", "bizNo", "bizDocument", "bizId"),
      ...maybeTexts("dueDate", "poId", "poNo"),
      bizType: wordsOf(payableTypes),
    }),
  )
  .nullable();
export type PayableEntrySent = NonNullable<z.output<typeof payableEntries>>[number];
