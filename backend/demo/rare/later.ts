import { engine } from "#backend/domain";
import { confirm } from "#backend/domain/order/feed/confirm";
import { runFeeds } from "#backend/domain/order/feed/sync";
import { packageHandlers } from "#backend/domain/order/package/outside/handlers";
import { completeShipped } from "#backend/domain/order/sales/complete";
import { expireSamples } from "#backend/domain/product/seal-sample/expiry";
import { refundHandler } from "#backend/domain/service/refund/send";
import { sendAll } from "#backend/engine/connect/drain";
import { ping } from "#backend/engine/connect/ping";
import type { Database } from "#backend/platform/db";
import { asSystem, attemptAct, personAt } from "../acting";
import { answering } from "../connect/tried";

/** Of what waits for a system outside: parcels of warehouses of others, and refunds of connected stores. */
const ASKED: [document: string, action: string, who: string, waiting: string][] = [
  [
    "package_order",
    "send",
    "order",
    `select p.id from package_order p join warehouse w on w.id = p.warehouse_id
     where p.status = 'reserved' and w.provider = 'gc' and p.del_flag = 0 order by p.id`,
  ],
  [
    "cs_refund",
    "execute",
    "cs_lead",
    `select r.id from cs_refund r join connector k on k.store_id = r.store_id and k.enabled
     where r.status = 'approved' and r.del_flag = 0 order by r.id`,
  ],
];

/** Asks the first of these that may be asked for. @returns whether one was */
const askOne = (db: Database, [document, action, who, waiting]: (typeof ASKED)[number]): Promise<boolean> =>
  db.tx(async (sql) => {
    const c = asSystem(sql);
    const person = { ...(await personAt(c, who)), confirmed: true as const };
    for (const { id } of await sql.query<{ id: string }>(waiting))
      if (await attemptAct(person, document, id, action)) return true;
    return false;
  });

/** How often a marketplace is read: the first time it refuses. */
const READ = 2;

/** One that is asked already is read as well. */
const askToRead = (db: Database, id: string) =>
  db.tx(async (sql) => {
    const c = asSystem(sql);
    const person = await personAt(c, "it_staff");
    await attemptAct(person, "connector", id, "sync");
  });

/** What is said about inbound plans and advertising waits for the stand-ins: nobody else could go on with it. */
const plansWait = (db: Database, wait: boolean) =>
  db.query(
    `update outbox set next_run = now() + case when $1 then interval '1 day' else interval '0' end
     where kind in ('fbaInbound', 'adChange') and status = 'pending'`,
    [wait],
  );

/** What jobs do and what systems outside answer: what lasted too long, what has arrived, what they refuse. */
export async function insertLater(db: Database): Promise<void> {
  await expireSamples(db);
  await completeShipped(db);
  for (const asked of ASKED) await askOne(db, asked);
  const handlers = new Map([ping, confirm, ...packageHandlers(engine), refundHandler(engine)].map((h) => [h.kind, h]));
  const slots = await db.query<{ slot: string }>(
    `select distinct connector_id::text as slot from outbox
     where status = 'pending' and connector_id is not null and del_flag = 0 order by 1`,
  );
  const [read, waits] = await db.query<{ id: string }>(
    "select id from connector where kind = 'marketplace' and enabled and del_flag = 0 order by id desc limit 2",
  );
  await plansWait(db, true);
  await answering(async () => {
    for (const { slot } of slots) await sendAll(db, slot, handlers);
    for (let i = 0; read && i < READ; i++) {
      await askToRead(db, read.id);
      await runFeeds(db, engine, { id: read.id, tenantId: "1" });
    }
  });
  await plansWait(db, false);
  if (waits) await askToRead(db, waits.id);
  // One more is under way: nobody has answered yet.
  const [, refunds] = ASKED;
  if (refunds) await askOne(db, refunds);
}
