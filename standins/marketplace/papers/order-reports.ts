import { z } from "zod";
import { Fault, type Route } from "../../http/words";
import { nextOf, toldOrders, type World } from "../../world/world";
import type { FbaAsked } from "./days-said";
import type { downloadsOf } from "./downloads";
import { encoded } from "./encode";
import { fbaReport } from "./fba-reports";
import { LEDGER_TYPE, ledgerReport } from "./ledger-report";
import { listedReport } from "./listed-reports";
import { formOf } from "./markets";
import { inMood, throttled } from "./moods";
import { found, progress, roomIn } from "./paper";
import { SETTLEMENT_TYPE, WHY_FATAL } from "./settlement-reports";
import { TRAFFIC_TYPE, trafficReport } from "./traffic-report";

const name = z.string().min(1).max(100);
const report = z.object({
  reportType: name,
  marketplaceIds: z.array(name).min(1),
  dataStartTime: z.string().max(40).optional(),
  dataEndTime: z.string().max(40).optional(),
});

/** Reports that are remembered: each keeps its text. */
const MOST_REPORTS = 1000;

const COLUMNS = [
  "amazon-order-id",
  "purchase-date",
  "last-updated-date",
  "order-status",
  "fulfillment-channel",
  "sku",
  "asin",
  "item-status",
  "quantity",
  "currency",
  "item-price",
  "item-tax",
  "shipping-price",
  "shipping-tax",
  "item-promotion-discount",
  "ship-city",
];

/** Lines of the caller's orders of these marketplaces that changed in a time, as the flat file of all orders says them. */
function flatFile(world: World, { account, marketplaceIds, from, till }: FbaAsked): string {
  const rows = toldOrders(world)
    .filter((o) => o.account === account && marketplaceIds.includes(o.head.MarketplaceId))
    .filter(({ head: { LastUpdateDate: at } }) => Date.parse(at) >= from && Date.parse(at) <= till)
    .flatMap(({ head, items }) =>
      items.map((i) => [
        head.AmazonOrderId,
        head.PurchaseDate,
        head.LastUpdateDate,
        head.OrderStatus === "Canceled" ? "Cancelled" : head.OrderStatus,
        head.FulfillmentChannel === "AFN" ? "Amazon" : "Merchant",
        i.SellerSKU,
        i.ASIN,
        i.QuantityShipped === i.QuantityOrdered ? "Shipped" : "Unshipped",
        i.QuantityOrdered,
        i.ItemPrice?.CurrencyCode ?? "",
        i.ItemPrice?.Amount ?? "",
        i.ItemTax?.Amount ?? "",
        i.ShippingPrice?.Amount ?? "",
        i.ShippingTax?.Amount ?? "",
        i.PromotionDiscount?.Amount ?? "",
        "Springfield",
      ]),
    );
  return [COLUMNS, ...rows].map((row) => row.join("\t")).join("\n");
}

/** Reports that are asked for, made in the background: those of FBA, else the flat file of all orders. */
export const orderReportRoutes = (world: World, downloads: ReturnType<typeof downloadsOf>): Route[] => [
  {
    method: "POST",
    path: /^\/reports\/2021-06-30\/reports$/,
    run(ask) {
      const later = throttled(world, ask.account);
      if (later) return later;
      const { reportType: type, marketplaceIds, dataStartTime, dataEndTime } = report.parse(ask.body);
      if (type === SETTLEMENT_TYPE) throw new Fault(400, "Reports of this type cannot be requested");
      roomIn(world.reports, MOST_REPORTS);
      const reportId = `R${nextOf(world)}`;
      const asked = {
        account: ask.account,
        marketplaceIds,
        from: Date.parse(dataStartTime ?? "1970-01-01"),
        till: Date.parse(dataEndTime ?? "9999-12-31"),
      };
      const fba =
        type === TRAFFIC_TYPE
          ? trafficReport(world, asked)
          : type === LEDGER_TYPE
            ? ledgerReport(world, asked)
            : (fbaReport(world, type, asked) ?? listedReport(world, type, asked));
      const fatal = inMood(world, ask.account, "fatal");
      const ends = fatal ? "FATAL" : inMood(world, ask.account, "cancelled") ? "CANCELLED" : undefined;
      world.reports[reportId] = {
        type,
        text: fba ?? flatFile(world, asked),
        asked: 0,
        created: new Date().toISOString(),
        ...(fba !== undefined && type !== TRAFFIC_TYPE && { charset: formOf(marketplaceIds[0] ?? "").charset }),
        ...(ends && { ends, why: fatal && !!world.paperMoods[ask.account]?.fatalDocument }),
      };
      return { status: 202, json: { reportId } };
    },
  },
  {
    method: "GET",
    path: /^\/reports\/2021-06-30\/reports\/([^/]+)$/,
    run(ask) {
      const later = throttled(world, ask.account);
      if (later) return later;
      const paper = found(world.reports, ask);
      const ended = progress(paper) === "DONE";
      const processingStatus = ended ? (paper.ends ?? "DONE") : "IN_PROGRESS";
      const reportId = ask.path[0];
      const document = ended && (!paper.ends || paper.why) && { reportDocumentId: `${reportId}-D` };
      const times = { createdTime: paper.created, ...(ended && { processingEndTime: paper.created }) };
      return { json: { reportId, reportType: paper.type, processingStatus, ...times, ...document } };
    },
  },
  {
    method: "GET",
    path: /^\/reports\/2021-06-30\/documents\/([^/]+)-D$/,
    run(ask) {
      const later = throttled(world, ask.account);
      if (later) return later;
      const { text, charset = "utf-8", ends } = found(world.reports, ask);
      const type = "text/tab-separated-values";
      const bytes = encoded(ends ? WHY_FATAL : text, charset);
      return downloads.hand(ask, `${ask.path[0]}-D`, () => ({ bytes, type }));
    },
  },
];
