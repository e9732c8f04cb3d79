import type { HeadOf, LineDraft } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { changeAmounts, changeTypesOf, type HeadChange } from "./amounts";
import { completeChange, mergedLines } from "./lines";
import type { Present } from "./present";

/** The order that a change is about, as it is. */
export interface Found {
  order: HeadOf<typeof purchaseOrder>;
  present: readonly Present[];
  /** Decimals of its currency. */
  scale: number;
}

/** Everything that a change works out of its order. @throws Refusal 400 at a line */
export function workOut(
  { order, present, scale }: Found,
  change: HeadChange,
  given: readonly LineDraft<typeof purchaseChange, "items">[],
) {
  const lines = completeChange(given, present, order);
  const merged = mergedLines(present, lines);
  const { totals, values } = changeAmounts(order, change, merged, scale);
  return { lines, merged, totals, values, types: changeTypesOf(order, change, lines) };
}

export type Worked = ReturnType<typeof workOut>;
