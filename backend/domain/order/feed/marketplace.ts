import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import type { Database } from "#backend/platform/db";
import type { Address } from "#documents/kit";
import type { PlatformLineIn, PlatformOrderIn } from "../platform/order-in";
import {
  type AddressTold,
  type ItemsPage,
  type ItemTold,
  itemsSchema,
  type OrderTold,
  orderSchema,
  ordersSchema,
} from "./schema";

const amount = (money: { Amount: string } | null | undefined) => money?.Amount ?? "0";

const lineOf = (item: ItemTold): PlatformLineIn => ({
  platformLineNo: item.OrderItemId,
  sellerSku: item.SellerSKU,
  asin: item.ASIN ?? null,
  title: item.Title,
  qty: item.QuantityOrdered,
  qtyShipped: item.QuantityShipped,
  itemPrice: amount(item.ItemPrice),
  itemTax: amount(item.ItemTax),
  shippingPrice: amount(item.ShippingPrice),
  shippingTax: amount(item.ShippingTax),
  promotionDiscount: amount(item.PromotionDiscount),
  shippingDiscount: amount(item.ShippingDiscount),
  promotionIds: item.PromotionIds ?? [],
  isGift: item.IsGift,
  buyerRequestedCancel: item.BuyerRequestedCancel?.IsBuyerRequestedCancel ?? false,
  buyerCancelReason: item.BuyerRequestedCancel?.BuyerCancelReason ?? null,
});

const at = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);

const orderOfAddressOf = (told: AddressTold): Address => ({
  name: told.Name,
  phone: told.Phone,
  country: told.CountryCode,
  state: told.StateOrRegion,
  city: told.City,
  district: told.District,
  postcode: told.PostalCode,
  line1: told.AddressLine1,
  line2: [told.AddressLine2, told.AddressLine3].filter(Boolean).join(" ") || undefined,
});

/** Whom it goes to is kept of what the seller sends, once it is paid. */
const ADDRESSED = new Set(["Unshipped", "PartiallyShipped", "Shipped"]);
const sentByUs = ({ FulfillmentChannel: channel, OrderStatus: status }: OrderTold) =>
  channel === "MFN" && ADDRESSED.has(status);

/** What the marketplace told of an order, in our words; its lines in the order of their numbers. */
function orderOf(told: OrderTold, items: readonly ItemTold[]): PlatformOrderIn {
  const { ShippingAddress: address, BuyerInfo: buyer } = told;
  const lines = items.map(lineOf).sort((a, b) => (a.platformLineNo < b.platformLineNo ? -1 : 1));
  return {
    platformOrderNo: told.AmazonOrderId,
    marketplaceId: told.MarketplaceId,
    status: told.OrderStatus,
    purchaseTime: new Date(told.PurchaseDate).toISOString(),
    lastUpdateTime: new Date(told.LastUpdateDate).toISOString(),
    fulfillmentChannel: told.FulfillmentChannel,
    orderType: told.OrderType ?? null,
    shipServiceLevel: told.ShipServiceLevel ?? null,
    isPrime: told.IsPrime,
    isBusinessOrder: told.IsBusinessOrder,
    isReplacementOrder: told.IsReplacementOrder,
    earliestShipTime: at(told.EarliestShipDate),
    latestShipTime: at(told.LatestShipDate),
    latestDeliveryTime: at(told.LatestDeliveryDate),
    currency: told.OrderTotal?.CurrencyCode ?? null,
    orderTotal: told.OrderTotal?.Amount ?? null,
    itemsShipped: told.NumberOfItemsShipped,
    itemsUnshipped: told.NumberOfItemsUnshipped,
    shippingAddress: address && sentByUs(told) ? orderOfAddressOf(address) : null,
    buyer:
      buyer?.BuyerName || buyer?.BuyerEmail ? { name: buyer.BuyerName ?? null, email: buyer.BuyerEmail ?? null } : null,
    lines,
  };
}

/** Lines of an order come in pages too; more than these are no order. */
const MOST_PAGES = 20;
const PAGE = "100";

export interface Page {
  orders: OrderTold[];
  /** Why some of it could not be read, each with its number if it has one. */
  bad: string[];
  next: string | null;
  /** Until when the marketplace vouches for what it told. */
  until: string | null;
  raw: readonly unknown[];
}

const nameOf = (told: unknown): string =>
  typeof told === "object" && told && "AmazonOrderId" in told
    ? String(told.AmazonOrderId).slice(0, 50)
    : "无编号的订单";

/** One page of what changed in a window. An order that cannot be read leaves the others alone. */
export async function ordersPage(
  db: Database,
  connector: Connector,
  { marketplaceId, from, to, next }: { marketplaceId: string; from: string; to: string | null; next: string | null },
): Promise<Page> {
  const { payload } = await call(db, connector, {
    path: "/orders/v0/orders",
    query: next
      ? { MarketplaceIds: marketplaceId, NextToken: next }
      : {
          MarketplaceIds: marketplaceId,
          LastUpdatedAfter: from,
          LastUpdatedBefore: to ?? undefined,
          MaxResultsPerPage: PAGE,
        },
    personal: { path: "/orders/v0/orders", elements: ["buyerInfo", "shippingAddress"] },
    schema: ordersSchema,
  });
  const page: Page = {
    orders: [],
    bad: [],
    raw: payload.Orders,
    next: payload.NextToken || null,
    until: payload.LastUpdatedBefore ?? null,
  };
  for (const told of payload.Orders) {
    const read = orderSchema.safeParse(told);
    if (read.success) page.orders.push(read.data);
    else page.bad.push(`${nameOf(told)}：${read.error.issues[0]?.path.join(".") || "内容"}有误`);
  }
  return page;
}

/** The whole of one order: with its lines. */
export async function wholeOrder(db: Database, connector: Connector, told: OrderTold): Promise<PlatformOrderIn> {
  const path = `/orders/v0/orders/${encodeURIComponent(told.AmazonOrderId)}`;
  const items: ItemTold[] = [];
  let next: string | null = null;
  for (let n = 0; n < MOST_PAGES; n++) {
    const query: { NextToken?: string } = next ? { NextToken: next } : {};
    const page: ItemsPage = await call(db, connector, { path: `${path}/orderItems`, query, schema: itemsSchema });
    items.push(...page.payload.OrderItems);
    next = page.payload.NextToken ?? null;
    if (!next) break;
  }
  return orderOf(told, items);
}
