import { z } from "zod";
import { type Ask, Fault, type Route } from "../http/words";
import { nextOf, toldOrders, type World } from "../world/world";

const name = z.string().min(1).max(100);
const report = z.object({
  reportType: name,
  marketplaceIds: z.array(name).min(1),
  dataStartTime: z.string().max(40).optional(),
  dataEndTime: z.string().max(40).optional(),
});
const feed = z.object({ feedType: name, marketplaceIds: z.array(name).min(1), inputFeedDocumentId: name });
const MOST_CHARS = 5_000_000;
const MOST_PAPERS = 1000;

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

/** It is worked on when it is asked for the first time, and done the next time. */
const progress = (paper: { asked: number }) => (paper.asked++ ? "DONE" : "IN_PROGRESS");

function bounded(record: Record<string, unknown>): void {
  if (Object.keys(record).length >= MOST_PAPERS) throw new Fault(429, "Too many documents");
}

function found<T>(record: Record<string, T>, { path }: Ask): T {
  const value = record[path[0] ?? ""];
  if (value === undefined) throw new Fault(404, "Not found");
  return value;
}

/** Reports that are asked for, and feeds that are handed in; both are made in the background. */
export const paperRoutes = (world: World): Route[] => [
  {
    method: "POST",
    path: /^\/reports\/2021-06-30\/reports$/,
    run(ask) {
      const { reportType: type, dataStartTime } = report.parse(ask.body);
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
      found(world.reports, ask);
      const url = `${ask.base}/paper/${ask.path[0]}`;
      return { json: { reportDocumentId: `${ask.path[0]}-D`, url } };
    },
  },
  {
    method: "GET",
    path: /^\/paper\/([^/]+)$/,
    open: true,
    run: (ask) => ({ bytes: found(world.reports, ask).text, type: "text/tab-separated-values" }),
  },
  {
    method: "POST",
    path: /^\/feeds\/2021-06-30\/documents$/,
    run(ask) {
      bounded(world.documents);
      const feedDocumentId = `FD${nextOf(world)}`;
      world.documents[feedDocumentId] = "";
      return { status: 201, json: { feedDocumentId, url: `${ask.base}/document/${feedDocumentId}` } };
    },
  },
  {
    method: "PUT",
    path: /^\/document\/([^/]+)$/,
    open: true,
    run(ask) {
      found(world.documents, ask);
      const text = typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body ?? "");
      world.documents[ask.path[0] ?? ""] = text.slice(0, MOST_CHARS);
      return {};
    },
  },
  {
    method: "POST",
    path: /^\/feeds\/2021-06-30\/feeds$/,
    run(ask) {
      const { feedType: type, inputFeedDocumentId: document } = feed.parse(ask.body);
      if (!world.documents[document]) throw new Fault(400, "The feed document is empty or unknown");
      bounded(world.feeds);
      const feedId = `F${nextOf(world)}`;
      world.feeds[feedId] = { type, document, asked: 0 };
      return { status: 202, json: { feedId } };
    },
  },
  {
    method: "GET",
    path: /^\/feeds\/2021-06-30\/feeds\/([^/]+)$/,
    run(ask) {
      const paper = found(world.feeds, ask);
      const processingStatus = progress(paper);
      return { json: { feedId: ask.path[0], feedType: paper.type, processingStatus } };
    },
  },
];
