import { z } from "zod";
import { call } from "../../../connect/call";
import type { Connector } from "../../../connect/connector";
import type { Database } from "../../../db/sql";

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
export type Told = z.infer<typeof told>;

const page = z.object({
  messages: z.array(z.unknown()).max(1000),
  nextToken: z.string().max(4000).nullish(),
  sentBefore: time.nullish(),
});

export interface MailPage {
  messages: Told[];
  /** How many could not be read. */
  bad: number;
  next: string | null;
  until: string | null;
}

/** One page of what buyers wrote since a time. What cannot be read leaves the others alone. */
export async function mailPage(
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
    ...{ next: answer.nextToken || null, until: answer.sentBefore ?? null },
  };
}
