import { type Connector, connectorOf, connectorsOf } from "../../../connect/connector";
import { requestFeed } from "../../../connect/feed";
import { endRun, failRun, ms, type Run, takeRun } from "../../../connect/feed-runs";
import { Later } from "../../../connect/words";
import { whileFree } from "../../../db/advisory";
import type { Database } from "../../../db/sql";
import type { Engine } from "../../../documents/rules";
import { ordersPage } from "./marketplace";
import { takePage, wholePage } from "./take";

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
  await db.query("update connector set last_read = now() where id = $1", [connector.id]);
  for (const { from, to } of windowsOf(run, syncedTo, Date.now())) {
    const asked = new Date();
    let next: string | null = null;
    let until: string | null = null;
    // A page is kept while the next is asked for.
    let kept = Promise.resolve();
    try {
      do {
        const page = await ordersPage(db, connector, {
          ...{ marketplaceId: marketplaceId ?? "", from: from.toISOString() },
          ...{ to: to?.toISOString() ?? null, next },
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
    await db.query(
      `update feed_run set from_time = coalesce(from_time, $2), to_time = $3 where id = $1`,
      [run.id, from, reached],
    );
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

async function runFeeds(
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
  const left = [...all];
  const turns: FeedTurn[] = [];
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const connector = one;
      await whileFree(db, "feed", connector.id, async () => {
        turns.push(await runFeeds(db, engine, connector));
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
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
