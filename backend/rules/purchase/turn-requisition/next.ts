import { link } from "../../../documents/around/chain";
import type { Row, RuleContext } from "../../../documents/rules";
import { createDraft } from "../../../documents/writing/draft";
import { conflict } from "../../../http/refusal";
import { groupBy } from "../../group-by";
import { pricesFor } from "../../supplier/price";
import { lockTurnLines, purchaseLinesOf } from "../demand/turn-lines";
import { draftQty, orderHeader } from "../order/drafts";
import { purchaseOrderRules } from "../order/purchase-order";

/**
 * 直接下单: drafts of purchase orders, one for each supplier, currency and tax type, of what is neither
 * inquired nor ordered nor on a draft.
 * @throws Refusal 409 没有待下单数量 | SKU {code} 没有有效价格，请先询价
 */
export async function orderTurn(c: RuleContext, row: Row) {
  const ids = (await purchaseLinesOf(c, [row.id])).map((l) => l.id);
  const locked = await lockTurnLines(c, ids);
  const drafts = await draftQty(c, "turn_line_id", ids, true);
  const lines = ids
    .flatMap((id) => locked.get(id) ?? [])
    .map((l) => ({ ...l, open: l.freeQty - (drafts.get(l.id) ?? 0) }))
    .filter((l) => l.open > 0);
  if (!lines.length) throw conflict("没有待下单数量");
  const prices = await pricesFor(
    c,
    lines.map((l) => ({ skuId: l.skuId, supplierId: l.supplierId, qty: l.open })),
  );
  const priced = lines.map((l, i) => {
    const price = prices[i];
    if (!price) throw conflict(`SKU ${l.skuCode} 没有有效价格，请先询价`);
    return { ...l, price };
  });
  const made: string[] = [];
  for (const group of groupBy(priced, ({ price: p }) =>
    [p.supplierId, p.currency, Number(p.taxRate) === 0].join("/"),
  )) {
    const [first] = group;
    if (!first) continue;
    const order = await createDraft(c, "purchase_order", purchaseOrderRules, {
      ...(await orderHeader(c, first.price.supplierId, first.price.taxRate)),
      orderType: row.urgency === "urgent" ? "urgent" : "normal",
      buyerId: row.buyerId,
      warehouseId: row.warehouseId,
      currency: first.price.currency,
      expectDate: group.map((l) => l.expectDate).sort()[0],
      items: group.map((l) => ({
        turnLineId: l.id,
        skuId: l.skuId,
        qty: l.open,
        price: l.price.price,
        taxRate: l.price.taxRate,
        expectDate: l.expectDate,
      })),
    });
    await link(
      c,
      { type: "turn_requisition", id: row.id },
      { type: "purchase_order", id: order.id },
    );
    made.push(order.no);
  }
  return { orders: made };
}
