import { groupBy } from "#backend/domain/group-by";
import { pricesFor } from "#backend/domain/supplier/price";
import { createDraft, link, type RuleContext, transition } from "#backend/engine/documents";
import { saidDrafts } from "#backend/engine/documents/around/drafts";
import { dec } from "#backend/platform/values";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { purchaseLinesOf } from "../demand/turn-lines";
import { draftOrders, draftQty, orderHeader } from "../order/drafts";

/** Lines of which something is neither inquired nor ordered nor on a draft, with their valid prices. */
async function openLines(c: RuleContext, id: string) {
  const lines = await purchaseLinesOf(c, [id]);
  const drafts = await draftQty(
    c,
    "turn_line_id",
    lines.map((l) => l.id),
    true,
  );
  const open = lines.map((l) => ({ ...l, open: l.freeQty - (drafts.get(l.id) ?? 0) })).filter((l) => l.open > 0);
  const prices = await pricesFor(
    c,
    open.map((l) => ({ skuId: l.skuId, supplierId: l.supplierId, qty: l.open })),
  );
  return open.map((line, i) => ({ line, price: prices[i] }));
}

/** 直接下单: drafts of purchase orders, one for each supplier, currency and tax type. */
export const toOrder = transition(turnRequisition, "toOrder", {
  // Whoever counts on its lines locks the header first: nothing changes them meanwhile.
  lock: async (c, row) => ({
    open: await openLines(c, row.id),
    drafts: await draftOrders(
      c,
      "turn_line_id",
      row.items.map((l) => l.id),
    ),
  }),
  guard({ open, drafts }) {
    if (!open.length) return `没有待下单数量${saidDrafts(purchaseOrder, drafts)}`;
    const none = open.find((l) => !l.price);
    return none && `SKU ${none.line.skuCode} 没有有效价格，请先询价`;
  },
  async effect(c, { row, open }, { tradeTerm }) {
    const made: string[] = [];
    const priced = open.flatMap(({ line, price }) => (price ? [{ line, price }] : []));
    for (const group of groupBy(priced, ({ price: p }) => [p.supplierId, p.currency, dec(p.taxRate).eq(0)].join("/"))) {
      const [first] = group;
      if (!first) continue;
      const order = await createDraft(c, purchaseOrder, {
        ...(await orderHeader(c, first.price.supplierId, first.price.taxRate)),
        orderType: row.urgency === "urgent" ? "urgent" : "normal",
        buyerId: row.buyerId,
        warehouseId: row.warehouseId,
        currency: first.price.currency,
        tradeTerm: first.price.currency === "CNY" ? null : tradeTerm,
        expectDate: group.map(({ line }) => line.expectDate).sort()[0],
        items: group.map(({ line, price }) => ({
          turnLineId: line.id,
          skuId: line.skuId,
          qty: line.open,
          price: price.price,
          taxRate: price.taxRate,
          expectDate: line.expectDate,
        })),
      });
      const from = { type: "turn_requisition", id: row.id };
      await link(c, from, { type: "purchase_order", id: order.id });
      made.push(order.no);
    }
    return { orders: made };
  },
});
