import type { paymentRequest } from "#documents/finance/payment-request";
import { requestTypes } from "#documents/finance/request-words";
import type { RuleContext, Values } from "../../../documents/rules";
import type { SourcesOf } from "../../../documents/written";
import { conflict, missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { askedBills, notAsked, openOf } from "../../logistics/bill/asking";
import {
  isOrderRequest,
  leftOf,
  nextType,
  nothingToAsk,
  type OrderRequest,
} from "../../purchase/asking/caps";
import { type AskedOrder, askedOrders } from "../../purchase/asking/orders";
import { requireOne } from "./lines";
import { defaultAccount } from "./payee";

const later = (a: string, b: string | null) => (b && b > a ? b : a);

/** Why an order is not part of a request, by its number. */
function outside(o: AskedOrder, type: OrderRequest): string | undefined {
  const why = nothingToAsk(o, type);
  return why && (why.includes(o.no) ? why : `采购单${o.no}：${why}`);
}

/** Form of a request for logistics bills of one payee, company and currency: what is open of each. */
async function prefillBills(c: RuleContext, ids: readonly string[]): Promise<Values> {
  const found = await askedBills(c, ids);
  const bills = ids.flatMap((id) => found.get(id) ?? []);
  const first = requireOne(bills);
  if (!first) throw missing();
  const open = bills.filter((b) => !notAsked(b));
  if (!open.length) throw conflict(notAsked(first) ?? "没有可请款金额");
  const account = await defaultAccount(c, first.supplierId, first.currency);
  return {
    ...{ requestType: "freight", payeeType: "supplier" },
    ...{ payeeSupplierId: first.supplierId, payeeName: first.supplierText },
    ...{ payeeAccountId: account?.id, payeeAccountName: account?.label },
    ...{ companyId: first.companyId, companyName: first.companyName },
    ...{ currency: first.currency, payCurrency: first.currency },
    expectPayDate: open.reduce((day, b) => later(day, b.dueDate), today()),
    items: open.map((b) => ({
      ...{ bizType: "bill", billId: b.id, $billId: b.no, amount: openOf(b) },
      ...{ orderAmount: b.totalAmount, payableAmount: b.totalAmount },
      ...{ requestedBefore: b.requestedAmount, paidBefore: b.paidAmount },
    })),
  };
}

/**
 * Form of a request for orders of one supplier, company and currency: what is left of the type that is
 * asked for, or of the type that comes next.
 * @throws Refusal 409 why nothing may be asked for
 */
export async function prefillRequest(
  c: RuleContext,
  { poIds = [], billIds = [] }: SourcesOf<typeof paymentRequest>,
  by: Readonly<Record<string, string>>,
): Promise<Values> {
  if (billIds.length) return prefillBills(c, billIds);
  const found = await askedOrders(c, poIds);
  const orders = poIds.flatMap((id) => found.get(id) ?? []);
  const first = requireOne(orders);
  if (!first) throw missing();
  const type = isOrderRequest(by.requestType) ? by.requestType : nextType(first);
  const open = orders.filter((o) => !nothingToAsk(o, type));
  if (!open.length) throw conflict(nothingToAsk(first, type) ?? "没有可请款金额");
  const leftOut = orders.flatMap((o) => outside(o, type) ?? []);
  const account = await defaultAccount(c, first.supplierId, first.currency);
  const priced = c.caller.permissions.has("purchase_price_view");
  return {
    ...(leftOut.length && {
      told: `按${requestTypes[type].label}请款，未带入${leftOut.length}张采购单：${leftOut.join("；")}`,
    }),
    requestType: type,
    payeeType: "supplier",
    ...{ payeeSupplierId: first.supplierId, payeeName: first.supplierText },
    ...{ payeeAccountId: account?.id, payeeAccountName: account?.label },
    ...{ companyId: first.companyId, companyName: first.companyName },
    ...{ currency: first.currency, payCurrency: first.currency },
    expectPayDate: open.reduce((day, o) => later(day, o.dueDate), today()),
    items: open.map((o) => ({
      ...{ bizType: "po", poId: o.id, $poId: o.no },
      ...(priced && {
        orderAmount: o.orderAmount,
        payableAmount: o.payableAmount,
        requestedBefore: o.requestedAmount,
        paidBefore: o.paidAmount,
        amount: leftOf(o, type),
      }),
    })),
  };
}
