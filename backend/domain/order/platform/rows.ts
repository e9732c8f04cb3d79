import type { Sql } from "#backend/platform/db";
import { addressColumns, sealAddress } from "#backend/platform/personal/address";
import { dec, sum } from "#backend/platform/values";
import { type Buyers, buyerKeyOf } from "./buyers";
import type { PlatformOrderIn } from "./order-in";
import { hashOf } from "./sort-in";

/** What the lines of an order come to (market.md 4). */
export const linesTotal = (lines: PlatformOrderIn["lines"]): string =>
  sum(
    lines.flatMap((l) => [
      l.itemPrice,
      l.shippingPrice,
      l.itemTax,
      l.shippingTax,
      dec(l.promotionDiscount).neg(),
      dec(l.shippingDiscount).neg(),
    ]),
    4,
  );

/** What is wrong with an order's figures, if anything. */
function figuresProblem(order: PlatformOrderIn): string | null {
  const { orderTotal, lines } = order;
  const over = lines.find((l) => l.qtyShipped > l.qty);
  if (over) return `行${over.platformLineNo}已发${over.qtyShipped}件，超过数量${over.qty}`;
  const total = linesTotal(lines);
  return orderTotal !== null && dec(orderTotal).minus(total).abs().gt("0.01")
    ? `订单金额${dec(orderTotal).toFixed(2)}与明细合计${dec(total).toFixed(2)}不符`
    : null;
}

/** Columns that the platform fills in. */
export const HEAD = [
  "platform_order_no",
  "marketplace_id",
  "status",
  "purchase_time",
  "last_update_time",
  "fulfillment_channel",
  "order_type",
  "ship_service_level",
  "is_prime",
  "is_business_order",
  "is_replacement_order",
  "earliest_ship_time",
  "latest_ship_time",
  "latest_delivery_time",
  "currency",
  "order_total",
  "items_shipped",
  "items_unshipped",
  "item_qty",
  "seller_skus",
  "unpaired",
  "sync_state",
  "sync_message",
  "raw_hash",
] as const;
/** Columns of the address, of the buyer's name, of the buyer; each stays where an order is told without. */
export const ADDRESS = addressColumns("shipping_address");
export const BUYER_NAME = addressColumns("buyer_alias");
export const BUYER_KEY = "buyer_key";
/** What it came with at first; the platform knows nothing of it. */
export const BROUGHT = "opening_no";
export const LINE = [
  "line_no",
  "platform_line_no",
  "seller_sku",
  "sku_id",
  "asin",
  "title",
  "qty",
  "qty_shipped",
  "item_price",
  "item_tax",
  "shipping_price",
  "shipping_tax",
  "promotion_discount",
  "shipping_discount",
  "promotion_ids",
  "is_gift",
  "buyer_requested_cancel",
  "buyer_cancel_reason",
] as const;

/** SKU of each platform SKU of a store, in small letters as they are compared. */
export type Pairs = ReadonlyMap<string, string>;

export const skuFor = (pairs: Pairs, sellerSku: string): string | null => pairs.get(sellerSku.toLowerCase()) ?? null;

/** What the platform says of the whole order, by the columns of its table. */
export function headRow(order: PlatformOrderIn, pairs: Pairs, buyers: Buyers) {
  const problem = figuresProblem(order);
  return {
    platform_order_no: order.platformOrderNo,
    marketplace_id: order.marketplaceId,
    status: order.status,
    purchase_time: order.purchaseTime,
    last_update_time: order.lastUpdateTime,
    fulfillment_channel: order.fulfillmentChannel,
    order_type: order.orderType,
    ship_service_level: order.shipServiceLevel,
    is_prime: order.isPrime,
    is_business_order: order.isBusinessOrder,
    is_replacement_order: order.isReplacementOrder,
    earliest_ship_time: order.earliestShipTime,
    latest_ship_time: order.latestShipTime,
    latest_delivery_time: order.latestDeliveryTime,
    currency: order.currency,
    order_total: order.orderTotal ?? "0",
    items_shipped: order.itemsShipped,
    items_unshipped: order.itemsUnshipped,
    item_qty: order.lines.reduce((n, l) => n + l.qty, 0),
    seller_skus: [...new Set(order.lines.map((l) => l.sellerSku))].join(" ").slice(0, 500),
    unpaired: order.lines.some((l) => !skuFor(pairs, l.sellerSku)),
    sync_state: problem ? "error" : "ok",
    sync_message: problem,
    raw_hash: hashOf(order),
    ...sealAddress("shipping_address", order.shippingAddress),
    ...sealAddress("buyer_alias", order.buyer?.name ? { name: order.buyer.name } : null),
    [BUYER_KEY]: buyerKeyOf(order, buyers),
    [BROUGHT]: order.openingNo ?? null,
  } satisfies Record<(typeof HEAD)[number] | typeof BUYER_KEY | typeof BROUGHT, unknown>;
}

/** Its lines; they are found again by the order's number. */
export const lineRows = (order: PlatformOrderIn, pairs: Pairs) =>
  order.lines.map((l, i) => ({
    no: order.platformOrderNo,
    line_no: i + 1,
    platform_line_no: l.platformLineNo,
    seller_sku: l.sellerSku,
    sku_id: skuFor(pairs, l.sellerSku),
    asin: l.asin,
    title: l.title,
    qty: l.qty,
    qty_shipped: l.qtyShipped,
    item_price: l.itemPrice,
    item_tax: l.itemTax,
    shipping_price: l.shippingPrice,
    shipping_tax: l.shippingTax,
    promotion_discount: l.promotionDiscount,
    shipping_discount: l.shippingDiscount,
    promotion_ids: l.promotionIds,
    is_gift: l.isGift,
    buyer_requested_cancel: l.buyerRequestedCancel,
    buyer_cancel_reason: l.buyerCancelReason,
  }));

/** SKUs that these platform SKUs of a store are paired with. */
export async function pairsOf(
  sql: Sql,
  tenantId: string,
  storeId: string,
  sellerSkus: Iterable<string>,
): Promise<Pairs> {
  const rows = await sql.query<{ msku: string; skuId: string }>(
    `select distinct on (lower(l.msku)) lower(l.msku) as msku, l.sku_id as "skuId"
     from sku_listing l where l.tenant_id = $1 and l.store_id = $2 and l.del_flag = 0
       and lower(l.msku) = any($3) order by lower(l.msku), l.id`,
    [tenantId, storeId, [...new Set([...sellerSkus].map((s) => s.toLowerCase()))]],
  );
  return new Map(rows.map((r) => [r.msku, r.skuId]));
}
