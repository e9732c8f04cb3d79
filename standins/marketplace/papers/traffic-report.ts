import { digitsOf, toldOrders, type World } from "../../world/world";
import { saidOf } from "./days-said";
import type { FbaAsked } from "./fba-reports";
import { amountOf, minorOf } from "./markets";

export const TRAFFIC_TYPE = "GET_SALES_AND_TRAFFIC_REPORT";

/** Sessions that an order comes of, and pages that each looks at. */
const SESSIONS = 10;
const PAGES = 1.5;

/** What buyers looked at and bought of each SKU within the days that are asked for, in JSON. */
export function trafficReport(world: World, asked: FbaAsked): string {
  const { account, marketplaceIds, from, till } = asked;
  const said = saidOf(world, asked).flatMap(({ marketplaceId, traffic }) =>
    traffic.map(({ sku, asin, sessions, pages, units, sales, buyBox }) => ({
      parentAsin: asin,
      childAsin: asin,
      sku,
      salesByAsin: {
        unitsOrdered: units,
        orderedProductSales: {
          amount: Number(sales),
          currencyCode: world.sellers.find((s) => s.marketplaceId === marketplaceId)?.currency ?? "USD",
        },
      },
      trafficByAsin: { sessions, pageViews: pages, buyBoxPercentage: buyBox },
    })),
  );
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
  const rows = [...sold].map(([sku, { asin, units, minor, currency }]) => {
    const sessions = units * SESSIONS + Number(digitsOf(`${sku} ${from}`, 1));
    return {
      parentAsin: `B${digitsOf(`parent ${asin.slice(0, -1)}`, 9)}`,
      childAsin: asin,
      sku,
      salesByAsin: {
        unitsOrdered: units,
        orderedProductSales: { amount: Number(amountOf(minor, currency)), currencyCode: currency },
      },
      trafficByAsin: { sessions, pageViews: Math.round(sessions * PAGES), buyBoxPercentage: 97.5 },
    };
  });
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
    salesAndTrafficByAsin: said.length ? said : rows,
  });
}
