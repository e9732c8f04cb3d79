import { z } from "zod";
import { Fault } from "../http/words";
import type { MarketItem, MarketOrder, Money } from "../world/marketplace";
import { digitsOf, nextOf, type World } from "../world/world";

const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, "must be an amount");
const none = amount.default("0");
const text = z.string().min(1).max(200);
const time = z.iso.datetime({ offset: true });

const line = z.object({
  sellerSku: z.string().min(1).max(60),
  qty: z.coerce.number().int().min(1).max(9999),
  /** Of the whole line, as all amounts. */
  itemPrice: amount.default("29.99"),
  itemTax: none,
  shippingPrice: none,
  shippingTax: none,
  promotionDiscount: none,
  shippingDiscount: none,
  asin: z.string().max(20).default("B0STANDIN1"),
  title: text.optional(),
  itemId: z.string().max(30).optional(),
});

/** An order as somebody places it at the marketplace. */
export const placed = z.object({
  seller: text,
  orderNo: z.string().max(30).optional(),
  marketplaceId: text.optional(),
  currency: z.string().length(3).optional(),
  purchaseTime: time.optional(),
  lastUpdateTime: time.optional(),
  latestShipTime: time.optional(),
  /** When it left, where no parcel of the seller's says so. */
  leftTime: time.optional(),
  status: z.enum(["Pending", "Unshipped", "Shipped", "Canceled"]).default("Unshipped"),
  channel: z.enum(["MFN", "AFN"]).default("MFN"),
  shipServiceLevel: text.default("Std US D2D Dom"),
  /** Both have it from the beginning. */
  known: z.boolean().default(false),
  isPrime: z.boolean().default(false),
  isBusinessOrder: z.boolean().default(false),
  lines: z.array(line).min(1).max(100),
  address: z
    .object({
      name: text,
      line1: text,
      city: text,
      postcode: text,
      phone: z.string().max(40),
      line2: z.string().max(200).optional(),
      district: z.string().max(100).optional(),
      state: z.string().max(60).default(""),
      country: z.string().length(2),
    })
    .partial()
    .default({}),
  buyerName: text.default("Jordan Example"),
  buyerEmail: z.string().max(100).default("buyer@example.com"),
});
export type Placed = z.input<typeof placed>;

const DAY = 86_400_000;
const MOST_ORDERS = 200_000;
const cents = (value: string) => Math.round(Number(value) * 100);
const later = (from: string, days: number) => new Date(Date.parse(from) + days * DAY).toISOString();

function itemOf(said: z.infer<typeof line>, currency: string, id: string): MarketItem {
  const money = (value: string): Money => ({ CurrencyCode: currency, Amount: value });
  return {
    ASIN: said.asin,
    SellerSKU: said.sellerSku,
    OrderItemId: said.itemId ?? id,
    Title: said.title ?? said.sellerSku,
    QuantityOrdered: said.qty,
    QuantityShipped: 0,
    ItemPrice: money(said.itemPrice),
    ItemTax: money(said.itemTax),
    ShippingPrice: money(said.shippingPrice),
    ShippingTax: money(said.shippingTax),
    ShippingDiscount: money(said.shippingDiscount),
    PromotionDiscount: money(said.promotionDiscount),
    PromotionIds: cents(said.promotionDiscount) > 0 ? ["PROMO-1"] : [],
    IsGift: "false",
  };
}

/** What the buyer pays, in cents. */
function totalOf(lines: readonly z.infer<typeof line>[]): number {
  let sum = 0;
  for (const l of lines) {
    sum += cents(l.itemPrice) + cents(l.itemTax) + cents(l.shippingPrice) + cents(l.shippingTax);
    sum -= cents(l.promotionDiscount) + cents(l.shippingDiscount);
  }
  return sum;
}

/** Takes an order in; one that is there already is placed anew, newer. @returns its number */
export function place(world: World, order: unknown): string {
  const said = placed.parse(order);
  if (Object.keys(world.orders).length >= MOST_ORDERS) throw new Fault(400, "Too many orders");
  const seller = world.sellers.find((s) => s.account === said.seller);
  const n = said.known ? 0 : nextOf(world);
  const no = said.orderNo ?? `900-${digitsOf(world.seed, 7)}-${String(n).padStart(7, "0")}`;
  const now = new Date().toISOString();
  const purchase = said.purchaseTime ?? now;
  const currency = said.currency ?? seller?.currency ?? "USD";
  const qty = said.lines.reduce((sum, l) => sum + l.qty, 0);
  const shipped = said.status === "Shipped" ? qty : 0;
  const items = said.lines.map((l, i) =>
    itemOf(l, currency, `8${String(n).padStart(10, "0")}${String(i + 1).padStart(3, "0")}`),
  );
  for (const item of items) if (shipped) item.QuantityShipped = item.QuantityOrdered;
  const { address: to } = said;
  const made: MarketOrder = {
    account: said.seller,
    head: {
      AmazonOrderId: no,
      PurchaseDate: purchase,
      LastUpdateDate: said.lastUpdateTime ?? now,
      OrderStatus: said.status,
      FulfillmentChannel: said.channel,
      SalesChannel: "Amazon.com",
      ShipServiceLevel: said.shipServiceLevel,
      OrderTotal: { CurrencyCode: currency, Amount: (totalOf(said.lines) / 100).toFixed(2) },
      NumberOfItemsShipped: shipped,
      NumberOfItemsUnshipped: said.status === "Unshipped" ? qty : 0,
      MarketplaceId: said.marketplaceId ?? seller?.marketplaceId ?? "ATVPDKIKX0DER",
      OrderType: "StandardOrder",
      EarliestShipDate: purchase,
      LatestShipDate: said.latestShipTime ?? later(purchase, 2),
      LatestDeliveryDate: later(purchase, 7),
      IsBusinessOrder: said.isBusinessOrder,
      IsPrime: said.isPrime,
      IsReplacementOrder: false,
    },
    items,
    address: {
      Name: to.name ?? "Jordan Example",
      AddressLine1: to.line1 ?? "100 Example Ave",
      ...(to.line2 && { AddressLine2: to.line2 }),
      ...(to.district && { District: to.district }),
      City: to.city ?? "Los Angeles",
      StateOrRegion: to.state ?? "CA",
      PostalCode: to.postcode ?? "90001",
      CountryCode: to.country ?? seller?.country ?? "US",
      Phone: to.phone ?? "2135550142",
    },
    buyer: { BuyerEmail: said.buyerEmail, BuyerName: said.buyerName },
    ...(said.leftTime && { left: said.leftTime }),
    ...(said.known && { known: true }),
  };
  world.orders[no] = made;
  return no;
}
