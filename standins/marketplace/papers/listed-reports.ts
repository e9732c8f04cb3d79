import { digitsOf, type World } from "../../world/world";
import type { FbaAsked } from "./days-said";
import { currencyOf, fnskuOf, lastSold, ordersOf, type Rows, timeOf, written } from "./fba-reports";
import { amountOf, decimalsOf, formOf, minorOf } from "./markets";

/** What its marketplaces call what they send themselves, by country. */
const SENT_BY: Readonly<Record<string, string>> = {
  US: "AMAZON_NA",
  CA: "AMAZON_NA",
  MX: "AMAZON_NA",
  JP: "AMAZON_JP",
};
const EUROPE = "AMAZON_EU";

const countryOf = (world: World, marketplaceId: string) =>
  world.sellers.find((s) => s.marketplaceId === marketplaceId)?.country ?? "US";
const comma = (marketplaceId: string, amount: string) =>
  formOf(marketplaceId).comma ? amount.replace(".", ",") : amount;

/** What is listed: everything that was ever sold, as it was sold last, and what was said of it besides. */
const listings = (world: World, asked: FbaAsked): Rows => {
  const said = world.listingsSaid.filter(
    (s) => s.account === asked.account && asked.marketplaceIds.includes(s.marketplaceId),
  );
  const newest = new Map(said.map((s) => [`${s.marketplaceId} ${s.sku}`, s]));
  const row = (at: string, sku: string, title: string, price: string, asin: string, more: readonly string[]) => {
    const [channel = "", status = "Active", quantity = ""] = more;
    const listed = [
      title,
      "",
      `L${digitsOf(sku, 9)}`,
      sku,
      price,
      quantity,
      `${formOf(at).day("2026-01-31T08:00:00Z")} 08:00:00 UTC`,
    ];
    return [...listed, "", "1", "", "11", asin, asin, "", channel, "Migrated Template", status];
  };
  const sent = (at: string) => SENT_BY[countryOf(world, at)] ?? EUROPE;
  const sold = lastSold(ordersOf(world, asked, Object.values(world.orders)))
    .filter(({ order, item }) => !newest.has(`${order.head.MarketplaceId} ${item.SellerSKU}`))
    .map(({ order, item }) => {
      const { MarketplaceId: at, FulfillmentChannel: channel } = order.head;
      const price = Math.round(minorOf(item.ItemPrice?.Amount, currencyOf(order)) / item.QuantityOrdered);
      const own = channel !== "AFN";
      const more = own ? ["DEFAULT", "Active", digitsOf(item.SellerSKU, 2)] : [sent(at)];
      return row(at, item.SellerSKU, item.Title, written(price, order), item.ASIN, more);
    });
  const told = [...newest.values()]
    .filter(({ status }) => status !== "Removed")
    .map(({ marketplaceId: at, sku, title, price, asin, channel, status, quantity }) =>
      row(at, sku, title, comma(at, price), asin, [channel === "AFN" ? sent(at) : "DEFAULT", status, quantity]),
    );
  return [...told, ...sold];
};

/** Pieces of goods of which nothing was sold for so long that they are old, and what each costs. */
const DAYS = 30;
const DAY = 86_400_000;
const PIECES = 10;
const CENTS = 50;
const TIER = "181-210 days";

/** Middles of months between two times. */
function snapshotsOf({ from, till }: FbaAsked): string[] {
  const days: string[] = [];
  for (let at = from; at <= till; at += DAY) days.push(new Date(at).toISOString().slice(0, 10));
  return days.filter((day) => day.endsWith("-15"));
}

/** What is charged for goods that lie there for long: what was said of a snapshot, else of those that nobody buys. */
const aged = (world: World, asked: FbaAsked): Rows =>
  snapshotsOf(asked).flatMap((day) => {
    const said = world.agedSaid.filter(
      (s) => s.account === asked.account && s.day === day && asked.marketplaceIds.includes(s.marketplaceId),
    );
    const whole = new Set(said.map((s) => s.marketplaceId));
    const form = (sku: string, asin: string, currency: string, country: string, more: readonly (string | number)[]) => {
      const goods = [`${day}T00:00:00+00:00`, sku, fnskuOf(sku), asin, sku, "NEW", "0.05", currency, "cubic meters"];
      return [...goods, country, ...more];
    };
    const told = said.map(({ marketplaceId: at, sku, asin, tier, quantity, fee }) => {
      const seller = world.sellers.find((s) => s.marketplaceId === at);
      return form(sku, asin, seller?.currency ?? "USD", countryOf(world, at), [quantity, comma(at, fee), tier]);
    });
    const until = Date.parse(`${day}T00:00:00Z`);
    const before = ordersOf(world, asked).filter((order) => timeOf(order) < until);
    const old = lastSold(before).filter(
      ({ order }) =>
        order.head.FulfillmentChannel === "AFN" &&
        !whole.has(order.head.MarketplaceId) &&
        timeOf(order) < until - DAYS * DAY,
    );
    return [
      ...told,
      ...old.map(({ order, item }) => {
        const currency = currencyOf(order);
        const fee = comma(
          order.head.MarketplaceId,
          amountOf(PIECES * CENTS * (decimalsOf(currency) ? 1 : 2), currency),
        );
        return form(item.SellerSKU, item.ASIN, currency, countryOf(world, order.head.MarketplaceId), [
          PIECES,
          fee,
          TIER,
        ]);
      }),
    ];
  });

const REPORTS = new Map([
  [
    "GET_MERCHANT_LISTINGS_ALL_DATA",
    {
      columns:
        "item-name item-description listing-id seller-sku price quantity open-date image-url product-id-type item-note item-condition asin1 product-id pending-quantity fulfillment-channel merchant-shipping-group status",
      rows: listings,
    },
  ],
  [
    "GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA",
    {
      columns:
        "snapshot-date sku fnsku asin product-name condition per-unit-volume currency volume-unit country qty-charged amount-charged surcharge-age-tier",
      rows: aged,
    },
  ],
]);

/** The text of a report on what a seller lists, and what of it lies there for long; undefined: it is no such report. */
export function listedReport(world: World, type: string, asked: FbaAsked): string | undefined {
  const report = REPORTS.get(type);
  return report && [report.columns.split(" "), ...report.rows(world, asked)].map((row) => row.join("\t")).join("\n");
}
