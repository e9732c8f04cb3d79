import { PLAIN_LINE, type PlatformOrderIn } from "#backend/domain/order/platform/order-in";

/** A moment of the past as the platform writes it. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export interface SoldGoods {
  msku: string;
  asin: string;
  title: string;
  /** USD. */
  price: number;
  /** The platform ships it, and says nothing of who bought it. */
  afn?: boolean;
}

interface Sale {
  qty: number;
  /** Ago. */
  hours: number;
  sent: boolean;
}

const BUYER = {
  shippingAddress: {
    name: "Harper Winslade",
    country: "US",
    state: "WA",
    city: "Seattle",
    postcode: "98101",
    phone: "+1 206 555 0187",
    line1: "41 Juniper Rd",
  },
  buyer: { name: "Harper Winslade", email: "harper.winslade@example.com" },
};

/** What the American platform tells of an order. */
export function told(goods: SoldGoods, no: string, { qty, hours, sent }: Sale): PlatformOrderIn {
  const price = (goods.price * qty).toFixed(2);
  return {
    platformOrderNo: no,
    marketplaceId: "ATVPDKIKX0DER",
    status: sent ? "Shipped" : "Unshipped",
    purchaseTime: hoursAgo(hours),
    lastUpdateTime: hoursAgo(Math.min(hours, 2)),
    fulfillmentChannel: goods.afn ? "AFN" : "MFN",
    orderType: "StandardOrder",
    shipServiceLevel: "Std US D2D",
    isPrime: false,
    isBusinessOrder: false,
    isReplacementOrder: false,
    earliestShipTime: null,
    latestShipTime: hoursAgo(hours - 60),
    latestDeliveryTime: null,
    currency: "USD",
    orderTotal: price,
    itemsShipped: sent ? qty : 0,
    itemsUnshipped: sent ? 0 : qty,
    ...(goods.afn ? {} : BUYER),
    lines: [
      {
        platformLineNo: `2001${no.slice(-7)}`,
        sellerSku: goods.msku,
        asin: goods.asin,
        title: goods.title,
        qty,
        qtyShipped: sent ? qty : 0,
        itemPrice: price,
        ...PLAIN_LINE,
      },
    ],
  };
}
