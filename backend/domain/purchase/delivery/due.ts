import type { RuleContext, SourceId } from "#backend/engine/documents";
import { conflict, missing } from "#backend/platform/http";
import { comingBy, comingOf, type Kind, leftOf } from "../order-lines/delivery-limits";
import { linesOfOrders, type OrderLine } from "../order-lines/order-lines";
import { requireExecuting, shownLine } from "../order-lines/placing";

/** Rows of a new delivery: quantity and cartons of the SKU, whole cartons rounded up. */
export const formLine = (
  line: OrderLine,
  kind: Kind,
  qty: number,
  plan?: { planLineId: string; planLineCode: string; due: string },
) => {
  const pcsPerCarton = line.pcsPerCarton ?? qty;
  const { due = line.expectDate, ...planned } = plan ?? {};
  return {
    ...shownLine(line),
    $due: due,
    openQty: comingBy(line, kind),
    qty,
    pcsPerCarton,
    cartons: Math.ceil(qty / pcsPerCarton),
    ...planned,
  };
};

/** A row of the form. */
export type FormLine = ReturnType<typeof formLine>;

/** What the next delivery of orders brings, and of which type: first what was ordered. */
export interface Start {
  deliveryType: Kind;
  items: FormLine[];
}

/** Lines that a delivery of this type may bring, without the allowance: a form asks for what is due. */
export async function dueOf(c: RuleContext, deliveryType: Kind, lines: readonly OrderLine[]) {
  const left = await leftOf(c, deliveryType, new Map(lines.map((l) => [l.id, l])), "0");
  const items = lines.flatMap((l) => {
    const qty = left.get(l.id) ?? 0;
    return qty > 0 ? [formLine(l, deliveryType, qty)] : [];
  });
  return { deliveryType, items };
}

/** @throws Refusal 404; 409 采购单{no}不是执行中, 没有待到货数量 */
export async function ofOrders(c: RuleContext, poIds: readonly SourceId[]): Promise<Start> {
  const lines = await linesOfOrders(c, poIds);
  if (!lines.length) throw missing();
  requireExecuting(lines);
  if (!lines.some((l) => comingOf(l) > 0)) throw conflict("没有待到货数量");
  for (const kind of ["normal", "replenish", "exchange"] as const) {
    const start = await dueOf(c, kind, lines);
    if (start.items.length) return start;
  }
  return { deliveryType: "normal", items: [] };
}
