import { PLAIN_LINE, type PlatformLineIn, type PlatformOrderIn } from "#backend/domain/order/platform/order-in";
import { linesTotal } from "#backend/domain/order/platform/rows";
import { type ReportLine, rowsOf } from "#backend/engine/reports/read";
import type { DecimalSign } from "#backend/engine/reports/words";
import { amountOf, cell, instant, wrong } from "../cells";
import type { ReportTaken } from "../taken";

/** Columns without which a file is no report of all orders (figures.md A.3, orderCheck). */
export const ORDER_COLUMNS = ["amazon-order-id", "purchase-date", "last-updated-date", "order-status"].concat([
  "fulfillment-channel",
  "sku",
  "quantity",
  "currency",
  "item-price",
]);

/** Columns of money. */
export const AMOUNTS = ["item-price", "item-tax", "shipping-price", "shipping-tax"].concat([
  "item-promotion-discount",
  "ship-promotion-discount",
]);

/** Columns that are read where a file has them. */
export const MORE_OF_ORDER = ["sales-channel", "asin", "product-name", "item-status", "promotion-ids"].concat([
  "ship-service-level",
  "is-business-order",
  ...AMOUNTS.slice(1),
]);

/** Rows of one order. */
export type OrderRows = readonly [ReportLine, ...ReportLine[]];

/** What the report calls an order that left is followed by where its parcel is. */
const STATES: readonly [starts: string, status: PlatformOrderIn["status"]][] = [
  ["shipped", "Shipped"],
  ["complete", "Shipped"],
  ["shipping", "Unshipped"],
  ["partially", "PartiallyShipped"],
  ["unshipped", "Unshipped"],
  ["pending", "Pending"],
  ["cancel", "Canceled"],
  ["unfulfillable", "Unfulfillable"],
];
const CHANNELS: Readonly<Record<string, PlatformOrderIn["fulfillmentChannel"]>> = {
  amazon: "AFN",
  afn: "AFN",
  merchant: "MFN",
  mfn: "MFN",
};

function statusOf(row: ReportLine): PlatformOrderIn["status"] {
  const said = cell(row, "order-status").toLowerCase();
  const status = STATES.find(([starts]) => said.startsWith(starts))?.[1];
  if (!status) throw wrong(row, "order-status", cell(row, "order-status"));
  return status;
}

/** A line as a platform tells it, but for its number; without a price as long as nothing is paid. */
function lineOf(row: ReportLine, sign: DecimalSign): Omit<PlatformLineIn, "platformLineNo"> {
  const qty = cell(row, "quantity");
  if (!/^\d{1,6}$/.test(qty)) throw wrong(row, "quantity", qty);
  const sellerSku = cell(row, "sku").slice(0, 60);
  if (!sellerSku) throw wrong(row, "sku", "");
  const currency = cell(row, "currency");
  const amount = (column: string) => (cell(row, column) ? amountOf(row, column, { sign, currency }) : "0");
  const shipped = (cell(row, "item-status") || cell(row, "order-status")).toLowerCase().startsWith("shipped");
  return {
    ...PLAIN_LINE,
    sellerSku,
    asin: cell(row, "asin").slice(0, 20) || null,
    title: cell(row, "product-name").slice(0, 300) || null,
    qty: Number(qty),
    qtyShipped: shipped ? Number(qty) : 0,
    itemPrice: amount("item-price"),
    itemTax: amount("item-tax"),
    shippingPrice: amount("shipping-price"),
    shippingTax: amount("shipping-tax"),
    promotionDiscount: amount("item-promotion-discount"),
    shippingDiscount: amount("ship-promotion-discount"),
    promotionIds: cell(row, "promotion-ids").split(",").filter(Boolean).slice(0, 100),
  };
}

/** An order as its platform would tell it, without its buyer. Lines in whatever order are the same. */
export function orderOf(rows: OrderRows, sign: DecimalSign, marketplaceId: string) {
  const [row] = rows;
  const lines = rows
    .map((r) => lineOf(r, sign))
    .map((line) => ({ line, by: `${line.sellerSku} ${JSON.stringify(line)}` }))
    .sort((a, b) => (a.by < b.by ? -1 : 1))
    .map(({ line }, i) => ({ platformLineNo: String(i + 1), ...line }));
  const fulfillmentChannel = CHANNELS[cell(row, "fulfillment-channel").toLowerCase()];
  if (!fulfillmentChannel) throw wrong(row, "fulfillment-channel", cell(row, "fulfillment-channel"));
  const status = statusOf(row);
  const currency = cell(row, "currency").toUpperCase();
  if (!/^([A-Z]{3})?$/.test(currency)) throw wrong(row, "currency", currency);
  const pieces = (of: (line: PlatformLineIn) => number) => lines.reduce((n, line) => n + of(line), 0);
  const open = status === "Unshipped" || status === "PartiallyShipped";
  const order: PlatformOrderIn = {
    platformOrderNo: cell(row, "amazon-order-id").slice(0, 50),
    marketplaceId,
    status,
    purchaseTime: instant(row, "purchase-date", false),
    lastUpdateTime: instant(row, "last-updated-date", false),
    fulfillmentChannel,
    orderType: null,
    shipServiceLevel: cell(row, "ship-service-level").slice(0, 60) || null,
    isPrime: false,
    isBusinessOrder: cell(row, "is-business-order").toLowerCase() === "true",
    isReplacementOrder: false,
    earliestShipTime: null,
    latestShipTime: null,
    latestDeliveryTime: null,
    currency: currency || null,
    orderTotal: rows.some((r) => cell(r, "item-price")) ? linesTotal(lines) : null,
    itemsShipped: pieces((l) => l.qtyShipped),
    itemsUnshipped: open ? pieces((l) => l.qty - l.qtyShipped) : 0,
    lines,
  };
  return order;
}

/** Orders of a file whole, wherever their rows stand in it: nearly always beside each other. */
export async function* ordersIn({ open, charset, columns }: ReportTaken): AsyncGenerator<OrderRows> {
  const left = new Map<string, number>();
  const numberOf = (row: ReportLine) => {
    const no = cell(row, "amazon-order-id");
    if (!no) throw wrong(row, "amazon-order-id", "");
    return no;
  };
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) left.set(numberOf(row), (left.get(numberOf(row)) ?? 0) + 1);
  const held = new Map<string, [ReportLine, ...ReportLine[]]>();
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) {
      const no = numberOf(row);
      const known = held.get(no);
      const whole: [ReportLine, ...ReportLine[]] = known ?? [row];
      if (known) known.push(row);
      else held.set(no, whole);
      if (whole.length < (left.get(no) ?? 0)) continue;
      held.delete(no);
      yield whole;
    }
}
