import { z } from "zod";
import type { Behaviour } from "../http/behaviour";
import { type Ask, Fault, type Route } from "../http/words";
import type { MarketHead, MarketOrder } from "../world/marketplace";
import { toldOrders, type World } from "../world/world";

/** Where a list goes on; nobody but the marketplace reads it. */
interface Cursor {
  at: number;
  query: string;
  /** The end of the window, fixed by its first page. */
  before: string;
}

const PAGE = 100;
const encoded = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString("base64url");

function decoded(token: string): Cursor {
  try {
    const { at, query, before } = JSON.parse(Buffer.from(token, "base64url").toString());
    if (Number.isInteger(at) && typeof query === "string") return { at, query, before: `${before}` };
  } catch {
    // Said below, as what is no cursor for another reason.
  }
  throw new Fault(400, "NextToken is invalid");
}

const many = (query: URLSearchParams, name: string) => (query.get(name) ?? "").split(",").filter(Boolean);

function timeOf(query: URLSearchParams, name: string): number | undefined {
  const said = query.get(name);
  if (said === null) return undefined;
  const time = Date.parse(said);
  if (Number.isNaN(time)) throw new Fault(400, `${name} is invalid`);
  return time;
}

/** Orders of an account in the window, the one that changed first before the others. */
function listed(world: World, account: string, query: URLSearchParams, before: string) {
  const markets = many(query, "MarketplaceIds");
  if (!markets.length) throw new Fault(400, "MarketplaceIds is required");
  const created = timeOf(query, "CreatedAfter");
  const updated = timeOf(query, "LastUpdatedAfter");
  if ((created === undefined) === (updated === undefined))
    throw new Fault(400, "Either CreatedAfter or LastUpdatedAfter is required");
  const states = many(query, "OrderStatuses");
  const channels = many(query, "FulfillmentChannels");
  const end = Date.parse(before);
  return toldOrders(world)
    .filter(({ account: of, head }) => of === account && markets.includes(head.MarketplaceId))
    .filter(({ head }) => !states.length || states.includes(head.OrderStatus))
    .filter(({ head }) => !channels.length || channels.includes(head.FulfillmentChannel))
    .map((order) => ({
      order,
      time: Date.parse(created === undefined ? order.head.LastUpdateDate : order.head.PurchaseDate),
    }))
    .filter(({ time }) => time >= (created ?? updated ?? 0) && time <= end)
    .sort((a, b) => a.time - b.time || (a.order.head.AmazonOrderId < b.order.head.AmazonOrderId ? -1 : 1))
    .map(({ order }) => order);
}

/** An order of the caller's own. */
export function orderOf(world: World, { account, path }: Ask): MarketOrder {
  const found = world.orders[path[0] ?? ""];
  if (!found || found.account !== account) throw new Fault(404, "Order not found");
  return found;
}

/** What an order costs, and who bought, is not said while it waits for its payment; the latter to such a token alone. */
function seen({ head, buyer, address }: MarketOrder, personal: boolean): Partial<MarketHead> {
  const { OrderTotal, ...rest } = head;
  if (head.OrderStatus === "Pending") return rest;
  const { City, StateOrRegion, PostalCode, CountryCode } = address;
  const to = head.FulfillmentChannel === "MFN" ? address : { City, StateOrRegion, PostalCode, CountryCode };
  return { ...head, ...(personal && { BuyerInfo: buyer, ShippingAddress: to }) };
}

const restricted = z.object({
  restrictedResources: z
    .array(
      z.object({
        method: z.enum(["GET", "PUT", "POST", "DELETE"]),
        path: z.string().max(500),
        dataElements: z.array(z.enum(["buyerInfo", "shippingAddress", "buyerTaxInformation"])).optional(),
      }),
    )
    .min(1)
    .max(50),
});
const DENIED = "Access to requested resource is denied.";

function pageOf(world: World, how: Behaviour, { account, query, personal }: Ask) {
  const token = query.get("NextToken");
  const said = query.get("LastUpdatedBefore") ?? query.get("CreatedBefore");
  const cursor: Cursor = token
    ? decoded(token)
    : { at: 0, query: query.toString(), before: said ?? new Date().toISOString() };
  const asked = new URLSearchParams(cursor.query);
  const size = Math.min(Math.max(Number(asked.get("MaxResultsPerPage") ?? PAGE) || PAGE, 1), PAGE);
  const all = listed(world, account, asked, cursor.before);
  const from = how.repeat ? Math.max(cursor.at - 1, 0) : cursor.at;
  const heads = all.slice(from, cursor.at + size).map((order) => seen(order, personal));
  const next = cursor.at + size;
  return {
    Orders: how.reorder ? heads.reverse() : heads,
    ...(next < all.length && { NextToken: encoded({ ...cursor, at: next }) }),
    LastUpdatedBefore: cursor.before,
  };
}

/** Lists of orders and what is said of one. */
export const orderRoutes = (world: World, how: () => Behaviour): Route[] => [
  { method: "GET", path: /^\/orders\/v0\/orders$/, run: (ask) => ({ json: { payload: pageOf(world, how(), ask) } }) },
  {
    method: "GET",
    path: /^\/orders\/v0\/orders\/([^/]+)$/,
    run: (ask) => ({ json: { payload: seen(orderOf(world, ask), ask.personal) } }),
  },
  {
    method: "POST",
    path: /^\/tokens\/2021-03-01\/restrictedDataToken$/,
    run(ask) {
      restricted.parse(ask.body);
      if (world.strangers.includes(ask.account)) throw new Fault(403, DENIED);
      return { json: { restrictedDataToken: ask.personalToken(), expiresIn: 3600 } };
    },
  },
  {
    method: "GET",
    path: /^\/orders\/v0\/orders\/([^/]+)\/orderItems$/,
    run(ask) {
      const { head, items } = orderOf(world, ask);
      const shown = how().reorder ? [...items].reverse() : items;
      return { json: { payload: { AmazonOrderId: head.AmazonOrderId, OrderItems: shown } } };
    },
  },
  {
    method: "GET",
    path: /^\/orders\/v0\/orders\/([^/]+)\/address$/,
    run(ask) {
      const { head, address } = orderOf(world, ask);
      if (!ask.personal) throw new Fault(403, DENIED);
      return { json: { payload: { AmazonOrderId: head.AmazonOrderId, ShippingAddress: address } } };
    },
  },
  {
    method: "GET",
    path: /^\/orders\/v0\/orders\/([^/]+)\/buyerInfo$/,
    run(ask) {
      const { head, buyer } = orderOf(world, ask);
      if (!ask.personal) throw new Fault(403, DENIED);
      return { json: { payload: { AmazonOrderId: head.AmazonOrderId, ...buyer } } };
    },
  },
];
