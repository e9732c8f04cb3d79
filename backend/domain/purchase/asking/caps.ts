import type { RuleContext } from "#backend/engine/documents";
import { dec, round } from "#backend/platform/values";
import type { RequestType } from "#documents/finance/payment-pool";
import type { AskedOrder } from "./orders";

/** Why an amount of an order is too much: `named` tells what there is, to whoever may see prices. */
export const sayAmount = ({ caller }: Pick<RuleContext, "caller">, named: string, plain: string): string =>
  caller.permissions.has("purchase_price_view") ? named : plain;

/** Requests that orders give reason for. */
export type OrderRequest = Extract<RequestType, "deposit" | "balance" | "full" | "monthly">;

export const isOrderRequest = (type: unknown): type is OrderRequest =>
  ["deposit", "balance", "full", "monthly"].some((t) => t === type);

const runs = ({ status }: Pick<AskedOrder, "status">) => status === "approved" || status === "executing";

/** The balance is asked for before the goods leave. */
const beforeShip = (o: AskedOrder, type: OrderRequest) =>
  type === "balance" && o.balanceTrigger === "beforeShip" && runs(o);

/** What may be asked for of a type altogether, and what of it was (supply.md 6, caps per PO). */
export function capOf(o: AskedOrder, type: OrderRequest): { cap: string; used: string } {
  if (type === "deposit")
    return { cap: round(dec(o.orderAmount).times(dec(o.depositRate)).div(100), o.scale), used: o.deposits };
  const cap = beforeShip(o, type)
    ? dec(o.orderAmount)
    : dec(o.payableAmount).minus(type === "monthly" ? o.thisMonth : 0);
  return { cap: cap.toFixed(2), used: o.requestedAmount };
}

/** An order as what may be paid of it altogether follows from it. */
type CapPaidOrder = Pick<AskedOrder, "status" | "balanceTrigger" | "orderAmount" | "payableAmount"> & {
  returnAmount: string;
};

/** What may be paid of an order altogether, by a request of this type: what came, or is still to come. */
export function payableMost(o: CapPaidOrder, type: RequestType): string {
  const ahead = type === "deposit" || (type === "balance" && o.balanceTrigger === "beforeShip");
  const whole = dec(o.orderAmount).minus(o.returnAmount);
  return (ahead && runs(o) && whole.gt(o.payableAmount) ? whole : dec(o.payableAmount)).toFixed(2);
}

/** What is left to ask for of a type, never below 0. */
export function leftOf(o: AskedOrder, type: OrderRequest): string {
  const { cap, used } = capOf(o, type);
  const left = dec(cap).minus(used);
  const whole = dec(o.orderAmount).minus(o.requestedAmount);
  const most = type === "deposit" && whole.lt(left) ? whole : left;
  return (most.lt(0) ? dec(0) : most).toFixed(2);
}

/** Why this amount is too much, in the words of supply.md. */
export function beyondCap(
  c: Pick<RuleContext, "caller">,
  o: AskedOrder,
  type: OrderRequest,
  amount: string,
): string | undefined {
  const { cap, used } = capOf(o, type);
  const sum = dec(used).plus(amount);
  const two = (v: string) => dec(v).toFixed(2);
  const beyond = (asked: string, most: string) =>
    sayAmount(c, `累计请款${asked}超过应付金额${two(most)}`, "累计请款超过应付金额");
  if (type === "deposit") {
    if (sum.gt(cap)) return sayAmount(c, `预付款累计不能超过${two(cap)}`, "预付款累计超过订单的预付比例");
    const all = dec(o.requestedAmount).plus(amount);
    return all.gt(o.orderAmount) ? beyond(all.toFixed(2), o.orderAmount) : undefined;
  }
  return sum.gt(cap) ? beyond(sum.toFixed(2), cap) : undefined;
}

/** Why an order does not let this type be asked for yet (supply.md 6, trigger). */
export function notYet(o: AskedOrder, type: OrderRequest): string | undefined {
  const word = type === "deposit" ? "预付款" : "尾款";
  if (type === "deposit" || beforeShip(o, type)) {
    if (o.status !== "approved") return undefined;
    return o.contractNo ? `合同${o.contractNo}未签署，不能申请${word}` : `采购单${o.no}未签合同，不能申请${word}`;
  }
  if (type !== "balance") return undefined;
  if (o.signedQty <= 0) return `采购单${o.no}未到货，不能申请尾款`;
  return o.balanceTrigger === "afterInspection" && o.uninspected
    ? `采购单${o.no}存在未质检的签收单，不能申请尾款`
    : undefined;
}

/** The type that is to be asked for next. */
export function nextType(o: AskedOrder): OrderRequest {
  if (o.settleMethod === "monthly") return "monthly";
  if (o.settleMethod !== "deposit") return "full";
  return o.signedQty <= 0 && dec(leftOf(o, "deposit")).gt(0) ? "deposit" : "balance";
}

/** States of orders that may be asked for (supply.md 3, toRequest). */
export const mayBeAsked = ({ status }: Pick<AskedOrder, "status">): boolean =>
  runs({ status }) || status === "completed" || status === "closed";

/** Credit of an order that requests may still use. */
export function creditOf(o: AskedOrder): string {
  const left = dec(o.refundDueAmount).minus(o.offsets);
  return (left.lt(0) ? dec(0) : left).toFixed(2);
}

/** Why nothing may be asked for of an order now. */
export function nothingToAsk(o: AskedOrder, type: OrderRequest = nextType(o)): string | undefined {
  if (!mayBeAsked(o)) return `采购单${o.no}未审批，不能请款`;
  const refused = notYet(o, type);
  if (refused) return refused;
  return dec(leftOf(o, type)).gt(0) ? undefined : `采购单${o.no}没有可请款金额`;
}
