import type { paymentRequest } from "#documents/finance/payment-request";
import type { RuleContext, Values } from "../../../documents/rules";
import type { SourcesOf } from "../../../documents/written";
import { conflict, missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { isOrderRequest, leftOf, mayBeAsked, nextType, notYet, type OrderRequest } from "./caps";
import { requireOne } from "./lines";
import { type AskedOrder, askedOrders } from "./orders";
import { defaultAccount } from "./payee";

/** Why nothing may be asked for of an order now. */
export function nothingToAsk(o: AskedOrder, type: OrderRequest = nextType(o)): string | undefined {
  if (!mayBeAsked(o)) return `采购单${o.no}未审批，不能请款`;
  const refused = notYet(o, type);
  if (refused) return refused;
  return dec(leftOf(o, type)).gt(0) ? undefined : `采购单${o.no}没有可请款金额`;
}

const later = (a: string, b: string | null) => (b && b > a ? b : a);

/**
 * Form of a request for orders of one supplier, company and currency: what is left of the type that is
 * asked for, or of the type that comes next.
 * @throws Refusal 409 why nothing may be asked for
 */
export async function prefillRequest(
  c: RuleContext,
  { poIds = [] }: SourcesOf<typeof paymentRequest>,
  by: Readonly<Record<string, string>>,
): Promise<Values> {
  const found = await askedOrders(c, poIds);
  const orders = poIds.flatMap((id) => found.get(id) ?? []);
  const first = requireOne(orders);
  if (!first) throw missing();
  const type = isOrderRequest(by.requestType) ? by.requestType : nextType(first);
  const open = orders.filter((o) => !nothingToAsk(o, type));
  if (!open.length) throw conflict(nothingToAsk(first, type) ?? "没有可请款金额");
  const account = await defaultAccount(c, first.supplierId, first.currency);
  const priced = c.caller.permissions.has("purchase_price_view");
  return {
    requestType: type,
    payeeType: "supplier",
    ...{ payeeId: first.supplierId, payeeName: first.supplierText },
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
