import type { Row, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import type { Present } from "./present";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Old values beside the new ones; a line without a source line is one that the change adds. */
export function completeChange(lines: Values[], present: readonly Present[], order: Row): void {
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (!line.poLineId) {
      completeAdded(line, i, order);
      continue;
    }
    const was = present.find((p) => p.id === String(line.poLineId));
    if (!was) throw at(`items.${i}.newQty`, "采购明细不在这张采购单上");
    if (seen.has(was.id)) throw at(`items.${i}.newQty`, `第${was.lineNo}行重复`);
    seen.add(was.id);
    Object.assign(line, {
      skuId: was.skuId,
      skuCode: was.skuCode,
      skuName: was.skuName,
      spec: was.spec,
      unit: was.unit,
      oldQty: was.qty,
      oldPrice: was.price,
      oldTaxRate: was.taxRate,
      oldExpectDate: was.expectDate,
      newPrice: line.newPrice ?? was.price,
      newTaxRate: line.newTaxRate ?? was.taxRate,
      newExpectDate: line.newExpectDate ?? was.expectDate,
    });
  }
}

function completeAdded(line: Values, i: number, order: Row) {
  if (!line.skuId) throw at(`items.${i}.skuId`, "请选择SKU");
  if (Number(line.newQty) < 1) throw at(`items.${i}.newQty`, "增行的数量须大于0");
  const gratis = order.orderType === "sample" || order.orderType === "replenish";
  if (!gratis && dec(line.newPrice as string).eq(0)) throw at(`items.${i}.newPrice`, "单价须大于0");
  line.newTaxRate ??= order.taxType === "nonTax" ? "0" : "13";
  line.newExpectDate ??= order.expectDate;
  Object.assign(line, { oldQty: 0, oldPrice: "0", oldTaxRate: "0", oldExpectDate: null });
}

/** Lines of the order as they would be after the change, in order, without the dropped ones. */
export function mergedLines(present: readonly Present[], lines: readonly Values[]): Values[] {
  const kept = present.flatMap((p) => {
    const line = lines.find((l) => String(l.poLineId ?? "") === p.id);
    if (!line) return [{ ...p }];
    if (Number(line.newQty) === 0) return [];
    return [
      {
        ...p,
        qty: Number(line.newQty),
        price: line.newPrice,
        taxRate: line.newTaxRate,
        expectDate: line.newExpectDate,
      },
    ];
  });
  const added = lines
    .filter((l) => !l.poLineId)
    .map((l) => ({
      ...l,
      id: null,
      qty: Number(l.newQty),
      price: l.newPrice,
      taxRate: l.newTaxRate,
      expectDate: l.newExpectDate,
    }));
  return [...kept, ...added] as Values[];
}
