import type { Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { requireSkus, type SkuFacts } from "../../sku-lines";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Kinds of orders that may have lines for nothing. */
const GRATIS = new Set(["sample", "replenish"]);

/** Guards and defaults of the lines that need no other document. */
export function completeLines(
  lines: Values[],
  skus: ReadonlyMap<string, SkuFacts>,
  header: Values,
  supplierTax: string,
): void {
  requireSkus(lines, skus, (l) => `${l.awardId ?? ""}/${l.turnLineId ?? ""}`);
  for (const [i, line] of lines.entries()) {
    const sku = skus.get(String(line.skuId));
    if (dec(line.price as string).eq(0) && !GRATIS.has(String(header.orderType)))
      throw at(`items.${i}.price`, "单价须大于0");
    line.taxRate ??= header.taxType === "nonTax" ? "0" : supplierTax;
    line.expectDate ??= header.expectDate;
    line.openQty = Number(line.qty);
    Object.assign(line, {
      skuCode: sku?.skuCode,
      skuName: sku?.skuName,
      spec: sku?.spec,
      unit: sku?.unit,
    });
  }
  requireTaxes(lines, header.taxType, "items");
}

/** 不含税 ⇔ every tax rate is 0 (supply.md 3). */
export function requireTaxes(
  lines: readonly Values[],
  taxType: unknown,
  name: string,
  field = "taxRate",
): void {
  const taxed = lines.findIndex((l) => dec(l[field] as string).gt(0));
  if (taxType === "nonTax" && taxed >= 0)
    throw at(`${name}.${taxed}.${field}`, "不含税采购单的税率须为0");
  if (taxType === "tax" && lines.length && taxed < 0)
    throw at(`${name}.0.${field}`, "税率全部为0的采购单须为不含税");
}
