import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { ads } from "./ads/ads";
import { carrier } from "./carrier/carrier";
import { bodyOf, listenOn, send } from "./http/server";
import { type Served, serviceOf } from "./http/service";
import { Fault, type Service } from "./http/words";
import { marketplace } from "./marketplace/marketplace";
import { type Placed, place } from "./marketplace/place";
import { oa } from "./oa/oa";
import { servePage } from "./page/serve";
import { rates } from "./rates/rates";
import { warehouse } from "./warehouse/warehouse";
import type { InboundPlan } from "./world/inbound";
import { SELLERS } from "./world/sellers";
import type { Product } from "./world/warehouse";
import { newWorld, type Seller, type World } from "./world/world";

export type { Seller } from "./world/world";

/** Goods as they are handed to the warehouse. */
export type Goods = Omit<Product, "barcode">;

export interface StandInOptions {
  /** 0: any free one. */
  port?: number;
  /** This machine alone, unless one is named. */
  host?: string;
  seed?: string;
  sellers?: readonly Seller[];
  /** Goods of the warehouse, for what it does not know yet. */
  products?: readonly Goods[];
  /** Orders that seller and marketplace have from the beginning. */
  orders?: readonly Placed[];
  /** Plans of goods for its warehouses that the marketplace has from the beginning. */
  plans?: readonly InboundPlan[];
  /** Settlement periods of accounts end by themselves. */
  settles?: boolean;
  /** What every account signs in with. */
  secret?: string;
  tokenSeconds?: number;
  /** File that the world is kept in; without one it ends with the process. */
  file?: string;
}

export type Name = "marketplace" | "warehouse" | "carrier" | "oa" | "rates" | "ads";

export interface StandIns {
  url: string;
  /** As POST {url}/{name}/control. @throws Error with what was wrong */
  control(name: Name, order: object): Promise<unknown>;
  /** As GET {url}/{name}/control. */
  heard(name: Name): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Secret of the demonstration's accounts. */
export const DEMO_SECRET = "demo-secret";
const SAVE_MS = 500;

/** What a file begins with that is packed: earlier programs kept the world as plain text. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** The world as it was kept, or a new one. */
function opened(file: string | undefined, seed: string): World {
  if (!file) return newWorld(seed);
  try {
    const kept = readFileSync(file);
    const text = kept.subarray(0, 2).equals(GZIP) ? gunzipSync(kept) : kept;
    return newWorld(seed, JSON.parse(text.toString()));
  } catch {
    return newWorld(seed);
  }
}

/** Writes the world a moment after it changed. */
function keeper(world: World, file: string | undefined) {
  let due: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(due);
    due = undefined;
    if (!file) return;
    writeFileSync(`${file}.part`, gzipSync(JSON.stringify(world), { level: 1 }), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  };
  return {
    save,
    later() {
      if (file) due ??= setTimeout(save, SAVE_MS).unref();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return text;
  }
}

/** How this machine reaches who listens there. */
const reachable = (host = "0.0.0.0") => {
  if (["0.0.0.0", "::"].includes(host)) return "127.0.0.1";
  return isIPv6(host) ? `[${host}]` : host;
};

/** Systems outside that the product can be tried with: a marketplace, a warehouse, a carrier, an office. */
export async function startStandIns(options: StandInOptions = {}): Promise<StandIns> {
  const { port = 0, host, seed = "1", secret = DEMO_SECRET, tokenSeconds = 3600, file } = options;
  const world = opened(file, seed);
  world.sellers = [...(options.sellers ?? SELLERS)];
  world.settles = !!options.settles;
  for (const one of options.products ?? []) world.products[one.code] ??= { ...one, barcode: one.code };
  for (const one of options.orders ?? []) if (!world.orders[one.orderNo ?? ""]) place(world, { ...one, known: true });
  for (const one of options.plans ?? []) world.inbound.plans[one.id] ??= one;
  const kept = keeper(world, file);
  const served = new Map<string, Served>();
  const add = (service: Service) => served.set(service.name, serviceOf(service, { secret, tokenSeconds }));
  const how = (name: Name) => () => served.get(name)?.how ?? {};
  add(marketplace(world, how("marketplace")));
  add(warehouse(world));
  add(carrier(world, how("carrier")));
  add(oa(world));
  add(rates(world));
  add(ads(world));

  const people = servePage(world, (name, order) => {
    const service = served.get(name);
    if (!service) throw new Fault(400, `没有系统 ${name}`);
    kept.later();
    return service.tell(order);
  });

  let url = "";
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const asked = new URL(request.url ?? "/", url);
    const [, name = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(asked.pathname) ?? [];
    const service = served.get(name);
    if (!service && (await people(request, response))) return;
    const text = await bodyOf(request);
    if (text === undefined) return send(response, { status: 413 });
    if (!service) return send(response, { status: 404, json: { message: "Not found" } });
    const method = request.method ?? "GET";
    const ended = await service.answer({
      method,
      path: rest,
      query: asked.searchParams,
      body: parsed(text),
      header: (h) => [request.headers[h]].flat()[0],
      base: `${url}/${name}`,
    });
    if (method !== "GET" || rest.startsWith("/orders/")) kept.later();
    if (ended === "broken") response.destroy();
    else send(response, ended);
  }

  const { server, port: taken } = await listenOn(
    (request, response) =>
      void answer(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else send(response, { status: 500, json: { message: "Internal error" } });
      }),
    { port, host },
  );
  url = `http://${reachable(host)}:${taken}`;

  async function manage(name: Name, order?: object) {
    const response = await fetch(`${url}/${name}/control`, {
      method: order ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      body: order && JSON.stringify(order),
    });
    const said = await response.text();
    if (!response.ok) throw new Error(said);
    return JSON.parse(said);
  }
  return {
    url,
    control: (name, order) => manage(name, order),
    heard: (name) => manage(name),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      kept.save();
    },
  };
}
