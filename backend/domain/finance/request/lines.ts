import { type AskedBill, notAsked, openOf } from "#backend/domain/logistics/bill/asking";
import { isOrderRequest, leftOf, mayBeAsked, type OrderRequest } from "#backend/domain/purchase/asking/caps";
import type { AskedOrder } from "#backend/domain/purchase/asking/orders";
import { conflict, invalid } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { paymentRequest } from "#documents/finance/payment-request";
import type { DraftOf, LineDraft } from "#documents/kit";

export type RequestLine = LineDraft<typeof paymentRequest, "items">;
type Orders = ReadonlyMap<string, AskedOrder>;
/** What lines are made of. */
export interface RequestOwed {
  orders: Orders;
  bills: ReadonlyMap<string, AskedBill>;
  openings: ReadonlyMap<string, AskedBill>;
}

const at = (i: number, field: string, message: string) => invalid(message, { [`items.${i}.${field}`]: message });

/** Lines that only other documents make (market.md 0.7). */
const MADE: readonly unknown[] = ["evaRequest", "kolAdsFee"];

function requireOrder(i: number, order: AskedOrder | undefined): AskedOrder {
  if (!order) throw at(i, "poId", "请选择采购单");
  if (!mayBeAsked(order)) throw conflict(`采购单${order.no}未审批，不能请款`);
  return order;
}

/** Fills what a line says of its order; an amount that nobody wrote is what is left. */
function fillOrder(line: RequestLine, order: AskedOrder, type: OrderRequest | undefined) {
  Object.assign(line, {
    orderAmount: order.orderAmount,
    payableAmount: order.payableAmount,
    requestedBefore: order.requestedAmount,
    paidBefore: order.paidAmount,
    rate: order.rate,
    bizId: order.id,
    bizNo: order.no,
  });
  if (line.bizType === "po" && type && (line.amount ?? "") === "") line.amount = leftOf(order, type);
}

/** The same of a logistics bill, or of an item of an opening. */
function fillBill(i: number, line: RequestLine, bill: AskedBill | undefined, type: unknown) {
  if (!bill && line.bizType === "opening") throw at(i, "openingId", "请选择期初应付");
  if (!bill) throw at(i, "billId", "请选择物流账单");
  if (isOrderRequest(type) && line.bizType === "bill")
    throw at(i, "billId", "物流账单的请款类型须为物流款、税金或其他");
  const refused = (line.amount ?? "") === "" && notAsked(bill);
  if (refused) throw conflict(refused);
  Object.assign(line, {
    orderAmount: bill.totalAmount,
    payableAmount: bill.totalAmount,
    poId: null,
    requestedBefore: bill.requestedAmount,
    paidBefore: bill.paidAmount,
    rate: bill.rate,
    bizId: bill.id,
    bizNo: bill.no,
    amount: (line.amount ?? "") === "" ? openOf(bill) : line.amount,
  });
}

function requireAmount(i: number, line: RequestLine) {
  const amount = dec(line.amount);
  if (line.bizType === "offset") {
    if (amount.gte(0)) throw at(i, "amount", "抵扣金额须小于0");
  } else if (amount.lte(0)) throw at(i, "amount", "本次请款须大于0");
}

/**
 * Checks the lines of a request and fills what follows of their orders. `made`: another document brings
 * them.
 * @throws Refusal 400 at a line
 */
export function fillLines(
  { requestType }: Pick<DraftOf<typeof paymentRequest>, "requestType">,
  lines: readonly RequestLine[],
  { orders, bills, openings }: RequestOwed,
  { made, rate }: { made: boolean; rate: string },
): void {
  const type = isOrderRequest(requestType) ? requestType : undefined;
  const seen = new Set<string>();
  lines.forEach((line, i) => {
    if (MADE.includes(line.bizType) && !made) throw at(i, "bizType", "测评请款和红人广告费由其来源单据生成");
    if (line.bizType !== "bill") line.billId = null;
    if (line.bizType !== "opening") line.openingId = null;
    if (line.bizType === "bill" || (line.bizType === "opening" && !isMade(line, made))) {
      const key = `${line.bizType}:${line.billId ?? line.openingId}`;
      if (seen.has(key)) throw line.billId ? at(i, "billId", "物流账单重复") : at(i, "openingId", "期初应付重复");
      seen.add(key);
      fillBill(i, line, bills.get(line.billId ?? "") ?? openings.get(line.openingId ?? ""), requestType);
    } else if (line.bizType === "po" || line.bizType === "offset") {
      const order = requireOrder(i, orders.get(line.poId ?? ""));
      if (line.bizType === "po" && !type) throw at(i, "poId", "采购单的请款类型须为预付款、尾款、全款或月结");
      const key = `${line.bizType}:${order.id}`;
      if (seen.has(key)) throw at(i, "poId", `采购单${order.no}重复`);
      seen.add(key);
      fillOrder(line, order, type);
    } else {
      if (!line.costDesc) throw at(i, "costDesc", "请填写费用说明");
      const none = { orderAmount: "0", payableAmount: "0", requestedBefore: "0", paidBefore: "0" };
      Object.assign(line, { ...none, poId: null, rate });
    }
    requireAmount(i, line);
  });
}

/** What is asked for an item of an opening that owes no supplier: its own document made the request. */
export const isMade = ({ bizType, openingId }: Pick<RequestLine, "bizType" | "openingId">, made: boolean): boolean =>
  bizType === "opening" && made && !openingId;

type RequestPayee = Pick<AskedOrder, "supplierId" | "supplierText" | "companyId" | "companyName" | "currency">;

/** Orders and bills of lines are of one supplier, company and currency. @throws Refusal 409 */
export function requireOne<O extends RequestPayee>(orders: readonly O[]): O | undefined {
  const [first] = orders;
  for (const o of orders) {
    if (o.supplierId !== first?.supplierId) throw conflict("一张请款单只能有一个收款方");
    if (o.currency !== first.currency) throw conflict("采购单币种不一致，请分别请款");
    if (o.companyId !== first.companyId) throw conflict("采购主体不一致，请分别请款");
  }
  return first;
}
