import { z } from "zod";
import { type Ask, Fault, type Route } from "../../http/words";
import { nextOf, toldOrders, type World } from "../../world/world";
import type { downloadsOf } from "./downloads";
import { throttled } from "./moods";
import { bounded, found, progress } from "./paper";
import { SETTLEMENT_TYPE } from "./settlement-reports";

const name = z.string().min(1).max(100);
const report = z.object({
  reportType: name,
  marketplaceIds: z.array(name).min(1),
  dataStartTime: z.string().max(40).optional(),
  dataEndTime: z.string().max(40).optional(),
});

const COLUMNS = [
  "amazon-order-id",
  "purchase-date",
  "last-updated-date",
  "order-status",
  "sku",
  "asin",
  "quantity",
  "currency",
  "item-price",
];

/** Lines of the caller's orders since a time, as the flat file of all orders says them. */
function flatFile(world: World, { account }: Ask, since: string | undefined): string {
  const from = since ? Date.parse(since) : 0;
  const rows = toldOrders(world)
    .filter((o) => o.account === account && Date.parse(o.head.PurchaseDate) >= from)
    .flatMap(({ head, items }) =>
      items.map((i) => [
        head.AmazonOrderId,
        head.PurchaseDate,
        head.LastUpdateDate,
        head.OrderStatus,
        i.SellerSKU,
        i.ASIN,
        i.QuantityOrdered,
        i.ItemPrice?.CurrencyCode ?? "",
        i.ItemPrice?.Amount ?? "",
      ]),
    );
  return [COLUMNS, ...rows].map((row) => row.join("\t")).join("\n");
}

/** Reports that are asked for: the flat file of all orders, made in the background. */
export const orderReportRoutes = (world: World, downloads: ReturnType<typeof downloadsOf>): Route[] => [
  {
    method: "POST",
    path: /^\/reports\/2021-06-30\/reports$/,
    run(ask) {
      const later = throttled(world, ask.account);
      if (later) return later;
      const { reportType: type, dataStartTime } = report.parse(ask.body);
      if (type === SETTLEMENT_TYPE) throw new Fault(400, "Reports of this type cannot be requested");
      bounded(world.reports);
      const reportId = `R${nextOf(world)}`;
      world.reports[reportId] = { type, text: flatFile(world, ask, dataStartTime), asked: 0 };
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
      const processingStatus = progress(paper);
      const reportId = ask.path[0];
      const done = processingStatus === "DONE" && { reportDocumentId: `${reportId}-D` };
      return { json: { reportId, reportType: paper.type, processingStatus, ...done } };
    },
  },
  {
    method: "GET",
    path: /^\/reports\/2021-06-30\/documents\/([^/]+)-D$/,
    run(ask) {
      const later = throttled(world, ask.account);
      if (later) return later;
      const { text } = found(world.reports, ask);
      const type = "text/tab-separated-values";
      return downloads.hand(ask, `${ask.path[0]}-D`, () => ({ bytes: Buffer.from(text), type }));
    },
  },
];
