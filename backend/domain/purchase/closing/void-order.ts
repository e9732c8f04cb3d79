import { type RuleContext, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { dropFromContract } from "../contract/change";
import { endPlansOf } from "../delivery-plan/state";
import { orderSources } from "../demand/order-sources";
import { lockContractFirst, lockPlansFirst } from "../order-lines/locks";
import { contractOf, keepsChange, keepsDelivery, openDocuments } from "../order-lines/open-documents";
import { refreshOnOrder, refreshOpenAmount } from "../order-lines/totals";

/** What ends with an order besides itself; its plans and contract are locked before it. */
async function sceneOf(c: RuleContext, { id, items }: RowOf<typeof purchaseOrder>) {
  await lockIds(
    c.sql,
    "purchase_order_line",
    items.map((l) => l.id),
  );
  return { open: await openDocuments(c, id), contract: await contractOf(c, id) };
}

/** 作废 (supply.md 3): everything that the order holds is given back. */
export const voidOrder = transition(purchaseOrder, "void", {
  async lockFirst(c, id) {
    await lockPlansFirst(c, id);
    await lockContractFirst(c, id);
  },
  lock: sceneOf,
  guard({ row, open, contract }) {
    if (row.items.some((l) => l.signedQty > 0)) return `采购单${row.no}已有到货，不能作废，请使用关闭`;
    if (open.delivery) return keepsDelivery(open);
    if (dec(row.requestedAmount).gt(0) || dec(row.paidAmount).gt(0)) return `采购单${row.no}存在请款或付款，不能作废`;
    if (contract && contract.status !== "signed") return `采购单已生成合同${contract.no}，请先作废合同`;
    return keepsChange(open);
  },
  async effect(c, { row, contract }) {
    await orderSources(
      c,
      row.items.map(({ awardId, turnLineId, qty }) => ({ awardId, turnLineId, qty: -qty })),
    );
    await endPlansOf(c, row.id, "void");
    await refreshOnOrder(
      c,
      row.items.map((l) => l.skuId),
    );
    await refreshOpenAmount(c, row.supplierId);
    if (contract) await dropFromContract(c, contract.id, row.id);
  },
});
