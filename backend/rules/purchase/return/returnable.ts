import type { RowOf } from "#documents/kit";
import type { purchaseReturn } from "#documents/purchase/purchase-return";
import { conflict } from "../../../http/refusal";
import type { OrderLine } from "../order-lines/order-lines";

/**
 * Which orders a return may name: replenishing needs one that still runs.
 * @throws Refusal 409 采购单{no}已完结，只能退货扣款; 采购单{no}不是执行中
 */
export function requireReturnable(
  lines: Iterable<OrderLine>,
  mode: RowOf<typeof purchaseReturn>["returnMode"] | null | undefined,
): void {
  for (const { status, poNo } of lines) {
    const over = status === "completed" || status === "closed";
    if (mode === "replenish" && over) throw conflict(`采购单${poNo}已完结，只能退货扣款`);
    if (status !== "executing" && !over) throw conflict(`采购单${poNo}不是执行中`);
  }
}
