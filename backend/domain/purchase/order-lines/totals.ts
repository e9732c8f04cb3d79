import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { allocate, dec, lineAmounts, round, sum } from "#backend/platform/values";
import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";

/** A line with a price: what is given, and what is worked out of it. */
export interface PricedLine {
  qty?: number | null;
  price?: string | null;
  taxRate?: string | null;
  priceInclTax?: string | null;
  amountExclTax?: string | null;
  taxAmount?: string | null;
  amount?: string | null;
  feeShare?: string | null;
}

/** Fees of a header and how they are shared. */
export interface Fees {
  freightAmount?: string | null;
  otherAmount?: string | null;
  discountAmount?: string | null;
  feeShareType?: HeadOf<typeof purchaseOrder>["feeShareType"] | null;
}

/** Fills the computed amounts of each line (supply.md 0.7). */
export function fillAmounts(lines: readonly PricedLine[], scale: number): void {
  for (const l of lines) Object.assign(l, lineAmounts(l.qty, l.price, l.taxRate, scale));
}

/**
 * Header totals of lines whose amounts are filled (supply.md 3): orderAmount = Σ amount + freight +
 * other − discount; 货款 + 税额 are the two parts of Σ amount. Each line gets its share of the fees.
 */
export function orderTotals(lines: readonly PricedLine[], header: Fees, scale: number) {
  const fees = dec(header.freightAmount).plus(dec(header.otherAmount)).minus(dec(header.discountAmount));
  const by = header.feeShareType ?? "amount";
  const shares =
    by === "none"
      ? lines.map(() => "0")
      : allocate(
          fees,
          lines.map((l) => (by === "qty" ? l.qty : l.amount)),
          scale,
        );
  lines.forEach((l, i) => {
    l.feeShare = shares[i] ?? "0";
  });
  const total = sum(lines.map((l) => l.amount));
  return {
    goodsAmount: sum(lines.map((l) => l.amountExclTax)),
    taxAmount: sum(lines.map((l) => l.taxAmount)),
    orderAmount: dec(total).plus(fees).toFixed(2),
    totalQty: lines.reduce((n, l) => n + (l.qty ?? 0), 0),
    lineTotal: total,
  };
}

/** Amount in CNY at a frozen rate. */
export const inBase = (amount: string | null, rate: string | null) => round(dec(amount).times(dec(rate)), 2);

/** stock.onOrderQty: what is still to come of orders in force, kept on the SKU. */
export async function refreshOnOrder(c: RuleContext, skuIds: readonly string[]): Promise<void> {
  const ids = [...new Set(skuIds)];
  await lockIds(c.sql, "sku", ids);
  await c.sql.query(
    `update sku s set on_order_qty = x.n
     from (select k.id, coalesce((
         select sum(l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty) from purchase_order_line l
           join purchase_order o on o.id = l.purchase_order_id and o.del_flag = 0
         where l.sku_id = k.id and l.del_flag = 0 and o.status in ('approved', 'executing')), 0)::int as n
       from unnest($1::bigint[]) as k(id)) x
     where s.id = x.id and coalesce(s.on_order_qty, 0) <> x.n`,
    [ids],
  );
}

/** 未完结采购额 of a supplier in CNY: its orders that are approved or run. */
export async function refreshOpenAmount(c: RuleContext, supplierId: string): Promise<void> {
  await lockIds(c.sql, "supplier", [supplierId]);
  await c.sql.query(
    `update supplier s set open_po_amount = coalesce((
       select sum(o.base_amount) from purchase_order o where o.supplier_id = s.id
         and o.del_flag = 0 and o.status in ('approved', 'executing')), 0)
     where s.id = $1`,
    [supplierId],
  );
}
