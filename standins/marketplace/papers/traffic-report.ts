import { digitsOf, toldOrders, type World } from "../../world/world";
import { type FbaAsked, saidOf } from "./days-said";
import { amountOf, minorOf } from "./markets";

export const TRAFFIC_TYPE = "GET_SALES_AND_TRAFFIC_REPORT";

/** Sessions that an order comes of, and pages that each looks at. */
const SESSIONS = 10;
const PAGES = 1.5;

interface Looked {
  sku: string;
  asin: string;
  parent: string;
  sessions: number;
  pages: number;
  units: number;
  sales: string;
  currency: string;
  buyBox: number;
}

/** What was said of the days. */
const saidRows = (world: World, asked: FbaAsked): Looked[] =>
  saidOf(world, asked).flatMap(({ marketplaceId, traffic }) => {
    const currency = world.sellers.find((s) => s.marketplaceId === marketplaceId)?.currency ?? "USD";
    return traffic.map((row) => ({ ...row, parent: row.asin, currency }));
  });

/** What follows from the orders of the days. */
function soldRows(world: World, { account, marketplaceIds, from, till }: FbaAsked): Looked[] {
  const sold = new Map<string, { asin: string; units: number; minor: number; currency: string }>();
  for (const { account: of, head, items } of toldOrders(world)) {
    const at = Date.parse(head.PurchaseDate);
    if (of !== account || !marketplaceIds.includes(head.MarketplaceId) || at < from || at > till) continue;
    if (head.OrderStatus === "Canceled") continue;
    const currency = head.OrderTotal.CurrencyCode;
    for (const item of items) {
      const { asin, units, minor } = sold.get(item.SellerSKU) ?? { asin: item.ASIN, units: 0, minor: 0 };
      const more = minorOf(item.ItemPrice?.Amount, currency);
      sold.set(item.SellerSKU, { asin, units: units + item.QuantityOrdered, minor: minor + more, currency });
    }
  }
  return [...sold].map(([sku, { asin, units, minor, currency }]) => {
    const sessions = units * SESSIONS + Number(digitsOf(`${sku} ${from}`, 1));
    return {
      sku,
      asin,
      parent: `B${digitsOf(`parent ${asin.slice(0, -1)}`, 9)}`,
      sessions,
      pages: Math.round(sessions * PAGES),
      units,
      sales: amountOf(minor, currency),
      currency,
      buyBox: 97.5,
    };
  });
}

/** What buyers looked at and bought of each SKU within the days that are asked for, in JSON. */
export function trafficReport(world: World, asked: FbaAsked): string {
  const { marketplaceIds, from, till } = asked;
  const said = saidRows(world, asked);
  const rows = said.length ? said : soldRows(world, asked);
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
  return JSON.stringify({
    reportSpecification: {
      reportType: TRAFFIC_TYPE,
      reportOptions: { dateGranularity: "DAY", asinGranularity: "SKU" },
      dataStartTime: iso(from),
      dataEndTime: iso(till),
      marketplaceIds,
    },
    salesAndTrafficByDate: [],
    salesAndTrafficByAsin: rows.map(({ sku, asin, parent, sessions, pages, units, sales, currency, buyBox }) => ({
      parentAsin: parent,
      childAsin: asin,
      sku,
      salesByAsin: { unitsOrdered: units, orderedProductSales: { amount: Number(sales), currencyCode: currency } },
      trafficByAsin: { sessions, pageViews: pages, buyBoxPercentage: buyBox },
    })),
  });
}
