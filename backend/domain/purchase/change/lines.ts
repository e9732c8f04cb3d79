import type { RuleContext } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { keep } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { HeadOf, LineDraft, LineOf } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import type { PricedLine } from "../order-lines/totals";

/** A line of the order as a change finds it. */
export type Present = LineOf<typeof purchaseOrder, "items">;

/** Lines of the order in their order; they are locked in ascending order. */
export async function presentLines(c: RuleContext, poId: string): Promise<Present[]> {
  await c.sql.query(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0
     order by id ${keep(c.sql, "purchase_order_line")}`,
    [poId],
  );
  return (await readLines(c, purchaseOrder, poId)).items;
}

/** Fewest pieces that a line may be cut to: what has come, is on its way or is planned. */
export const boundOf = (l: Pick<Present, "signedQty" | "deliveredQty" | "planQty">): number =>
  Math.max(l.signedQty, l.deliveredQty, l.planQty);

type ChangeDecimal = string | null | undefined;

/** Are two exact decimals different amounts? */
export const differs = (a: ChangeDecimal, b: ChangeDecimal) => !dec(a).eq(dec(b));

type ChangeOrder = HeadOf<typeof purchaseOrder>;
type ChangeDraft = LineDraft<typeof purchaseChange, "items">;

/** A line of a change: old values beside the new ones. */
export type ChangeLine = ChangeDraft & {
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
export interface ChangeMerged extends PricedLine {
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

/** Old values beside the new ones; a line without a source line is one that the change adds. */
export function completeChange(
  lines: readonly ChangeDraft[],
  present: readonly Present[],
  order: ChangeOrder,
): ChangeLine[] {
  const seen = new Set<string>();
  return lines.map((line, i) => {
    if (!line.poLineId) return completeAdded(line, i, order);
    const was = present.find((p) => p.id === line.poLineId);
    if (!was) throw invalidAt(`items.${i}.newQty`, "采购明细不在这张采购单上");
    if (seen.has(was.id)) throw invalidAt(`items.${i}.newQty`, `第${was.lineNo}行重复`);
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

function completeAdded(line: ChangeDraft, i: number, order: ChangeOrder): ChangeLine {
  const { skuId, newQty, newPrice } = line;
  if (!skuId) throw invalidAt(`items.${i}.skuId`, "请选择SKU");
  if (!newQty || newQty < 1) throw invalidAt(`items.${i}.newQty`, "增行的数量须大于0");
  const gratis = order.orderType === "sample" || order.orderType === "replenish";
  if (!gratis && dec(newPrice).eq(0)) throw invalidAt(`items.${i}.newPrice`, "单价须大于0");
  return {
    ...line,
    skuId,
    newQty,
    newPrice: newPrice ?? "0",
    newTaxRate: line.newTaxRate ?? (order.taxType === "nonTax" ? "0" : "13"),
    newExpectDate: line.newExpectDate ?? order.expectDate,
    oldQty: 0,
    oldPrice: "0",
    oldTaxRate: "0",
    oldExpectDate: null,
  };
}

const asChanged = (l: ChangeLine) => ({
  qty: l.newQty,
  price: l.newPrice,
  taxRate: l.newTaxRate,
  expectDate: l.newExpectDate,
});

/** Lines of the order as they would be after the change, in order, without the dropped ones. */
export function mergedLines(present: readonly Present[], lines: readonly ChangeLine[]): ChangeMerged[] {
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
