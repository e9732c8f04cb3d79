import type { RuleContext } from "#backend/engine/documents";
import { dec, param } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";

type PriceOrder = RowOf<typeof purchaseOrder>;

/** Last approved price of each SKU with this supplier, and how far a new one may lie above it. */
export interface LastPrices {
  percent: string;
  bySku: ReadonlyMap<string, string>;
}

const unexplained = ({ items }: PriceOrder) => items.filter((l) => !l.remark);

/** Last prices of the lines that have no remark. */
export async function lastPrices(c: RuleContext, order: PriceOrder): Promise<LastPrices> {
  const percent = await param(c.sql, c.tenantId, "price_rise_reason_percent");
  const rows = await c.sql.query<{ skuId: string; price: string }>(
    `select distinct on (l.sku_id) l.sku_id as "skuId", l.price::text as price
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.sku_id = any($1::bigint[]) and l.del_flag = 0 and l.price > 0 and o.tenant_id = $2
       and o.supplier_id = $3 and o.currency = $4 and o.approve_time is not null
       and o.status in ('approved', 'executing', 'completed', 'closed') and o.id <> $5
     order by l.sku_id, o.approve_time desc, o.id desc`,
    [unexplained(order).map((l) => l.skuId), c.tenantId, order.supplierId, order.currency, order.id],
  );
  return { percent, bySku: new Map(rows.map((l) => [l.skuId, l.price])) };
}

/** A price well above the last approved one needs a remark on its line. */
export function risenPrice(order: PriceOrder, { percent, bySku }: LastPrices): string | undefined {
  const limit = dec(percent).div(100).plus(1);
  const risen = unexplained(order).find((l) => {
    const before = bySku.get(l.skuId);
    return before && dec(l.price).gt(dec(before).times(limit));
  });
  return risen && `SKU ${risen.skuCode} 单价较上次上涨超过${Number(percent)}%，请填写原因`;
}

/** Price that each award of an order names, by award. */
export async function awardPrices(
  { sql }: RuleContext,
  lines: readonly { awardId?: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = lines.flatMap((l) => l.awardId ?? []);
  if (!ids.length) return new Map();
  const rows = await sql.query<{ id: string; price: string }>(
    "select id, price::text as price from inquiry_quote where id = any($1::bigint[])",
    [ids],
  );
  return new Map(rows.map((r) => [r.id, r.price]));
}

type Priced = { awardId?: string | null; price?: string | null };

/** Is the price of a line another one than its award names? */
export function leavesAward(line: Priced, awarded: ReadonlyMap<string, string>): boolean {
  const price = awarded.get(line.awardId ?? "");
  return price !== undefined && !dec(line.price).eq(price);
}

/** A price other than the awarded one needs a remark on its line; finance approves it. */
export function unlikeAward({ items }: PriceOrder, awarded: ReadonlyMap<string, string>): string | undefined {
  const other = items.find((l) => !l.remark && leavesAward(l, awarded));
  const price = other && dec(awarded.get(other.awardId ?? "")).toFixed();
  return other && `SKU ${other.skuCode} 单价与定标价${price}不一致，请填写原因`;
}
