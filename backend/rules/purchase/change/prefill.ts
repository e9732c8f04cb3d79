import type { RuleContext, SourceId } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { lockOrder } from "../order-lines/chain";
import { keepsChange } from "../order-lines/open-documents";
import { requireChangeable } from "./guards";
import { otherChange } from "./other";
import { type Present, presentLines } from "./present";

/** A line of an order unchanged, as a change begins with it. */
export const asItIs = (p: Present) => ({
  poLineId: p.id,
  skuId: p.skuId,
  newQty: p.qty,
  newPrice: p.price,
  newTaxRate: p.taxRate,
  newExpectDate: p.expectDate,
});

/** A change of an order as its form begins. @throws Refusal 409 when the order cannot be changed now */
export async function changeOf(c: RuleContext, poId: SourceId) {
  const order = await lockOrder(c, poId);
  requireChangeable(order);
  const waits = keepsChange({ change: await otherChange(c, order.id) });
  if (waits) throw conflict(waits);
  const prices = c.caller.permissions.has("purchase_price_view");
  return {
    poId: order.id,
    poName: order.no,
    items: (await presentLines(c, order.id)).map((p) => ({
      ...asItIs(p),
      $skuId: p.skuCode,
      skuName: p.skuName,
      spec: p.spec,
      unit: p.unit,
      oldQty: p.qty,
      oldTaxRate: p.taxRate,
      oldExpectDate: p.expectDate,
      ...(prices ? { oldPrice: p.price } : { newPrice: undefined }),
    })),
  };
}
