import { oaPayment } from "#documents/finance/oa-payment";
import { apOpen } from "#documents/finance/payables/ap-open";
import { OVERDUE } from "#documents/finance/payables/due-words";
import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import type { DocumentType, FieldName, StateOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { inspection } from "#documents/purchase/inspection";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";

/** `block`: the month cannot be closed; `warn`: it is asked about. */
export type Level = "block" | "warn";

/** Rows of a list, up to the last day of a month, that should be done before it is closed. */
export interface OpenRows {
  label: string;
  level: Level;
  document: DocumentType;
  /** Values of the list's filters. */
  where(endDate: string): Record<string, string>;
}

/** Documents in these states whose day is in the month or before. */
const open = <D extends DocumentType>(
  level: Level,
  label: string,
  document: D,
  states: readonly StateOf<D>[],
  day: FieldName<D> | "createTime" = "createTime",
): OpenRows => ({
  ...{ level, label, document },
  where: (endDate) => ({ status: states.join(","), [`${day}To`]: endDate }),
});

const begun = ["draft", "auditing", "rejected"] as const;

/** What blocks could not be posted any more; what warns goes on in a later month. */
export const OPEN_ROWS: readonly OpenRows[] = [
  open("block", "已审批未入库的其他入库单", otherIn, ["approved"], "bizDate"),
  open("block", "已审批未出库的其他出库单", otherOut, ["approved"], "bizDate"),
  open("warn", "已发货未签收的送货单", delivery, ["shipped", "partSigned"], "shipDate"),
  open("warn", "已签收未质检的质检单", inspection, ["pending", "inspecting", "auditing"]),
  open("warn", "已审批未出库的退货单", purchaseReturn, ["approved"]),
  open("warn", "已审批未出库的换货单", purchaseExchange, ["approved"]),
  open("warn", "未完成审批的其他入库单", otherIn, begun, "bizDate"),
  open("warn", "未完成审批的其他出库单", otherOut, begun, "bizDate"),
  open("warn", "未完成审批的退货单", purchaseReturn, begun),
  open("warn", "未发货的送货单草稿", delivery, ["draft"]),
  {
    ...{ level: "warn", label: "到期未付的应付", document: apOpen },
    where: (endDate) => ({ bucket: OVERDUE, dueDateTo: endDate }),
  },
  open("warn", "未确认的供应商对账单", supplierStatement, ["draft", "sent"], "toDate"),
  open(
    "warn",
    "到期望付款日未付清的请款单",
    paymentRequest,
    ["approved", "partPaid"],
    "expectPayDate",
  ),
  open("warn", "未完成审批的请款单", paymentRequest, begun),
  open("warn", "到计划付款日未付款的付款单", payment, ["pending", "merged", "oa"], "plannedDate"),
  open("warn", "已审批未付款的OA付款单", oaPayment, ["approved"]),
];
