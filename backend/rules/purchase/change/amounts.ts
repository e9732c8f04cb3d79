import type { Row, Values } from "../../../documents/rules";
import { dec } from "../../../values/money";
import { fillAmounts, inBase, orderTotals } from "../order-lines/totals";
import { differs } from "./present";

/** Header values of the order after the change. */
export const newHead = (order: Row, change: Values): Values => ({
  ...order,
  warehouseId: change.newWarehouseId ?? order.warehouseId,
  freightAmount: change.newFreight ?? order.freightAmount,
  otherAmount: change.newOther ?? order.otherAmount,
  discountAmount: change.newDiscount ?? order.discountAmount,
  depositRate: change.newDepositRate ?? order.depositRate,
});

/** Kinds of change as a pure function of the difference (supply.md 3). */
export function changeTypesOf(order: Row, change: Values, lines: readonly Values[]): string[] {
  const old = lines.filter((l) => l.poLineId);
  const head = newHead(order, change);
  const types: [string, boolean][] = [
    ["qty", old.some((l) => Number(l.newQty) !== Number(l.oldQty))],
    [
      "price",
      old.some((l) => differs(l.newPrice, l.oldPrice) || differs(l.newTaxRate, l.oldTaxRate)),
    ],
    ["date", old.some((l) => l.newExpectDate !== l.oldExpectDate)],
    ["addLine", lines.some((l) => !l.poLineId)],
    ["warehouse", String(head.warehouseId) !== String(order.warehouseId)],
    [
      "fee",
      ["freightAmount", "otherAmount", "discountAmount"].some((n) => differs(head[n], order[n])),
    ],
    ["settle", differs(head.depositRate, order.depositRate)],
  ];
  return types.filter(([, yes]) => yes).map(([name]) => name);
}

/** Amounts of the order before and after; the new lines get their amounts. */
export function changeAmounts(order: Row, change: Values, merged: Values[], scale: number) {
  fillAmounts(merged, scale);
  const { lineTotal, ...totals } = orderTotals(merged, newHead(order, change), scale);
  const diff = dec(totals.orderAmount)
    .minus(dec(order.orderAmount as string))
    .toFixed(2);
  return {
    lineTotal,
    totals,
    values: {
      oldAmount: order.orderAmount,
      newAmount: totals.orderAmount,
      diffAmount: diff,
      diffBase: inBase(diff, order.rate),
    },
  };
}
