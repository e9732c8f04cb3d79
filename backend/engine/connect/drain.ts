import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#backend/platform/db";
import { COLLIDED_WORDS, collided, errorText, inSeconds, NOW, patchRow, whileFree } from "#backend/platform/db";
import { wakeSenderIn } from "./enqueue";
import { tellAdmins } from "./feed-runs";
import { Later, type Message, type OutboxHandler, Refused, Underway } from "./words";

const MOST_ATTEMPTS = 8;
const LONGEST_SECONDS = 3600;
/** How often a turn looks for connections that got something to say while others are still busy. */
const LOOK_MS = 200;
const ANSWER_CHARS = 2000;

const DUE = "status in ('pending', 'sending') and next_run <= now() and del_flag = 0";

/** 15 s, 30 s, 1 min … 1 h. */
const waitOf = (attempts: number) => Math.min(15 * 2 ** (attempts - 1), LONGEST_SECONDS);

/** The next message of a connection; whoever holds the connection's lock is alone with its messages. */
const take = (db: Database, slot: string) =>
  db.one<Message & { attempts: number }>(
    `update outbox set status = 'sending', attempts = attempts + 1, update_time = now()
     where id = (select id from outbox where coalesce(connector_id, 0) = $1 and ${DUE}
       order by next_run, id limit 1)
     returning id, tenant_id as "tenantId", kind, key, connector_id as "connectorId",
       document_id as "documentId", payload, attempts`,
    [slot],
  );

const textOf = (answer: unknown) =>
  (typeof answer === "string" ? answer : JSON.stringify(answer ?? null)).slice(0, ANSWER_CHARS);

async function heard(db: Database, handler: OutboxHandler, message: Message, answer: unknown) {
  await db.tx(async (sql) => {
    await handler.done?.(sql, message, answer);
    await patchRow(sql, "outbox", message.id, { status: "done", answer: textOf(answer), update_time: NOW });
  });
}

/** Asked again later, or given up with word to the administrators. */
async function failed(
  db: Database,
  handler: OutboxHandler | undefined,
  message: Message & { attempts: number },
  error: unknown,
) {
  const later = collided(error);
  const reason = later ? COLLIDED_WORDS : errorText(error, "message") || "发送失败";
  const over =
    error instanceof Refused ||
    !handler ||
    (!later && !(error instanceof Underway) && message.attempts >= (handler.attempts ?? MOST_ATTEMPTS));
  const attempts = message.attempts - (error instanceof Underway ? 1 : 0);
  const seconds = (error instanceof Later && error.afterSeconds) || waitOf(message.attempts);
  await db.tx(async (sql) => {
    await patchRow(sql, "outbox", message.id, {
      status: over ? "dead" : "pending",
      attempts,
      answer: textOf(reason),
      update_time: NOW,
      next_run: inSeconds(seconds),
    });
    // What takes seconds over there is not looked at once a minute.
    if (error instanceof Underway) await wakeSenderIn(sql, seconds);
    if (!over) return;
    await handler?.dead?.(sql, message, reason, error);
    await tellAdmins(sql, message.tenantId, {
      title: `发送失败：${message.key}`.slice(0, 100),
      pushDescribe: reason,
      bizPath: "/baseSetup/outbox/index?status=dead",
    });
  });
}

/** Sends what one connection has to say, one after the other. Whoever calls it is alone with the connection. */
export async function sendAll(db: Database, slot: string, handlers: ReadonlyMap<string, OutboxHandler>): Promise<void> {
  for (let message = await take(db, slot); message; message = await take(db, slot)) {
    const handler = handlers.get(message.kind);
    try {
      if (!handler) throw new Refused(`没有发送“${message.kind}”的方法`);
      await heard(db, handler, message, await handler.send(db, message));
    } catch (error) {
      await failed(db, handler, message, error);
    }
  }
}

/**
 * Sends everything that is due; connections beside each other. What a killed process was sending is sent
 * again, with the same key.
 */
export async function sendOutbox(db: Database, handlers: readonly OutboxHandler[]): Promise<void> {
  const byKind = new Map(handlers.map((h) => [h.kind, h]));
  const busy = new Map<string, Promise<void>>();
  /** Connections that another replica is sending for: it does all of theirs. */
  const elsewhere = new Set<string>();
  const faults: unknown[] = [];
  const start = async (slot: string) => {
    try {
      const ran = await whileFree(db, "connector", slot, () => sendAll(db, slot, byKind));
      if (!ran) elsewhere.add(slot);
    } catch (error) {
      elsewhere.add(slot);
      faults.push(error);
    }
    busy.delete(slot);
  };
  do {
    const slots = await db.query<{ slot: string }>(
      `select distinct coalesce(connector_id, 0)::text as slot from outbox where ${DUE}`,
    );
    for (const { slot } of slots) if (!busy.has(slot) && !elsewhere.has(slot)) busy.set(slot, start(slot));
    if (busy.size) await Promise.race([...busy.values(), sleep(LOOK_MS)]);
  } while (busy.size);
  if (faults.length) throw faults[0];
}
