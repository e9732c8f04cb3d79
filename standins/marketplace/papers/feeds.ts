import { z } from "zod";
import { Fault, type Route } from "../../http/words";
import { nextOf, type World } from "../../world/world";
import { bounded, found, progress } from "./paper";

const name = z.string().min(1).max(100);
const feed = z.object({ feedType: name, marketplaceIds: z.array(name).min(1), inputFeedDocumentId: name });
const MOST_CHARS = 5_000_000;

/** Feeds that are handed in; they are worked on in the background. */
export const feedRoutes = (world: World): Route[] => [
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
