import type { Address } from "#documents/kit";
import type { fulfillmentChannels, platformOrderTypes, platformStates } from "#documents/order/platform-words";

/** One line of an order as the platform told it; amounts are decimal text of the whole line. */
export interface PlatformLineIn {
  platformLineNo: string;
  sellerSku: string;
  asin: string | null;
  title: string | null;
  qty: number;
  qtyShipped: number;
  itemPrice: string;
  itemTax: string;
  shippingPrice: string;
  shippingTax: string;
  promotionDiscount: string;
  shippingDiscount: string;
  promotionIds: readonly string[];
  isGift: boolean;
  buyerRequestedCancel: boolean;
  buyerCancelReason: string | null;
}

/** An order as the platform told it, with all its lines. Times are ISO 8601. */
export interface PlatformOrderIn {
  /** Opening that brought it along: it is in no figure until it is sent. */
  openingNo?: string;
  platformOrderNo: string;
  marketplaceId: string;
  status: keyof typeof platformStates;
  purchaseTime: string;
  lastUpdateTime: string;
  fulfillmentChannel: keyof typeof fulfillmentChannels;
  orderType: keyof typeof platformOrderTypes | null;
  shipServiceLevel: string | null;
  isPrime: boolean;
  isBusinessOrder: boolean;
  isReplacementOrder: boolean;
  earliestShipTime: string | null;
  latestShipTime: string | null;
  latestDeliveryTime: string | null;
  currency: string | null;
  /** Null while the platform does not say it yet. */
  orderTotal: string | null;
  itemsShipped: number;
  itemsUnshipped: number;
  /** Where it goes; absent where the platform does not say it any more: what is kept stays. */
  shippingAddress?: Address | null;
  /** Who bought; absent where the platform does not say it (any more): what is kept stays. */
  buyer?: { name: string | null; email: string | null } | null;
  lines: readonly PlatformLineIn[];
}

/** What a line says besides its goods and price where nothing is said; behind them, for the order's hash goes by it. */
export const PLAIN_LINE = {
  itemTax: "0",
  shippingPrice: "0",
  shippingTax: "0",
  promotionDiscount: "0",
  shippingDiscount: "0",
  promotionIds: [],
  isGift: false,
  buyerRequestedCancel: false,
  buyerCancelReason: null,
} satisfies Partial<PlatformLineIn>;
