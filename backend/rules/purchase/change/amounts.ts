import type { DraftOf, HeadOf, RowOf } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { dec } from "../../../values/money";
import { fillAmounts, inBase, orderTotals } from "../order-lines/totals";
import type { ChangeLine, Merged } from "./lines";
import { differs } from "./present";

type Order = HeadOf<typeof purchaseOrder>;
type Kind = RowOf<typeof purchaseChange>["changeTypes"][number];

/** What a change says of the header; nothing leaves it as it is. */
export type HeadChange = Pick<
  DraftOf<typeof purchaseChange>,
  "newWarehouseId" | "newFreight" | "newOther" | "newDiscount" | "newDepositRate"
>;

/** Header values of the order after the change. */
export const newHead = (order: Order, change: HeadChange): Order => ({
  ...order,
  warehouseId: change.newWarehouseId ?? order.warehouseId,
  freightAmount: change.newFreight ?? order.freightAmount,
  otherAmount: change.newOther ?? order.otherAmount,
  discountAmount: change.newDiscount ?? order.discountAmount,
  depositRate: change.newDepositRate ?? order.depositRate,
});

const FEES = ["freightAmount", "otherAmount", "discountAmount"] as const;

/** Kinds of change as a pure function of the difference (supply.md 3). */
export function changeTypesOf(
  order: Order,
  change: HeadChange,
  lines: readonly ChangeLine[],
): Kind[] {
  const old = lines.filter((l) => l.poLineId);
  const head = newHead(order, change);
  const types: [Kind, boolean][] = [
    ["qty", old.some((l) => l.newQty !== l.oldQty)],
    [
      "price",
      old.some((l) => differs(l.newPrice, l.oldPrice) || differs(l.newTaxRate, l.oldTaxRate)),
    ],
    ["date", old.some((l) => l.newExpectDate !== l.oldExpectDate)],
    ["addLine", lines.some((l) => !l.poLineId)],
    ["warehouse", head.warehouseId !== order.warehouseId],
    ["fee", FEES.some((n) => differs(head[n], order[n]))],
    ["settle", differs(head.depositRate, order.depositRate)],
  ];
  return types.filter(([, yes]) => yes).map(([name]) => name);
}

/** Amounts of the order before and after; the new lines get their amounts. */
export function changeAmounts(
  order: Order,
  change: HeadChange,
  merged: readonly Merged[],
  scale: number,
) {
  fillAmounts(merged, scale);
  const totals = orderTotals(merged, newHead(order, change), scale);
  const diff = dec(totals.orderAmount).minus(dec(order.orderAmount)).toFixed(2);
  return {
    totals,
    values: {
      oldAmount: order.orderAmount,
      newAmount: totals.orderAmount,
      diffAmount: diff,
      diffBase: inBase(diff, order.rate),
    },
  };
}
