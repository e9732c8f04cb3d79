import { z } from "zod";

const text = (max: number) => z.string().max(max);
const said = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .nullish()
  .transform((v) => v === true || v === "true");
const time = z
  .string()
  .max(40)
  .refine((t) => !Number.isNaN(Date.parse(t)), "不是时间");
const count = z.coerce.number().int().min(0).max(1_000_000);
const money = z
  .object({ CurrencyCode: text(3).optional(), Amount: z.coerce.string().regex(/^-?\d{1,14}(\.\d{1,4})?$/) })
  .nullish();

const part = (max: number) =>
  z
    .string()
    .nullish()
    .transform((t) => t?.slice(0, max) || undefined);

const buyer = z.object({ BuyerName: part(100), BuyerEmail: part(200) });

const address = z.object({
  Name: part(100),
  Phone: part(50),
  CountryCode: part(2),
  StateOrRegion: part(100),
  City: part(100),
  District: part(100),
  PostalCode: part(20),
  AddressLine1: part(200),
  AddressLine2: part(200),
  AddressLine3: part(200),
});
export type AddressTold = z.infer<typeof address>;

/** An order as the marketplace tells it, as far as it is wanted (Orders API v0). */
export const orderSchema = z.object({
  AmazonOrderId: text(50).min(1),
  PurchaseDate: time,
  LastUpdateDate: time,
  OrderStatus: z.enum([
    ...(["PendingAvailability", "Pending", "Unshipped", "PartiallyShipped", "Shipped"] as const),
    ...(["InvoiceUnconfirmed", "Canceled", "Unfulfillable"] as const),
  ]),
  FulfillmentChannel: z.enum(["AFN", "MFN"]).default("MFN"),
  OrderType: z
    .enum([...(["StandardOrder", "Preorder", "BackOrder", "LongLeadTimeOrder"] as const), "SourcingOnDemandOrder"])
    .nullish()
    .catch(null),
  MarketplaceId: text(30).default(""),
  ShipServiceLevel: text(60).nullish(),
  OrderTotal: money,
  NumberOfItemsShipped: count.default(0),
  NumberOfItemsUnshipped: count.default(0),
  IsPrime: said,
  IsBusinessOrder: said,
  IsReplacementOrder: said,
  EarliestShipDate: time.nullish(),
  LatestShipDate: time.nullish(),
  LatestDeliveryDate: time.nullish(),
  // These two are told to applications that may know of buyers, and of what the seller sends alone.
  BuyerInfo: buyer.nullish().catch(null),
  ShippingAddress: address.nullish().catch(null),
});
export type OrderTold = z.infer<typeof orderSchema>;

export const ordersSchema = z.object({
  payload: z.object({
    Orders: z.array(z.unknown()).max(1000),
    NextToken: z.string().max(4000).nullish(),
    LastUpdatedBefore: time.nullish(),
  }),
});

export const itemSchema = z.object({
  OrderItemId: text(50).min(1),
  SellerSKU: text(60).min(1),
  ASIN: text(20).nullish(),
  Title: z
    .string()
    .nullish()
    .transform((t) => t?.slice(0, 300) ?? null),
  QuantityOrdered: count,
  QuantityShipped: count.default(0),
  ItemPrice: money,
  ItemTax: money,
  ShippingPrice: money,
  ShippingTax: money,
  PromotionDiscount: money,
  ShippingDiscount: money,
  PromotionIds: z.array(text(200)).max(100).nullish(),
  IsGift: said,
  BuyerRequestedCancel: z.object({ IsBuyerRequestedCancel: said, BuyerCancelReason: text(500).nullish() }).nullish(),
});
export type ItemTold = z.infer<typeof itemSchema>;

export const itemsSchema = z.object({
  payload: z.object({ OrderItems: z.array(itemSchema).max(500), NextToken: z.string().max(4000).nullish() }),
});
export type ItemsPage = z.infer<typeof itemsSchema>;
