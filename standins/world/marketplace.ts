/** Words of the marketplace's public order model; amounts are decimal text. */
export interface Money {
  CurrencyCode: string;
  Amount: string;
}

export interface MarketItem {
  ASIN: string;
  SellerSKU: string;
  OrderItemId: string;
  Title: string;
  QuantityOrdered: number;
  QuantityShipped: number;
  ItemPrice?: Money;
  ItemTax?: Money;
  ShippingPrice?: Money;
  ShippingTax?: Money;
  ShippingDiscount?: Money;
  PromotionDiscount?: Money;
  PromotionIds?: string[];
  /** The public model says these two as text. */
  IsGift: string;
  BuyerRequestedCancel?: { IsBuyerRequestedCancel: string; BuyerCancelReason: string };
}

export interface MarketAddress {
  Name: string;
  AddressLine1: string;
  AddressLine2?: string;
  City: string;
  District?: string;
  StateOrRegion: string;
  PostalCode: string;
  CountryCode: string;
  Phone: string;
}

export interface MarketHead {
  AmazonOrderId: string;
  PurchaseDate: string;
  LastUpdateDate: string;
  OrderStatus: string;
  FulfillmentChannel: string;
  SalesChannel: string;
  ShipServiceLevel: string;
  OrderTotal: Money;
  NumberOfItemsShipped: number;
  NumberOfItemsUnshipped: number;
  MarketplaceId: string;
  OrderType: string;
  EarliestShipDate: string;
  LatestShipDate: string;
  LatestDeliveryDate: string;
  IsBusinessOrder: boolean;
  IsPrime: boolean;
  IsReplacementOrder: boolean;
  BuyerInfo?: { BuyerEmail: string; BuyerName: string };
}

export interface MarketOrder {
  /** Account whose order it is. */
  account: string;
  head: MarketHead;
  items: MarketItem[];
  address: MarketAddress;
  buyer: { BuyerEmail: string; BuyerName: string };
  /** The seller has had it from the beginning: it is told only once something happens to it. */
  known?: boolean;
  /** When it left, where that was said; else by its parcels, or a day after it was bought. */
  left?: string;
}

/** What a seller said of a parcel. */
export interface Confirmed {
  orderNo: string;
  packageReferenceId: string;
  carrierCode: string;
  carrierName?: string;
  shippingMethod?: string;
  trackingNumber: string;
  shipDate: string;
  items: { orderItemId: string; quantity: number }[];
  /** How often it was said. */
  times: number;
}

/** What a seller had paid back of an order. */
export interface MarketRefund {
  refundId: string;
  orderNo: string;
  /** The seller's own number of it: said twice it is one refund. */
  reference: string;
  amount: string;
  currency: string;
  /** When it was paid back; refunds of before do not say. */
  time?: string;
  /** When its parcel was back; else at once. */
  returned?: string;
  items: { orderItemId: string; quantity: number; principal?: string; tax?: string; shipping?: string }[];
  /** How often it was said. */
  times: number;
}

/** What a buyer wrote to a seller, or a seller to a buyer. */
export interface Letter {
  id: string;
  account: string;
  orderNo: string;
  from: "buyer" | "seller";
  subject: string | null;
  text: string;
  language: string | null;
  sentTime: string;
}

/** What a day was at a marketplace, in place of what would follow from its orders. */
export interface DaySaid {
  account: string;
  marketplaceId: string;
  /** 2026-07-15. */
  day: string;
  traffic: TrafficSaid[];
  stock: StockSaid[];
}

interface TrafficSaid {
  sku: string;
  asin: string;
  sessions: number;
  pages: number;
  units: number;
  /** In the currency of the marketplace. */
  sales: string;
  /** Of a hundred visits. */
  buyBox: number;
}

interface StockSaid {
  sku: string;
  asin: string;
  fulfillable: number;
  reserved: number;
  unsellable: number;
  shipped: number;
}
