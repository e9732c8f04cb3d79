import { z } from "zod";
import type { Behaviour } from "../http/behaviour";
import { type Ask, Fault, type Route } from "../http/words";
import type { Letter } from "../world/marketplace";
import { nextOf, type World } from "../world/world";
import { orderOf } from "./orders";

const PAGE = 50;
const MOST = 20_000;

/** What a buyer writes, as tests and people say it. */
export const written = z.object({
  orderNo: z.string().min(1).max(50),
  text: z.string().min(1).max(4000),
  subject: z.string().max(200).optional(),
  language: z.string().max(20).default("en"),
  sentTime: z.iso.datetime({ offset: true }).optional(),
  messageId: z.string().max(80).optional(),
});

const said = z.object({ text: z.string().min(1).max(4000) });

/** The buyer of an order writes. @returns the number of the message */
export function write(world: World, told: unknown): string {
  const letter = written.parse(told);
  const order = world.orders[letter.orderNo];
  if (!order) throw new Fault(404, "Order not found");
  if (world.letters.length >= MOST) throw new Fault(400, "Too many messages");
  const id = letter.messageId ?? `M${world.seed}-${nextOf(world)}`;
  world.letters.push({
    id,
    account: order.account,
    orderNo: letter.orderNo,
    from: "buyer",
    text: letter.text,
    subject: letter.subject ?? null,
    language: letter.language,
    sentTime: letter.sentTime ?? new Date().toISOString(),
  });
  return id;
}

/** Where the list goes on; nobody but the marketplace reads it. */
const cursor = z.object({ at: z.number().int().min(0), after: z.number(), before: z.string() });

function decoded(token: string) {
  try {
    return cursor.parse(JSON.parse(Buffer.from(token, "base64url").toString()));
  } catch {
    throw new Fault(400, "nextToken is invalid");
  }
}

function pageOf(world: World, how: Behaviour, { account, query }: Ask) {
  const token = query.get("nextToken");
  const after = Date.parse(query.get("sentAfter") ?? "");
  if (!token && Number.isNaN(after)) throw new Fault(400, "sentAfter is invalid");
  const asked = token ? decoded(token) : { at: 0, after, before: new Date().toISOString() };
  const inWindow = ({ from, account: of, sentTime }: Letter) =>
    from === "buyer" && of === account && Date.parse(sentTime) >= asked.after;
  const all = world.letters
    .filter(inWindow)
    .sort((a, b) => (a.sentTime < b.sentTime ? -1 : a.sentTime > b.sentTime ? 1 : 0));
  const page = all.slice(how.repeat ? Math.max(asked.at - 1, 0) : asked.at, asked.at + PAGE);
  const shown = page.map((l) => ({
    messageId: l.id,
    orderId: l.orderNo,
    subject: l.subject,
    text: l.text,
    language: l.language,
    sentTime: l.sentTime,
    buyerEmail: world.orders[l.orderNo]?.buyer.BuyerEmail ?? null,
  }));
  const next = asked.at + PAGE;
  return {
    messages: how.reorder ? shown.reverse() : shown,
    sentBefore: asked.before,
    ...(next < all.length && { nextToken: Buffer.from(JSON.stringify({ ...asked, at: next })).toString("base64url") }),
  };
}

/**
 * Messages between buyers and sellers. A seller writes by the public Messaging API; what buyers write
 * reaches real sellers by e-mail, and stands here as a list.
 */
export const letterRoutes = (world: World, how: () => Behaviour): Route[] => [
  { method: "GET", path: /^\/messaging\/v1\/messages$/, run: (ask) => ({ json: pageOf(world, how(), ask) }) },
  {
    method: "POST",
    path: /^\/messaging\/v1\/orders\/([^/]+)\/messages\/unexpectedProblem$/,
    run(ask) {
      const order = orderOf(world, ask);
      const { text } = said.parse(ask.body);
      const id = `S${world.seed}-${nextOf(world)}`;
      world.letters.push({
        id,
        account: order.account,
        orderNo: order.head.AmazonOrderId,
        from: "seller",
        text,
        subject: null,
        language: null,
        sentTime: new Date().toISOString(),
      });
      return { status: 201, json: { messageId: id } };
    },
  },
];
