import type { RuleContext, Values } from "../../../documents/rules";
import { allocate, dec, lineAmounts, round, sum } from "../../../values/money";

/** Fills the computed amounts of each line (supply.md 0.7). */
export function fillAmounts(lines: readonly Values[], scale: number): void {
  for (const l of lines)
    Object.assign(
      l,
      lineAmounts(l.qty as number, l.price as string, (l.taxRate as string) ?? "0", scale),
    );
}

/**
 * Header totals of lines whose amounts are filled (supply.md 3): orderAmount = Σ amount + freight +
 * other − discount; 货款 + 税额 are the two parts of Σ amount. Each line gets its share of the fees.
 */
export function orderTotals(lines: readonly Values[], header: Values, scale: number) {
  const fees = dec(header.freightAmount as string)
    .plus(dec(header.otherAmount as string))
    .minus(dec(header.discountAmount as string));
  const by = header.feeShareType ?? "amount";
  const shares =
    by === "none"
      ? lines.map(() => "0")
      : allocate(
          fees,
          lines.map((l) => (by === "qty" ? (l.qty as number) : (l.amount as string))),
          scale,
        );
  lines.forEach((l, i) => {
    l.feeShare = shares[i] ?? "0";
  });
  const total = sum(lines.map((l) => l.amount as string));
  return {
    goodsAmount: sum(lines.map((l) => l.amountExclTax as string)),
    taxAmount: sum(lines.map((l) => l.taxAmount as string)),
    orderAmount: dec(total).plus(fees).toFixed(2),
    totalQty: lines.reduce((n, l) => n + Number(l.qty), 0),
    lineTotal: total,
  };
}

/** Amount in CNY at a frozen rate. */
export const inBase = (amount: unknown, rate: unknown): string =>
  round(dec(amount as string).times(dec(rate as string)), 2);

/** stock.onOrderQty: what is still to come of orders in force, kept on the SKU. */
export async function refreshOnOrder(c: RuleContext, skuIds: readonly unknown[]): Promise<void> {
  const ids = [...new Set(skuIds.map(String))];
  // Not `for update`: that would wait for everybody who only refers to the SKU, and they for us.
  await c.sql.query(
    "select id from sku where id = any($1::bigint[]) order by id for no key update",
    [ids],
  );
  await c.sql.query(
    `update sku s set on_order_qty = x.n
     from (select k.id, coalesce((
         select sum(greatest(l.open_qty, 0)) from purchase_order_line l
           join purchase_order o on o.id = l.purchase_order_id and o.del_flag = 0
         where l.sku_id = k.id and l.del_flag = 0 and o.status in ('approved', 'executing')), 0)::int as n
       from unnest($1::bigint[]) as k(id)) x
     where s.id = x.id and s.on_order_qty <> x.n`,
    [ids],
  );
}

/** 未完结采购额 of a supplier in CNY: its orders that are approved or run. */
export async function refreshOpenAmount(c: RuleContext, supplierId: string): Promise<void> {
  await c.sql.query("select id from supplier where id = $1 for no key update", [supplierId]);
  await c.sql.query(
    `update supplier s set open_po_amount = coalesce((
       select sum(o.base_amount) from purchase_order o where o.supplier_id = s.id
         and o.del_flag = 0 and o.status in ('approved', 'executing')), 0)
     where s.id = $1`,
    [supplierId],
  );
}
