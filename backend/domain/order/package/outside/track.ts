import { type Connector, connectorFor, connectorOf } from "#backend/engine/connect/connector";
import { Later, Refused } from "#backend/engine/connect/words";
import { type Engine, NOW, patch, perform, type RuleContext } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { packageOrder } from "#documents/order/package-order";
import { parcelSaid } from "./handlers";
import { eventsOf, orderOf, type TrackEvent, writeFigures } from "./protocol";

/** Packages that one turn asks after; the next turn goes on. */
const MOST = 300;
const MOST_EVENTS = 200;
/** After so long nobody hears of a parcel any more. */
const DAYS = 60;

interface TrackDue {
  id: string;
  tenantId: string;
  status: string;
  trackingNo: string;
  externalOrderNo: string | null;
  provider: string | null;
  warehouseId: string | null;
  carrierId: string | null;
}

/** Parcels that a warehouse or a carrier of ours knows, those asked after longest ago first. */
const dueOf = (db: Database) =>
  db.query<TrackDue>(
    `select t.id, t.tenant_id as "tenantId", t.status, t.tracking_no as "trackingNo",
       t.external_order_no as "externalOrderNo", t.provider, t.warehouse_id as "warehouseId",
       h.connector_id as "carrierId"
     from package_order t left join logistics_channel h on h.id = t.logistics_channel_id
     where t.del_flag = 0 and t.task is null and coalesce(t.track_time, '-infinity') < now() - interval '5 minutes'
       and (t.external_order_no is not null or h.connector_id is not null)
       and (t.status = 'labelled' and t.external_order_no is not null
         or t.status = 'shipped' and t.tracking_no is not null
           and t.ship_time > now() - make_interval(days => ${DAYS}))
     order by t.track_time nulls first, t.id limit ${MOST}`,
  );

/** Who knows where a package is: its warehouse until it left, then a carrier. */
async function whoKnows(db: Database, p: TrackDue): Promise<string | undefined> {
  const { tenantId, provider, warehouseId } = p;
  const c = { sql: db, tenantId };
  if (p.status === "labelled")
    return (await connectorFor(c, { provider: provider ?? "", warehouseId: warehouseId ?? undefined }))?.id;
  return p.carrierId ?? (await connectorFor(c, { provider: "express" }))?.id;
}

/** Heard twice or in any order, it is the same story: the newest first. */
export function storyOf(events: readonly TrackEvent[]): TrackEvent[] {
  const wordOf = (e: TrackEvent) => JSON.stringify([Date.parse(e.time), e.location ?? "", e.status, e.desc ?? ""]);
  const each = new Map(events.map((e) => [wordOf(e), e]));
  return [...each.entries()]
    .sort(([a, x], [b, y]) => Date.parse(y.time) - Date.parse(x.time) || (a < b ? 1 : -1))
    .map(([, e]) => e)
    .slice(0, MOST_EVENTS);
}

/** A moment as it travels: yyyy-MM-dd HH:mm:ss in Shanghai. */
const here = (time: string) => new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** How a parcel ends. */
const ENDS = ["delivered", "returned"];

async function told(c: RuleContext, p: TrackDue, events: readonly TrackEvent[]) {
  const story = storyOf(events);
  await patch(c, packageOrder, p.id, { trackEvents: story.map((e) => ({ ...e, time: here(e.time) })) });
  const end = story.find((e) => ENDS.includes(e.status));
  if (end?.status === "delivered") await perform(c, packageOrder, p.id, "deliver", {}, { trusted: true });
  if (end?.status === "returned")
    await perform(c, packageOrder, p.id, "takeBack", { reason: "承运商退回" }, { trusted: true });
  const column = end?.status === "delivered" ? "delivered_time" : "returned_time";
  if (end)
    await c.sql.query(`update package_order set ${column} = greatest($2::timestamptz, ship_time) where id = $1`, [
      p.id,
      end.time,
    ]);
}

async function look(db: Database, engine: Engine, connector: Connector, p: TrackDue): Promise<void> {
  const within = <T>(work: (c: RuleContext) => Promise<T>) =>
    db.tx((sql) => work({ sql, ...systemOf(p.tenantId), ...engine }));
  if (p.status === "shipped") {
    const events = await eventsOf(db, connector, p.trackingNo);
    return within((c) => told(c, p, events));
  }
  const order = await orderOf(db, connector, p);
  if (order.state !== "shipped") return;
  const { weightKg, freight, freightCurrency } = parcelSaid(order) ?? {};
  await within(async (c) => {
    await perform(c, packageOrder, p.id, "ship", { actualWeightKg: weightKg ?? null }, { trusted: true });
    await writeFigures(c, p.id, { weightKg, freight, freightCurrency });
  });
}

/** Asks one system about all that it knows; silent, it is not asked further in this turn. */
async function askOne(db: Database, engine: Engine, id: string, due: readonly TrackDue[]) {
  try {
    const connector = await connectorOf(db, id);
    for (const p of due) {
      try {
        await look(db, engine, connector, p);
      } catch (error) {
        // Unknown there, or somebody was faster: the others go on.
        if (!(error instanceof Refused || error instanceof Refusal)) throw error;
      }
      await patch({ sql: db }, packageOrder, p.id, { trackTime: NOW });
    }
  } catch (error) {
    if (!(error instanceof Later || error instanceof Refused)) throw error;
  }
}

/**
 * Follows parcels: what a warehouse shipped by itself is shipped here, what a carrier delivered or
 * brought back is so here. Systems outside are asked beside each other.
 */
export async function trackPackages(db: Database, engine: Engine): Promise<void> {
  const by = new Map<string, TrackDue[]>();
  for (const p of await dueOf(db)) {
    const id = await whoKnows(db, p);
    if (id) by.set(id, [...(by.get(id) ?? []), p]);
  }
  await Promise.all([...by].map(([id, due]) => askOne(db, engine, id, due)));
}
