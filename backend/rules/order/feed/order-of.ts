import type { Address } from "#documents/kit";
import type { PlatformLineIn, PlatformOrderIn } from "../platform/order-in";
import type { AddressTold, BuyerTold, ItemTold, OrderTold } from "./schema";

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

const addressOf = (told: AddressTold): Address => ({
  ...{ name: told.Name, phone: told.Phone, country: told.CountryCode, state: told.StateOrRegion },
  ...{ city: told.City, district: told.District, postcode: told.PostalCode },
  line1: told.AddressLine1,
  line2: [told.AddressLine2, told.AddressLine3].filter(Boolean).join(" ") || undefined,
});

/** What the marketplace told of an order, in our words; its lines in the order of their numbers. */
export function orderOf(
  told: OrderTold,
  items: readonly ItemTold[],
  address: AddressTold | null,
  buyer: BuyerTold | null,
): PlatformOrderIn {
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
    shippingAddress: address && addressOf(address),
    buyer: buyer && { name: buyer.BuyerName ?? null, email: buyer.BuyerEmail ?? null },
    lines,
  };
}
