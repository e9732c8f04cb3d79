import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { type Connector, connectorOf, connectorsOf } from "#backend/engine/connect/connector";
import { Later } from "#backend/engine/connect/words";
import type { Engine } from "#backend/engine/documents";
import { type Database, errorText, whileFree } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { hashOf } from "#backend/platform/personal/cipher";
import { keys } from "#backend/platform/personal/ring";
import { pairThreads, receiveMessage } from "./receive";

const text = (max: number) =>
  z
    .string()
    .nullish()
    .transform((t) => t?.slice(0, max) || null);
const time = z
  .string()
  .max(40)
  .refine((t) => !Number.isNaN(Date.parse(t)), "不是时间");

/** A message as a marketplace tells it. */
const told = z.object({
  messageId: z.string().min(1).max(80),
  orderId: z.string().min(1).max(50),
  subject: text(200),
  text: z
    .string()
    .transform((t) => t.trim().slice(0, 4000))
    .pipe(z.string().min(1)),
  language: text(20),
  sentTime: time,
  buyerEmail: text(200),
});
type MessageTold = z.infer<typeof told>;

const page = z.object({
  messages: z.array(z.unknown()).max(1000),
  nextToken: z.string().max(4000).nullish(),
  sentBefore: time.nullish(),
});

interface MailPage {
  messages: MessageTold[];
  /** How many could not be read. */
  bad: number;
  next: string | null;
  until: string | null;
}

/** One page of what buyers wrote since a time. What cannot be read leaves the others alone. */
async function mailPage(
  db: Database,
  connector: Connector,
  asked: { marketplaceId: string; from: string; next: string | null },
): Promise<MailPage> {
  const answer = await call(db, connector, {
    path: "/messaging/v1/messages",
    query: {
      marketplaceIds: asked.marketplaceId,
      ...(asked.next ? { nextToken: asked.next } : { sentAfter: asked.from }),
    },
    schema: page,
  });
  const read = answer.messages.map((one) => told.safeParse(one));
  return {
    messages: read.flatMap((one) => (one.success ? [one.data] : [])),
    bad: read.filter((one) => !one.success).length,
    next: answer.nextToken || null,
    until: answer.sentBefore ?? null,
  };
}

/** Name of the job that reads what buyers write. */
export const READ_MAIL = "readMessages";

const MINUTE_MS = 60_000;
/** A window reaches back into the one before: what was told late is told again. */
const OVERLAP_MS = 30 * MINUTE_MS;
const FIRST_MS = 7 * 24 * 60 * MINUTE_MS;
const EVERY_SECONDS = 110;

const placeOf = (db: Database, { id, storeId }: Connector) =>
  db.one<{ marketplaceId: string | null; readTo: number | null }>(
    `select i.marketplace_id as "marketplaceId", extract(epoch from b.read_to)::float8 * 1000 as "readTo"
     from store t join site i on i.id = t.site_id left join cs_inbox b on b.connector_id = $1
     where t.id = $2 and t.state = 'enabled'`,
    [id, storeId],
  );

/** One message in a transaction of its own: what breaks off later leaves it here. */
const take = (db: Database, engine: Engine, { tenantId, storeId }: Connector, told: MessageTold) =>
  db.tx((sql) =>
    receiveMessage(
      { sql, ...systemOf(tenantId), ...engine },
      {
        storeId: storeId ?? "",
        externalId: told.messageId,
        orderNo: told.orderId,
        subject: told.subject,
        content: told.text,
        language: told.language,
        messageTime: new Date(told.sentTime).toISOString(),
        buyerKey: told.buyerEmail ? hashOf(keys(), "email", told.buyerEmail) : null,
      },
    ),
  );

async function readOne(db: Database, engine: Engine, connector: Connector): Promise<number> {
  const place = await placeOf(db, connector);
  if (!place) return 0;
  const asked = new Date();
  const from = new Date(place.readTo ? place.readTo - OVERLAP_MS : asked.getTime() - FIRST_MS);
  let next: string | null = null;
  let until: string | null = null;
  let fresh = 0;
  do {
    const page = await mailPage(db, connector, {
      marketplaceId: place.marketplaceId ?? "",
      from: from.toISOString(),
      next,
    });
    until ??= page.until;
    for (const told of page.messages) if (await take(db, engine, connector, told)) fresh++;
    if (page.next === next && next) throw new Later("对方的翻页没有前进");
    next = page.next;
  } while (next);
  const reached = until ? new Date(Math.min(Date.parse(until), asked.getTime())) : asked;
  await db.query("update cs_inbox set read_to = greatest(read_to, $2), last_error = null where connector_id = $1", [
    connector.id,
    reached,
  ]);
  await pairThreads({ sql: db, tenantId: connector.tenantId });
  return fresh;
}

async function readInbox(db: Database, engine: Engine, id: string): Promise<number> {
  try {
    return await readOne(db, engine, await connectorOf(db, id));
  } catch (error) {
    // Read again at the next turn from where it was.
    await db.query("update cs_inbox set last_error = $2 where connector_id = $1", [
      id,
      errorText(error, "message").slice(0, 300),
    ]);
    return 0;
  }
}

/**
 * Every connection to a marketplace is asked for what buyers wrote, once in two minutes.
 * @param now however lately it was asked
 * @returns how many messages were new
 */
export async function readMessages(db: Database, engine: Engine, now = false): Promise<number> {
  let fresh = 0;
  for (const { id, tenantId } of await connectorsOf(db, "marketplace"))
    await whileFree(db, "inbox", id, async () => {
      const due = await db.one(
        `insert into cs_inbox (connector_id, tenant_id, last_read) values ($1, $2, now())
         on conflict (connector_id) do update set last_read = now()
           where $3 or cs_inbox.last_read is null
             or cs_inbox.last_read < now() - make_interval(secs => $4) returning 1`,
        [id, tenantId, now, EVERY_SECONDS],
      );
      if (due) fresh += await readInbox(db, engine, id);
    });
  return fresh;
}
