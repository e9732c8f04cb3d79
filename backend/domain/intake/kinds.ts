import type { ReportKind } from "#documents/base/report-file";
import { AD_FILES } from "./ads/upload";
import { afterMonths, asOfToday, eachToldDay, everyDay } from "./cadence";
import { LEDGER_COLUMNS, takeLedger } from "./ledger/ledger";
import { LISTING_COLUMNS, takeListings } from "./listings/listings";
import { MORE_OF_ORDER, ORDER_COLUMNS } from "./orders/said";
import { lastOrderDays, takeOrderReport } from "./orders/take";
import { PREVIEW_COLUMNS, takePreview } from "./preview";
import { REIMBURSEMENT_COLUMNS, takeReimbursements } from "./reimbursements";
import { RETURN_COLUMNS, takeReturns } from "./returns";
import { SETTLEMENT_COLUMNS } from "./settlement/stage";
import { takeSettlement } from "./settlement/take";
import { STOCK_COLUMNS, takeStock } from "./stock";
import { AGED_COLUMNS, takeAgedStorage } from "./storage/aged";
import { STORAGE_COLUMNS, takeStorage } from "./storage/take";
import type { TakenKind } from "./taken";
import { takeTraffic } from "./traffic";

/** Columns that are read where a file has them, besides those that it must have. */
const MORE = {
  settlement: ["settlement-start-date", "settlement-end-date", "deposit-date", "posted-date-time"].concat([
    "marketplace-name",
    "sku",
    "quantity-purchased",
  ]),
  feePreview: ["product-size-tier"],
  storage: ["sku", "msku", "item-volume"],
  agedStorage: ["fnsku", "asin"],
  returns: ["asin", "status", "license-plate-number"],
  reimbursements: ["case-id", "amazon-order-id", "fnsku", "asin", "condition", "amount-per-unit"].concat([
    "quantity-reimbursed-total",
    "original-reimbursement-id",
    "original-reimbursement-type",
  ]),
  stock: ["afn-inbound-working-quantity", "afn-inbound-shipped-quantity", "afn-inbound-receiving-quantity"],
  ledger: ["asin", "country", "date-and-time"],
  listings: ["open-date"],
};

/** Kinds of reports that are understood; their names are those of `fileKinds`. */
export const REPORT_KINDS: Readonly<Record<ReportKind, TakenKind>> = {
  settlement: { columns: SETTLEMENT_COLUMNS, more: MORE.settlement, take: takeSettlement },
  feePreview: {
    columns: PREVIEW_COLUMNS,
    more: MORE.feePreview,
    asked: { type: "GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA", scope: "store", windows: asOfToday },
    take: takePreview,
  },
  storage: {
    columns: STORAGE_COLUMNS,
    more: MORE.storage,
    asked: { type: "GET_FBA_STORAGE_FEE_CHARGES_DATA", scope: "store", windows: afterMonths(7, 20) },
    take: takeStorage,
  },
  agedStorage: {
    columns: AGED_COLUMNS,
    more: MORE.agedStorage,
    asked: {
      type: "GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA",
      scope: "store",
      windows: afterMonths(15, 25),
    },
    take: takeAgedStorage,
  },
  returns: {
    columns: RETURN_COLUMNS,
    more: MORE.returns,
    asked: { type: "GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA", scope: "account", windows: everyDay(3, 60) },
    take: takeReturns,
  },
  reimbursements: {
    columns: REIMBURSEMENT_COLUMNS,
    more: MORE.reimbursements,
    asked: { type: "GET_FBA_REIMBURSEMENTS_DATA", scope: "account", windows: everyDay(7, 60) },
    take: takeReimbursements,
  },
  stock: {
    columns: STOCK_COLUMNS,
    more: MORE.stock,
    asked: { type: "GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA", scope: "store", windows: asOfToday, everyHours: 6 },
    take: takeStock,
  },
  ledger: {
    columns: LEDGER_COLUMNS,
    more: MORE.ledger,
    asked: { type: "GET_LEDGER_DETAIL_VIEW_DATA", scope: "account", windows: everyDay(3, 30) },
    take: takeLedger,
  },
  traffic: {
    columns: [],
    asked: {
      type: "GET_SALES_AND_TRAFFIC_REPORT",
      scope: "store",
      windows: eachToldDay,
      options: { dateGranularity: "DAY", asinGranularity: "SKU" },
    },
    take: takeTraffic,
  },
  listings: {
    columns: LISTING_COLUMNS,
    more: MORE.listings,
    asked: { type: "GET_MERCHANT_LISTINGS_ALL_DATA", scope: "store", windows: asOfToday },
    take: takeListings,
  },
  orderCheck: {
    columns: ORDER_COLUMNS,
    more: MORE_OF_ORDER,
    asked: { type: "GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL", scope: "store", windows: lastOrderDays },
    take: takeOrderReport,
  },
  ...AD_FILES,
};

/** Reports of how something is on the day on which they are asked for: of a day that is over none can be had. */
export const isSnapshot = (kind: ReportKind): boolean => REPORT_KINDS[kind].asked?.windows === asOfToday;
