import type { DraftOf } from "#documents/kit";
import { purchaseChange } from "#documents/purchase/purchase-change";
import { link } from "../../../documents/around/chain";
import { rules } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { scaleOf } from "../../../values/rates";
import { awardPrices, leavesAward } from "../order/prices";
import { lockOrder } from "../order-lines/chain";
import { notReceiving } from "../order-lines/receiving";
import { requireChangeable } from "./guards";
import { changeImpact } from "./impact";
import { asItIs, changeOf } from "./prefill";
import { differs, presentLines } from "./present";
import { transitions } from "./transitions";
import { workOut } from "./work";

/** 采购变更单 (supply.md 3). */
export const purchaseChangeRules = rules(purchaseChange, {
  async prefill(c, from) {
    const [poId] = from.poId ?? [];
    return poId ? changeOf(c, poId) : {};
  },
  enrichOne: changeImpact,
  async beforeSave(c, next, before) {
    const whole: DraftOf<typeof purchaseChange> = { ...before, ...next };
    const order = await lockOrder(c, whole.poId ?? "");
    requireChangeable(order);
    const present = await presentLines(c, order.id);
    const given = whole.items ?? [];
    // Begun without its lines: those of the order as they are, to be changed one by one.
    const lines = given.length || before ? given : present.map(asItIs);
    const scale = await scaleOf(c, order.currency);
    const foreign = await notReceiving(c, next.newWarehouseId);
    if (foreign) throw invalidAt("newWarehouseId", foreign);
    const worked = workOut({ order, present, scale }, whole, lines);
    Object.assign(next, worked.values, {
      items: worked.lines,
      changeTypes: worked.types,
      supplierId: order.supplierId,
      supplierText: order.supplierText,
      buyerId: order.buyerId,
      currency: order.currency,
      poNo: order.no,
      poRevision: order.revision,
      oldHead: {
        warehouse: order.warehouseName,
        freight: order.freightAmount,
        other: order.otherAmount,
        discount: order.discountAmount,
        depositRate: order.depositRate,
      },
    });
    return { poId: order.id };
  },
  async afterSave(c, id, _next, _before, { poId }) {
    await link(c, { type: "purchase_order", id: poId }, { type: "purchase_change", id });
  },
  transitions,
  async flowFlags(c, { poId, items, oldAmount, diffAmount, diffBase }) {
    const present = await presentLines(c, poId);
    const awarded = await awardPrices(c, present);
    const old = dec(oldAmount);
    const diff = dec(diffAmount).abs();
    return {
      amountCny: dec(diffBase).abs().toFixed(2),
      awardPriceChanged: items.some((l) => {
        const awardId = present.find((p) => p.id === l.poLineId)?.awardId;
        return (
          differs(l.newPrice, l.oldPrice) && leavesAward({ awardId, price: l.newPrice }, awarded)
        );
      }),
      diffPercent: old.eq(0) ? "0.00" : diff.div(old).times(100).round(2).toFixed(2),
    };
  },
});
