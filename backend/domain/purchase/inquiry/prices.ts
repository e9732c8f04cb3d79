import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { today } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import type { inquiryOrder } from "#documents/purchase/inquiry-order";
import { wonOf } from "./compare";

type PriceRow = RowOf<typeof inquiryOrder>;

/** Awards of an inquiry with their SKUs. */
const awardsOf = ({ items, quotes }: PriceRow) =>
  wonOf(quotes).map((q) => ({ ...q, skuId: items.find((l) => l.id === q.lineId)?.skuId }));

/** Locks the SKUs whose prices an award will change. */
export const lockSkus = (c: RuleContext, row: PriceRow) =>
  lockIds(
    c.sql,
    "sku",
    awardsOf(row).map((q) => q.skuId),
  );

/**
 * An award is approved: its prices become supplier prices of the SKUs, valid until the quote's date
 * (supply.md 3). A row of the same supplier, currency and quantity is overwritten. The SKUs are locked.
 */
export async function storePrices(c: RuleContext, row: PriceRow): Promise<void> {
  const won = awardsOf(row);
  for (const q of won) {
    const values = [
      q.skuId,
      q.supplierId,
      row.currency,
      Math.max(1, q.moq ?? 1),
      q.price,
      q.taxRate ?? "0",
      q.leadDays,
      today(),
      q.validTo,
      row.no,
    ];
    const changed = await c.sql.query(
      `update sku_supplier_price set price = $5, tax_rate = $6, tax_included = false,
         lead_days = coalesce($7, lead_days), valid_from = $8, valid_to = $9, source_inquiry_no = $10,
         version = version + 1, update_time = now()
       where id = (select id from sku_supplier_price where sku_id = $1 and supplier_id = $2
           and currency = $3 and min_qty = $4 and del_flag = 0
         order by valid_from desc nulls last, id desc limit 1) returning id`,
      values,
    );
    if (changed.length) continue;
    await c.sql.query(
      `insert into sku_supplier_price (sku_id, supplier_id, currency, min_qty, price, tax_rate,
         lead_days, valid_from, valid_to, source_inquiry_no, tax_included, is_default, line_no,
         tenant_id, create_by)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false,
         not coalesce(bool_or(is_default), false), coalesce(max(line_no), 0) + 1, $11, $12
       from sku_supplier_price where sku_id = $1 and del_flag = 0`,
      [...values, c.tenantId, c.caller.userId],
    );
  }
  // Whoever edits a SKU meanwhile is told that it changed: its version moves.
  const skus = await c.sql.query<{ id: string }>(
    "update sku set version = version + 1 where id = any($1::bigint[]) returning id",
    [won.map((q) => q.skuId)],
  );
  for (const { id } of skus)
    await writeOperLog(c.sql, {
      tenantId: c.tenantId,
      bizType: "sku",
      bizId: id,
      action: `询价单${row.no}定标，更新供应商报价`,
      operator: c.caller,
    });
}
