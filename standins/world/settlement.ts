/** A row of a settlement; amounts are whole numbers of the currency's smallest unit. */
export interface SettlementLine {
  /** transaction-type: Order, Refund, other-transaction. */
  kind: string;
  amountType: string;
  amountDescription: string;
  amount: number;
  posted: string;
  orderNo?: string;
  itemCode?: string;
  sku?: string;
  quantity?: number;
  promotionId?: string;
  /** AFN or MFN. */
  fulfillment?: string;
  shipmentId?: string;
  adjustmentId?: string;
  marketplace?: string;
}

/** What an account was paid for a time, in one currency. */
export interface Settlement {
  /** 11 digits. */
  id: string;
  account: string;
  currency: string;
  /** Marketplace whose form its file has. */
  marketplaceId: string;
  start: string;
  end: string;
  deposit: string;
  /** What is kept back until the next one. */
  reserve: number;
  lines: SettlementLine[];
  /** Orders and refunds that are settled by it. */
  orders: string[];
  refunds: string[];
}

/** A report that tells of a settlement; the same one may be told of by several. */
export interface SettlementReport {
  reportId: string;
  settlementId: string;
  created: string;
  /** It says so much more than the truth: of its first line and its total. */
  delta?: number;
  /** It could not be made; with a document that says why, or without. */
  fatal?: "document" | "bare";
}

/** How reports of an account are answered; numbers count down. */
export interface PaperMood {
  /** Documents come compressed. */
  gzip?: boolean;
  /** How long an address of a document is good; 300. */
  linkSeconds?: number;
  /** Calls that are answered 429, and the seconds that Retry-After says. */
  throttle?: number;
  retryAfter?: number;
  /** Downloads that break off, that are no gzip any more, that have a header alone. */
  truncate?: number;
  corrupt?: number;
  empty?: number;
  /** Settlements whose report cannot be made; reports that are asked for and cannot. */
  fatal?: number;
  /** Reports that are asked for and have no data. */
  cancelled?: number;
  fatalDocument?: boolean;
}

/** What the marketplace takes for an item, per piece or of the whole line, other than usual. */
export interface OddFee {
  sku: string;
  /** Of this order alone. */
  orderNo?: string;
  /** Per piece. */
  fulfilment?: string;
  /** Of the line. */
  commission?: string;
}

/** What storage of a listing costs in a month, in place of what would be reckoned at that marketplace. */
export interface StorageSaid {
  account: string;
  marketplaceId: string;
  /** 2026-07. */
  month: string;
  sku: string;
  asin: string;
  quantity: string;
  fee: string;
}

/** What goods that lie there for long cost by a snapshot, in place of what would be reckoned at that marketplace. */
export interface AgedSaid extends Omit<StorageSaid, "month"> {
  /** 2026-07-15. */
  day: string;
  tier: string;
}

/** How a listing is, in place of how it was sold last; what was removed is listed no more. */
export interface ListingSaid {
  account: string;
  marketplaceId: string;
  sku: string;
  asin: string;
  title: string;
  price: string;
  channel: "AFN" | "MFN";
  status: "Active" | "Inactive" | "Incomplete" | "Removed";
  quantity: string;
}

/** A movement of goods at the warehouses, as the ledger has it. */
export interface MovementSaid {
  account: string;
  marketplaceId: string;
  /** 2026-07-15. */
  day: string;
  sku: string;
  event: string;
  /** Shipment of what came in. */
  reference: string;
  quantity: number;
  fc: string;
  disposition: string;
  reason: string;
}
