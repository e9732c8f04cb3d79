import type { Values } from "../../../documents/rules";

/** 到货状态 as a pure function of the lines (supply.md 3). */
export function receiveStatusOf(lines: readonly { signedQty: number; openQty: number }[]): string {
  if (!lines.some((l) => l.signedQty > 0)) return "none";
  return lines.every((l) => l.openQty <= 0) ? "all" : "part";
}

/** 付款状态 as a pure function of header amounts (supply.md 3). */
export function payStatusOf(o: Values, receiveStatus: string): string {
  const [payable, paid, requested] = [o.payableAmount, o.paidAmount, o.requestedAmount].map(Number);
  const over = receiveStatus === "all" || o.status === "closed";
  // An order of which nothing came and nothing was paid owes nothing: that is not 已付清.
  if (over && (payable ?? 0) > 0 && (paid ?? 0) >= (payable ?? 0)) return "paid";
  if ((paid ?? 0) > 0) return over && (payable ?? 0) <= 0 ? "paid" : "part";
  return (requested ?? 0) > 0 ? "requested" : "none";
}
