import { createHash } from "node:crypto";
import { type Connector, connectorOf, connectorsOf } from "#backend/engine/connect/connector";
import { requestFeed } from "#backend/engine/connect/feed";
import { endRun, failRun, ms, type Run, takeRun } from "#backend/engine/connect/feed-runs";
import { Later } from "#backend/engine/connect/words";
import { type Engine, keptOr, NOW, patch, pick, plus } from "#backend/engine/documents";
import { eachBeside } from "#backend/platform/beside";
import { type Database, whileFree } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { feed } from "#documents/base/connect/feed";
import { connector as connectorType } from "#documents/base/connector";
import { addDue } from "../platform/due";
import type { PlatformOrderIn } from "../platform/order-in";
import { upsertOrders } from "../platform/upsert";
import { ordersPage, type Page, wholeOrder } from "./marketplace";
import type { OrderTold } from "./schema";

/** Orders whose lines are asked for at once. */
const takeAT_ONCE = 8;
const MOST_SAID = 20;

/** Those of a page that are not kept as they are told: the others need no further call. */
async function unknownOf(db: Database, { tenantId, storeId }: Connector, orders: OrderTold[]) {
  const known = await db.query<{ no: string; at: number }>(
    `select platform_order_no as no, extract(epoch from last_update_time)::float8 * 1000 as at
     from platform_order where tenant_id = $1 and store_id = $2 and lower(platform_order_no) = any($3)`,
    [tenantId, storeId, orders.map((o) => o.AmazonOrderId.toLowerCase())],
  );
  const at = new Map(known.map((k) => [k.no, k.at]));
  return orders.filter((o) => !(Date.parse(o.LastUpdateDate) <= (at.get(o.AmazonOrderId) ?? -1)));
}

async function wholeOrders(db: Database, connector: Connector, told: readonly OrderTold[]) {
  const whole: PlatformOrderIn[] = [];
  const left = [...told];
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift())
      try {
        whole.push(await wholeOrder(db, connector, one));
      } catch (error) {
        // The page is given up: nobody asks for the rest of it.
        left.length = 0;
        throw error;
      }
  };
  await Promise.all(Array.from({ length: takeAT_ONCE }, work));
  return whole;
}

/** What is new of a page, whole. */
const wholePage = async (db: Database, connector: Connector, page: Page) =>
  wholeOrders(db, connector, await unknownOf(db, connector, page.orders));

/** Keeps one page of orders, what it counts, and that something follows from it: all or nothing. */
async function takePage(
  db: Database,
  engine: Engine,
  connector: Connector,
  feedId: string,
  page: Page,
  orders: readonly PlatformOrderIn[],
): Promise<void> {
  await db.tx(async (sql) => {
    const c = { sql, ...systemOf(connector.tenantId), ...engine };
    const taken = await upsertOrders(c, connector.storeId ?? "", orders);
    await addDue(c, taken.ids);
    const before = await pick({ sql }, feed, feedId, ["rawHash", "error"]);
    const hash = createHash("sha256").update(before?.rawHash ?? "");
    for (const raw of page.raw) hash.update(JSON.stringify(raw));
    const said = [before?.error, ...page.bad.slice(0, MOST_SAID)].filter(Boolean).join("；");
    await patch({ sql }, feed, feedId, {
      told: plus(page.raw.length),
      fresh: plus(taken.new),
      changed: plus(taken.changed),
      same: plus(page.orders.length - taken.new - taken.changed),
      bad: plus(page.bad.length),
      rawHash: hash.digest("hex"),
      error: said.slice(0, 2000) || null,
      updateTime: NOW,
    });
  });
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far back a window reaches into the one before: what was told late is told again. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** The longest window, and how far back a store begins. */
const LONGEST_MS = 30 * DAY_MS;
const EVERY_MINUTES = 5;
/** Stores that are read at once. */
const AT_ONCE = 3;

async function placeOf(db: Database, { id, storeId }: Connector) {
  const found = await db.one<{ marketplaceId: string | null; syncedTo: number | null }>(
    `select i.marketplace_id as "marketplaceId", ${ms("x.synced_to")} as "syncedTo"
     from connector x join store t on t.id = $2 join site i on i.id = t.site_id
     where x.id = $1 and t.state = 'enabled'`,
    [id, storeId],
  );
  return found;
}

/** Windows of at most 30 days up to now, or what was asked for. */
function* windowsOf({ byHand, from, to }: Run, syncedTo: number | null, now: number) {
  const start = byHand && from ? from : syncedTo ? syncedTo - OVERLAP_MS : now - LONGEST_MS;
  const end = to ?? now;
  for (let at = start; at < end; at += LONGEST_MS) {
    const till = Math.min(at + LONGEST_MS, end);
    // The last window has no end of its own: the marketplace says how far it vouches.
    yield { from: new Date(at), to: till === now ? null : new Date(till) };
  }
}

/** Reads what changed, window after window; what was read before it broke off need not be read again. */
async function read(db: Database, engine: Engine, connector: Connector, run: Run) {
  const place = await placeOf(db, connector);
  if (!place) throw new Error("店铺已停用");
  const { marketplaceId, syncedTo } = place;
  await patch({ sql: db }, connectorType, connector.id, { lastRead: NOW });
  for (const { from, to } of windowsOf(run, syncedTo, Date.now())) {
    const asked = new Date();
    let next: string | null = null;
    let until: string | null = null;
    // A page is kept while the next is asked for.
    let kept = Promise.resolve();
    try {
      do {
        const page = await ordersPage(db, connector, {
          marketplaceId: marketplaceId ?? "",
          from: from.toISOString(),
          to: to?.toISOString() ?? null,
          next,
        });
        until ??= page.until;
        const orders = await wholePage(db, connector, page);
        await kept;
        kept = takePage(db, engine, connector, run.id, page, orders);
        // Its failure is heard where it is waited for.
        kept.catch(() => {});
        if (page.next === next && next) throw new Later("对方的翻页没有前进");
        next = page.next;
      } while (next);
    } finally {
      await kept;
    }
    const reached = to ?? (until ? new Date(Math.min(Date.parse(until), asked.getTime())) : asked);
    // What was asked for by hand leaves no hole behind: only what follows on moves the mark.
    await db.query(
      `update connector set synced_to = greatest(synced_to, $2) where id = $1
         and (synced_to is null or synced_to >= $3)`,
      [connector.id, reached, from],
    );
    await patch({ sql: db }, feed, run.id, { fromTime: keptOr(from), toTime: reached });
  }
}

/** What the turns of one connection came to. */
export interface FeedTurn {
  name: string;
  /** Orders that the marketplace told of. */
  told: number;
  /** Those of them that were new or other than here. */
  kept: number;
  fault: string | null;
}

/** Reads all that one connection is asked for. Whoever calls it is alone with the connection. */
export async function runFeeds(
  db: Database,
  engine: Engine,
  { id, tenantId }: Pick<Connector, "id" | "tenantId">,
): Promise<FeedTurn> {
  const turn: FeedTurn = { name: "", told: 0, kept: 0, fault: null };
  for (let run = await takeRun(db, id); run; run = await takeRun(db, id)) {
    try {
      const connector = await connectorOf(db, id);
      turn.name = connector.name;
      await read(db, engine, connector, run);
      const { told, kept } = await endRun(db, id, run);
      turn.told += told;
      turn.kept += kept;
    } catch (error) {
      turn.fault = await failRun(db, tenantId, turn.name, run, error);
    }
  }
  return turn;
}

/** Every connection that is given is read, stores beside each other; none that is read by somebody else. */
async function readAll(
  db: Database,
  engine: Engine,
  all: readonly Pick<Connector, "id" | "tenantId">[],
): Promise<FeedTurn[]> {
  const turns: FeedTurn[] = [];
  await eachBeside(all, AT_ONCE, (connector) =>
    whileFree(db, "feed", connector.id, async () => {
      turns.push(await runFeeds(db, engine, connector));
    }),
  );
  return turns;
}

/** Every connection to a marketplace is asked for what changed, once in some minutes. */
export async function syncOrders(db: Database, engine: Engine): Promise<void> {
  const all = await connectorsOf(db, "marketplace");
  for (const { id, tenantId } of all) {
    const fresh = await db.one(
      `select 1 from connector where id = $1 and last_read > now() - make_interval(mins => $2)`,
      [id, EVERY_MINUTES],
    );
    if (!fresh) await db.tx((sql) => requestFeed({ sql, tenantId }, id, {}, false));
  }
  await readAll(db, engine, all);
}

/** The same of one tenant, however lately it was asked: what a person or a schedule wants now. */
export async function syncNow(db: Database, engine: Engine, tenantId: string): Promise<FeedTurn[]> {
  const all = await connectorsOf(db, "marketplace");
  const own = all.filter((one) => one.tenantId === tenantId);
  for (const { id } of own) await db.tx((sql) => requestFeed({ sql, tenantId }, id, {}, false));
  return readAll(db, engine, own);
}
