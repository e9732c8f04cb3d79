import { type AskedBill, askedBills, notAsked, openOf } from "#backend/domain/logistics/bill/asking";
import {
  isOrderRequest,
  leftOf,
  nextType,
  nothingToAsk,
  type OrderRequest,
} from "#backend/domain/purchase/asking/caps";
import { type AskedOrder, askedOrders } from "#backend/domain/purchase/asking/orders";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { conflict, missing } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { requestTypes } from "#documents/finance/payment-pool";
import type { paymentRequest } from "#documents/finance/payment-request";
import { askedOpenings } from "../opening/asking";
import { requireOne } from "./lines";
import { defaultAccount } from "./payee";

const later = (a: string, b: string | null) => (b && b > a ? b : a);

/** Why an order is not part of a request, by its number. */
function outside(o: AskedOrder, type: OrderRequest): string | undefined {
  const why = nothingToAsk(o, type);
  return why && (why.includes(o.no) ? why : `采购单${o.no}：${why}`);
}

type PrefillPaid = Pick<AskedOrder, "supplierId" | "supplierText" | "companyId" | "companyName" | "currency">;

/** Who is paid by whom, in the currency of what is owed. */
async function paidTo(c: RuleContext, { supplierId, supplierText, companyId, companyName, currency }: PrefillPaid) {
  const account = await defaultAccount(c, supplierId, currency);
  const payee = { payeeSupplierId: supplierId, payeeName: supplierText };
  const to = { payeeAccountId: account?.id, payeeAccountName: account?.label };
  return { payeeType: "supplier", ...payee, ...to, companyId, companyName, currency, payCurrency: currency };
}

/** Form of a request for bills, or items of openings, of one payee, company and currency: what is open of each. */
async function prefillBills(c: RuleContext, ids: readonly string[], opening: boolean): Promise<RuleValues> {
  const found = opening ? await askedOpenings(c, ids) : await askedBills(c, ids);
  const bills = ids.flatMap((id) => found.get(id) ?? []);
  const first = requireOne(bills);
  if (!first) throw missing();
  const open = bills.filter((b) => !notAsked(b));
  if (!open.length) throw conflict(notAsked(first) ?? "没有可请款金额");
  const named = (b: AskedBill) =>
    opening
      ? { bizType: "opening", openingId: b.id, $openingId: b.no }
      : { bizType: "bill", billId: b.id, $billId: b.no };
  return {
    requestType: opening ? "other" : "freight",
    ...(await paidTo(c, first)),
    expectPayDate: open.reduce((day, b) => later(day, b.dueDate), today()),
    items: open.map((b) => ({
      ...named(b),
      amount: openOf(b),
      orderAmount: b.totalAmount,
      payableAmount: b.totalAmount,
      requestedBefore: b.requestedAmount,
      paidBefore: b.paidAmount,
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
  { poIds = [], billIds = [], openingIds = [] }: SourcesOf<typeof paymentRequest>,
  by: Readonly<Record<string, string>>,
): Promise<RuleValues> {
  if (billIds.length) return prefillBills(c, billIds, false);
  if (openingIds.length) return prefillBills(c, openingIds, true);
  const found = await askedOrders(c, poIds);
  const orders = poIds.flatMap((id) => found.get(id) ?? []);
  const first = requireOne(orders);
  if (!first) throw missing();
  const type = isOrderRequest(by.requestType) ? by.requestType : nextType(first);
  const open = orders.filter((o) => !nothingToAsk(o, type));
  if (!open.length) throw conflict(nothingToAsk(first, type) ?? "没有可请款金额");
  const leftOut = orders.flatMap((o) => outside(o, type) ?? []);
  const priced = c.caller.permissions.has("purchase_price_view");
  return {
    ...(leftOut.length && {
      told: `按${requestTypes[type].label}请款，未带入${leftOut.length}张采购单：${leftOut.join("；")}`,
    }),
    requestType: type,
    ...(await paidTo(c, first)),
    expectPayDate: open.reduce((day, o) => later(day, o.dueDate), today()),
    items: open.map((o) => ({
      bizType: "po",
      poId: o.id,
      $poId: o.no,
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
