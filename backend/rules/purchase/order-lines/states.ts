import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { dec } from "../../../values/money";

type Order = HeadOf<typeof purchaseOrder>;

/** What is still to come of a line: of what was ordered, and owed for what went back. */
export type Coming = Record<"openQty" | "owedReplenishQty" | "owedExchangeQty", number>;

/** All pieces that are still to come of a line. */
export const comingOf = (l: Coming): number => l.openQty + l.owedReplenishQty + l.owedExchangeQty;

/** 到货状态 as a pure function of the lines (supply.md 3). */
export function receiveStatusOf(
  lines: readonly (Coming & { signedQty: number })[],
): Order["receiveStatus"] {
  if (!lines.some((l) => l.signedQty > 0)) return "none";
  return lines.every((l) => comingOf(l) === 0) ? "all" : "part";
}

/** 付款状态 as a pure function of header amounts (supply.md 3). */
export function payStatusOf(
  o: Pick<Order, "status" | "payableAmount" | "paidAmount" | "requestedAmount">,
  receiveStatus: Order["receiveStatus"],
): Order["payStatus"] {
  const [payable, paid, requested] = [
    dec(o.payableAmount),
    dec(o.paidAmount),
    dec(o.requestedAmount),
  ];
  const over = receiveStatus === "all" || o.status === "closed";
  // An order of which nothing came and nothing was paid owes nothing: that is not 已付清.
  if (over && payable.gt(0) && paid.gte(payable)) return "paid";
  if (paid.gt(0)) return over && payable.lte(0) ? "paid" : "part";
  return requested.gt(0) ? "requested" : "none";
}

type Quantities = Record<"signedQty" | "returnQty" | "replenishQty" | "exchangeQty", number>;

/** Pieces of a line that were received and did not go back. */
export const netReceivedOf = (l: Quantities): number =>
  l.signedQty - l.returnQty - l.replenishQty - l.exchangeQty;
