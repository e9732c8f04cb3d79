import type { MarketItem, MarketOrder } from "../../world/marketplace";
import type { StorageSaid } from "../../world/settlement";
import { digitsOf, toldOrders, type World } from "../../world/world";
import { type FbaAsked, saidOf } from "./days-said";
import { amountOf, decimalsOf, formOf, minorOf } from "./markets";
import { COMMISSION, share, usualFulfilment } from "./settlement-lines";

export type Rows = (string | number)[][];

/** Cubic metres of any piece, pieces that lie there however few are sold, and cents a month for a hundred pieces. */
const VOLUME = 0.05;
const LYING = 10;
const CENTS_OF_100 = 435;
const DAY = 86_400_000;

export const fnskuOf = (sku: string) => `X${digitsOf(sku, 9)}`;
export const currencyOf = ({ head }: MarketOrder) => head.OrderTotal.CurrencyCode;
export const timeOf = ({ head }: MarketOrder) => Date.parse(head.PurchaseDate);

/** Orders of the account at these marketplaces that were not given up, the oldest first. */
export const ordersOf = (world: World, { account, marketplaceIds }: FbaAsked, of = toldOrders(world)) =>
  of
    .filter(({ account: whose, head }) => whose === account && marketplaceIds.includes(head.MarketplaceId))
    .filter(({ head }) => head.OrderStatus !== "Canceled" && head.OrderStatus !== "Pending")
    .sort((a, b) => timeOf(a) - timeOf(b));

interface Sold {
  order: MarketOrder;
  item: MarketItem;
}

/** What was sold last of each SKU at each marketplace. */
export function lastSold(orders: readonly MarketOrder[]): Sold[] {
  const last = new Map<string, Sold>();
  for (const order of orders)
    for (const item of order.items) last.set(`${order.head.MarketplaceId} ${item.SellerSKU}`, { order, item });
  return [...last.values()];
}

/** An amount of smallest units as the marketplace writes it. */
export function written(minor: number, { head }: MarketOrder): string {
  const text = amountOf(minor, head.OrderTotal.CurrencyCode);
  return formOf(head.MarketplaceId).comma ? text.replace(".", ",") : text;
}

/** What a piece of each listing is expected to cost: as settlements take it. */
const feePreview = (world: World, asked: FbaAsked): Rows =>
  lastSold(ordersOf(world, asked)).map(({ order, item }) => {
    const currency = currencyOf(order);
    const price = minorOf(item.ItemPrice?.Amount, currency) / item.QuantityOrdered;
    const sent = order.head.FulfillmentChannel === "AFN";
    return [
      item.SellerSKU,
      fnskuOf(item.SellerSKU),
      item.ASIN,
      item.Title,
      written(Math.round(price), order),
      currency,
      written(share(Math.round(price), COMMISSION), order),
      sent ? written(usualFulfilment(world, item.SellerSKU, price, currency), order) : "--",
    ];
  });

/** Months, 2026-07, that begin between two times. */
function monthsOf({ from, till }: FbaAsked): string[] {
  const months: string[] = [];
  for (let at = from; at <= till; at += DAY) months.push(new Date(at).toISOString().slice(0, 7));
  return [...new Set(months)];
}

function saidStorage(world: World, { marketplaceId, sku, asin, quantity, month, fee }: StorageSaid): string[] {
  const seller = world.sellers.find((s) => s.marketplaceId === marketplaceId);
  const form = (amount: string) => (formOf(marketplaceId).comma ? amount.replace(".", ",") : amount);
  const [country, currency] = [seller?.country ?? "US", seller?.currency ?? "USD"];
  const goods = [asin, fnskuOf(sku), sku, sku, `${country}1`, country];
  return [...goods, form(String(VOLUME)), form(quantity), month, currency, form(fee)];
}

/**
 * What storage of everything that was sold up to a month costs in it: what was said of it, else by twice what it sold
 * and some that lies.
 */
const storage = (world: World, asked: FbaAsked): Rows => {
  const orders = ordersOf(world, asked).filter(({ head }) => head.FulfillmentChannel === "AFN");
  return monthsOf(asked).flatMap((month) => {
    const said = world.storageSaid.filter(
      (s) => s.account === asked.account && s.month === month && asked.marketplaceIds.includes(s.marketplaceId),
    );
    const whole = new Set(said.map((s) => s.marketplaceId));
    const known = orders.filter(({ head }) => head.PurchaseDate.slice(0, 7) <= month && !whole.has(head.MarketplaceId));
    const reckoned = lastSold(known).map(({ order, item }) => {
      const { MarketplaceId: at } = order.head;
      const sold = known
        .filter(({ head }) => head.MarketplaceId === at && head.PurchaseDate.slice(0, 7) === month)
        .flatMap(({ items }) => items.filter((i) => i.SellerSKU === item.SellerSKU))
        .reduce((sum, i) => sum + i.QuantityOrdered, 0);
      const lying = LYING + 2 * sold;
      const country = world.sellers.find((s) => s.marketplaceId === at)?.country ?? "US";
      const volume = formOf(at).comma ? String(VOLUME).replace(".", ",") : VOLUME;
      const cents = Math.round((lying * CENTS_OF_100) / 100);
      const fee = written(decimalsOf(currencyOf(order)) ? cents : Math.round(cents * 1.5), order);
      return [
        item.ASIN,
        fnskuOf(item.SellerSKU),
        item.SellerSKU,
        item.Title,
        `${country}1`,
        country,
        volume,
        lying,
        month,
        currencyOf(order),
        fee,
      ];
    });
    return [...said.map((s) => saidStorage(world, s)), ...reckoned];
  });
};

/** Parcels that came back for what was paid back. */
const returns = (world: World, asked: FbaAsked): Rows =>
  world.refunds.flatMap(({ refundId, orderNo, time, returned, items }) => {
    const order = world.orders[orderNo];
    const at = Date.parse(returned ?? time ?? "");
    if (order?.account !== asked.account || order.head.FulfillmentChannel !== "AFN") return [];
    if (!(at >= asked.from && at <= asked.till)) return [];
    return items
      .filter(({ quantity }) => quantity > 0)
      .flatMap(({ orderItemId, quantity }) => {
        const item = order.items.find((one) => one.OrderItemId === orderItemId);
        if (!item) return [];
        const sku = item.SellerSKU;
        const plate = `LPN${digitsOf(`${refundId} ${orderItemId}`, 9)}`;
        return [
          [
            new Date(at).toISOString(),
            orderNo,
            sku,
            item.ASIN,
            fnskuOf(sku),
            item.Title,
            quantity,
            "ONT8",
            "SELLABLE",
            "UNWANTED_ITEM",
            "Unit returned to inventory",
            plate,
            "It does not fit",
          ],
        ];
      });
  });

/** What settlements pay for goods that were lost or broken. */
const reimbursements = (world: World, asked: FbaAsked): Rows =>
  world.settlements
    .filter(({ account }) => account === asked.account)
    .flatMap(({ id, currency, marketplaceId, lines }) =>
      lines.flatMap(({ amountType, amountDescription, amount, posted, sku = "", quantity = 1 }, n) => {
        const at = Date.parse(posted);
        if (amountType !== "FBA Inventory Reimbursement" || !(at >= asked.from && at <= asked.till)) return [];
        const text = amountOf(amount, currency);
        const said = formOf(marketplaceId).comma ? text.replace(".", ",") : text;
        const number = digitsOf(`${id} ${n}`, 9);
        return [
          [
            posted,
            number,
            "",
            "",
            amountDescription,
            sku,
            fnskuOf(sku),
            "",
            "",
            "Sellable",
            currency,
            said,
            said,
            quantity,
            0,
            quantity,
            "",
            "",
          ],
        ];
      }),
    );

/** Pieces that come to the warehouses at a time, and how few there are when the next ones are under way. */
const LOT = 50;
const FEW = 25;

/** What lies there of each listing: what was received in lots, less what went out, and what came back. */
const stock = (world: World, asked: FbaAsked): Rows => {
  const said = saidOf(world, asked).flatMap((day) => day.stock);
  if (said.length)
    return said.map(({ sku, asin, fulfillable, reserved, unsellable, shipped }) => {
      const lying = fulfillable + reserved + unsellable;
      const listed = [sku, fnskuOf(sku), asin, "", "New", ""];
      return [
        ...listed,
        "No",
        0,
        "Yes",
        lying,
        fulfillable,
        unsellable,
        reserved,
        lying + shipped,
        VOLUME,
        0,
        shipped,
        0,
      ];
    });
  const orders = toldOrders(world)
    .filter(({ account, head }) => account === asked.account && asked.marketplaceIds.includes(head.MarketplaceId))
    .filter(({ head }) => head.FulfillmentChannel === "AFN" && head.OrderStatus !== "Canceled");
  const piecesOf = (at: string, sku: string, of: (status: string) => boolean) =>
    orders
      .filter(({ head }) => head.MarketplaceId === at && of(head.OrderStatus))
      .flatMap(({ items }) => items.filter((i) => i.SellerSKU === sku))
      .reduce((sum, i) => sum + i.QuantityOrdered, 0);
  const back = new Map<string, number>();
  for (const { orderNo, items } of world.refunds)
    for (const { orderItemId, quantity } of items)
      back.set(`${orderNo} ${orderItemId}`, (back.get(`${orderNo} ${orderItemId}`) ?? 0) + quantity);
  return lastSold(orders).map(({ order, item }) => {
    const { MarketplaceId: at } = order.head;
    const sku = item.SellerSKU;
    const gone = piecesOf(at, sku, (status) => status === "Shipped");
    const reserved = piecesOf(at, sku, (status) => status !== "Shipped");
    const returned = orders
      .filter(({ head }) => head.MarketplaceId === at)
      .flatMap(({ head, items }) =>
        items.filter((i) => i.SellerSKU === sku).map((i) => back.get(`${head.AmazonOrderId} ${i.OrderItemId}`) ?? 0),
      )
      .reduce((sum, n) => sum + n, 0);
    const received = (Math.ceil((gone + reserved) / LOT) + 1) * LOT;
    const fulfillable = received - gone - reserved + returned;
    const coming = fulfillable < FEW ? LOT : 0;
    const lying = fulfillable + reserved;
    const price = minorOf(item.ItemPrice?.Amount, currencyOf(order)) / item.QuantityOrdered;
    const listed = [sku, fnskuOf(sku), item.ASIN, item.Title, "New", written(Math.round(price), order)];
    return [...listed, "No", 0, "Yes", lying, fulfillable, 0, reserved, lying + coming, VOLUME, 0, coming, 0];
  });
};

interface FbaReport {
  columns: string;
  rows(world: World, asked: FbaAsked): Rows;
}

const REPORTS: ReadonlyMap<string, FbaReport> = new Map([
  [
    "GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA",
    {
      columns:
        "sku fnsku asin product-name your-price currency estimated-referral-fee-per-unit expected-fulfillment-fee-per-unit",
      rows: feePreview,
    },
  ],
  [
    "GET_FBA_STORAGE_FEE_CHARGES_DATA",
    {
      columns:
        "asin fnsku msku product_name fulfillment_center country_code item_volume average_quantity_on_hand month_of_charge currency estimated_monthly_storage_fee",
      rows: storage,
    },
  ],
  [
    "GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA",
    {
      columns:
        "return-date order-id sku asin fnsku product-name quantity fulfillment-center-id detailed-disposition reason status license-plate-number customer-comments",
      rows: returns,
    },
  ],
  [
    "GET_FBA_REIMBURSEMENTS_DATA",
    {
      columns:
        "approval-date reimbursement-id case-id amazon-order-id reason sku fnsku asin product-name condition currency-unit amount-per-unit amount-total quantity-reimbursed-cash quantity-reimbursed-inventory quantity-reimbursed-total original-reimbursement-id original-reimbursement-type",
      rows: reimbursements,
    },
  ],
  [
    "GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA",
    {
      columns:
        "sku fnsku asin product-name condition your-price mfn-listing-exists mfn-fulfillable-quantity afn-listing-exists afn-warehouse-quantity afn-fulfillable-quantity afn-unsellable-quantity afn-reserved-quantity afn-total-quantity per-unit-volume afn-inbound-working-quantity afn-inbound-shipped-quantity afn-inbound-receiving-quantity",
      rows: stock,
    },
  ],
]);

/** The text of a report on what the marketplace stores for a seller; undefined: it is no such report. */
export function fbaReport(world: World, type: string, asked: FbaAsked): string | undefined {
  const report = REPORTS.get(type);
  return report && [report.columns.split(" "), ...report.rows(world, asked)].map((row) => row.join("\t")).join("\n");
}
