import type { HeadOf, LineDraft } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import type { PricedLine } from "../order-lines/totals";
import type { Present } from "./present";

type Order = HeadOf<typeof purchaseOrder>;
type Draft = LineDraft<typeof purchaseChange, "items">;

/** A line of a change: old values beside the new ones. */
export type ChangeLine = Draft & {
  skuId: string;
  oldQty: number;
  newQty: number;
  oldPrice: string;
  newPrice: string;
  oldTaxRate: string | null;
  newTaxRate: string | null;
  oldExpectDate: string | null;
  newExpectDate: string | null;
};

/** A line of the order as the change would leave it. */
export interface Merged extends PricedLine {
  /** None: the change adds it. */
  id: string | null;
  skuId: string;
  qty: number;
  price: string;
  taxRate: string | null;
  expectDate: string | null;
  remark?: string | null;
  awardId?: string | null;
  turnLineId?: string | null;
}

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Old values beside the new ones; a line without a source line is one that the change adds. */
export function completeChange(
  lines: readonly Draft[],
  present: readonly Present[],
  order: Order,
): ChangeLine[] {
  const seen = new Set<string>();
  return lines.map((line, i) => {
    if (!line.poLineId) return completeAdded(line, i, order);
    const was = present.find((p) => p.id === line.poLineId);
    if (!was) throw at(`items.${i}.newQty`, "采购明细不在这张采购单上");
    if (seen.has(was.id)) throw at(`items.${i}.newQty`, `第${was.lineNo}行重复`);
    seen.add(was.id);
    return {
      ...line,
      skuId: was.skuId,
      skuCode: was.skuCode,
      skuName: was.skuName,
      spec: was.spec,
      unit: was.unit,
      oldQty: was.qty,
      oldPrice: was.price,
      oldTaxRate: was.taxRate,
      oldExpectDate: was.expectDate,
      newQty: line.newQty ?? 0,
      newPrice: line.newPrice ?? was.price,
      newTaxRate: line.newTaxRate ?? was.taxRate,
      newExpectDate: line.newExpectDate ?? was.expectDate,
    };
  });
}

function completeAdded(line: Draft, i: number, order: Order): ChangeLine {
  const { skuId, newQty, newPrice } = line;
  if (!skuId) throw at(`items.${i}.skuId`, "请选择SKU");
  if (!newQty || newQty < 1) throw at(`items.${i}.newQty`, "增行的数量须大于0");
  const gratis = order.orderType === "sample" || order.orderType === "replenish";
  if (!gratis && dec(newPrice).eq(0)) throw at(`items.${i}.newPrice`, "单价须大于0");
  return {
    ...line,
    skuId,
    newQty,
    newPrice: newPrice ?? "0",
    newTaxRate: line.newTaxRate ?? (order.taxType === "nonTax" ? "0" : "13"),
    newExpectDate: line.newExpectDate ?? order.expectDate,
    ...{ oldQty: 0, oldPrice: "0", oldTaxRate: "0", oldExpectDate: null },
  };
}

const asChanged = (l: ChangeLine) => ({
  qty: l.newQty,
  price: l.newPrice,
  taxRate: l.newTaxRate,
  expectDate: l.newExpectDate,
});

/** Lines of the order as they would be after the change, in order, without the dropped ones. */
export function mergedLines(present: readonly Present[], lines: readonly ChangeLine[]): Merged[] {
  const kept = present.flatMap((p) => {
    const line = lines.find((l) => l.poLineId === p.id);
    if (!line) return [{ ...p }];
    return line.newQty === 0 ? [] : [{ ...p, ...asChanged(line) }];
  });
  const added = lines
    .filter((l) => !l.poLineId)
    .map((l) => ({ id: null, skuId: l.skuId, remark: l.remark, ...asChanged(l) }));
  return [...kept, ...added];
}
