import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import type { csRefund } from "#documents/service/cs-refund";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";
import { dec, sum } from "../../../values/money";
import { requireEvidence, requireRoom } from "./limits";
import { lockOrder, type PaidLine, type PaidOrder } from "./order";
import { leftOf, mostTax, proposed } from "./share";

type Draft = DraftOf<typeof csRefund>;
type Item = LineDraft<typeof csRefund, "items">;

const empty = (value: string | null | undefined) => value === null || value === undefined;

/** One line as it is kept: what was left open is worked out of the quantity, tax of goods and freight. */
function worked(order: PaidOrder, line: PaidLine, item: Item, whole: boolean) {
  const own = {
    ...{ ...item, orderLineId: line.lineNo, sellerSku: line.sellerSku, skuId: line.skuId },
  };
  if (whole) return { ...own, qty: leftOf(line).qty, ...leftOf(line).money };
  const qty = item.qty ?? 0;
  const shares = qty ? proposed(line, qty, order.scale) : undefined;
  const principal = dec(empty(item.principal) ? shares?.principal : item.principal).toFixed(2);
  const shipping = dec(item.shipping).toFixed(2);
  const nothing = dec(principal).plus(shipping).eq(0);
  const due = nothing ? "0.00" : mostTax(line, { principal, shipping }, order.scale);
  return {
    ...own,
    qty,
    principal,
    shipping,
    tax: empty(item.tax) ? due : dec(item.tax).toFixed(2),
  };
}

/** Completes a refund before it is written, under the lock of its order. */
export async function complete(c: RuleContext, next: Draft, before?: RowOf<typeof csRefund>) {
  const refund = { ...before, ...next };
  const order = await lockOrder(c, refund.platformOrderId, before?.id);
  const whole = refund.refundType === "full";
  const given: readonly Item[] = refund.items ?? [];
  const twice = given.find(
    (item, i) => given.findIndex((o) => o.orderLineId === item.orderLineId) < i,
  );
  if (twice) throw invalidAt("items", "订单行重复");
  const items = whole
    ? order.lines.map((line) => {
        const item = given.find((i) => i.orderLineId === line.lineNo) ?? {};
        return worked(order, line, item, true);
      })
    : given.map((item, i) => {
        const line = order.lines.find((l) => l.lineNo === item.orderLineId);
        if (!line) throw invalidAt(`items.${i}.orderLineId`, "订单行不存在，请重新选择订单");
        return worked(order, line, item, false);
      });
  const asked = { refundType: refund.refundType ?? "partial", reason: refund.reason ?? "" };
  requireRoom(order, { ...asked, items });
  requireEvidence({ ...asked, evidence: refund.evidence });
  const total = (name: "principal" | "tax" | "shipping") => sum(items.map((i) => i[name]));
  Object.assign(next, {
    ...{ items, storeId: order.storeId, siteId: order.siteId, buyerKey: order.buyerKey },
    ...{ currency: order.currency, ownerId: before?.ownerId ?? c.caller.userId },
    ...{ principalAmount: total("principal"), taxAmount: total("tax") },
    shippingAmount: total("shipping"),
    amount: sum([total("principal"), total("tax"), total("shipping")]),
  });
}
