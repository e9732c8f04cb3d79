import type { RowOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { transition } from "../../../documents/written";
import { nothingToAsk } from "../asking/caps";
import { askedOrders } from "../asking/orders";
import { contractOf, keepsChange, openDocuments } from "../order-lines/open-documents";
import { comingOf, netReceivedOf } from "../order-lines/states";

interface Scene {
  row: RowOf<typeof purchaseOrder>;
}

const requireComing = ({ row }: Scene) =>
  !row.items.some((l) => comingOf(l) > 0) && "没有待到货数量";

const requireReceived = ({ row }: Scene) =>
  !row.items.some((l) => netReceivedOf(l) > 0) && "退货数量超过可退数量0";

/** Documents that are made of an order, where it is known that none can be. */
export const openings = [
  transition(purchaseOrder, "toContract", {
    lock: async (c, row) => ({ contract: await contractOf(c, row.id) }),
    guard: ({ contract }) => contract && `采购单已生成合同${contract.no}`,
  }),
  transition(purchaseOrder, "toPlan", { guard: requireComing }),
  transition(purchaseOrder, "toDelivery", { guard: requireComing }),
  transition(purchaseOrder, "toRequest", {
    lock: async (c, { id }) => ({ asked: (await askedOrders(c, [id])).get(id) }),
    guard: ({ asked }) => asked && nothingToAsk(asked),
  }),
  transition(purchaseOrder, "toReturn", { guard: requireReceived }),
  transition(purchaseOrder, "toExchange", { guard: requireReceived }),
  transition(purchaseOrder, "change", {
    lock: async (c, row) => ({ open: await openDocuments(c, row.id) }),
    guard: ({ open }) => keepsChange(open),
  }),
];
