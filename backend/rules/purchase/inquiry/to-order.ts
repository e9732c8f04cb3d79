import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { link } from "../../../documents/around/chain";
import { saidDrafts } from "../../../documents/around/drafts";
import { createDraft } from "../../../documents/writing/draft";
import { transition } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { groupBy } from "../../group-by";
import { draftOrders, orderHeader } from "../order/drafts";
import { openAwards, type Won } from "./awards";

/** The chosen awards; all where none is. */
const chosen = (open: readonly Won[], ids: readonly string[]) =>
  open.filter((w) => !ids.length || ids.includes(w.id));

/** 生成采购单: drafts by supplier, tax type and warehouse, of the chosen awards or of all. */
export const toOrder = transition(inquiryOrder, "toOrder", {
  lock: async (c, row) => ({
    open: await openAwards(c, row.id),
    drafts: await draftOrders(
      c,
      "award_id",
      row.quotes.map((q) => q.id),
    ),
  }),
  guard: ({ open, drafts }) =>
    !open.length && `定标数量已全部下单${saidDrafts(purchaseOrder, drafts)}`,
  check: ({ open }, { awardIds }) => !chosen(open, awardIds).length && "请选择未下单的定标明细",
  async effect(c, { row, open }, { awardIds, tradeTerm }) {
    const made: string[] = [];
    for (const group of groupBy(chosen(open, awardIds), (w) =>
      [w.supplierId, dec(w.taxRate).eq(0), w.warehouseId ?? ""].join("/"),
    )) {
      const [first] = group;
      if (!first) continue;
      const order = await createDraft(c, purchaseOrder, {
        ...(await orderHeader(c, first.supplierId, first.taxRate)),
        orderType: group.some((w) => w.urgent) ? "urgent" : "normal",
        buyerId: row.buyerId,
        warehouseId: first.warehouseId,
        currency: row.currency,
        tradeTerm: row.currency === "CNY" ? null : tradeTerm,
        expectDate: group.flatMap((w) => w.expectDate ?? []).sort()[0] ?? today(),
        items: group.map((w) => ({
          awardId: w.id,
          skuId: w.skuId,
          qty: w.open,
          price: w.price,
          taxRate: w.taxRate,
          expectDate: w.expectDate,
        })),
      });
      const from = { type: "inquiry_order", id: row.id };
      await link(c, from, { type: "purchase_order", id: order.id });
      made.push(order.no);
    }
    return { orders: made };
  },
});
