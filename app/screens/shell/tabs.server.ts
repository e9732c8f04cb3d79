import { deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { cookie, readCookies } from "~/session/cookies.server";
import type { Tab } from "./tabs";

/** A menu entry that the user opens, and how often. */
export interface TabVisit extends Tab {
  count: number;
}

/** What the shell remembers of a user in one browser. */
export interface Memory {
  tabs: Tab[];
  /** Most used first. */
  visits: TabVisit[];
}

const NAME = "tabs";
/** Characters of the cookie's value: browsers refuse above 4096 with name and attributes. */
const ROOM = 3072;
const VISITS = 12;

const address = z
  .string()
  .max(2048)
  .regex(/^\/(?!\/)/);
const stored = z.object({
  u: z.string(),
  t: z.array(z.tuple([address, z.string().max(100)])).max(40),
  v: z.array(z.tuple([address, z.string().max(100), z.number().int().min(1)])).max(40),
});

const pack = (userId: string, memory: Memory) =>
  deflateRawSync(
    JSON.stringify({
      u: userId,
      t: memory.tabs.map((t) => [t.url, t.title]),
      v: memory.visits.map((v) => [v.url, v.title, v.count]),
    }),
  ).toString("base64url");

// The cookie comes with every request and seldom changes: unpacking it once is enough.
const unpacked = new LRUCache<string, Memory & { userId: string }>({ max: 2000 });

function unpack(value: string): Memory & { userId: string } {
  const known = unpacked.get(value);
  if (known) return known;
  const text = inflateRawSync(Buffer.from(value, "base64url"), { maxOutputLength: 65_536 });
  const { u, t, v } = stored.parse(JSON.parse(text.toString()));
  const memory = {
    userId: u,
    tabs: t.map(([url, title]) => ({ url, title })),
    visits: v.map(([url, title, count]) => ({ url, title, count })),
  };
  unpacked.set(value, memory);
  return memory;
}

/** The tabs and visits of this user out of the request; empty when absent, foreign or damaged. */
export function readMemory(request: Request, userId: string): Memory {
  const value = readCookies(request.headers.get("Cookie")).get(NAME);
  try {
    if (value && value.length <= ROOM) {
      const { tabs, visits, ...whose } = unpack(value);
      if (whose.userId === userId) return { tabs, visits };
    }
  } catch {
    // A damaged cookie is no cookie.
  }
  return { tabs: [], visits: [] };
}

/**
 * `Set-Cookie` value that keeps this memory. What does not fit goes: first the second half of the
 * visits, then the oldest tabs behind the first one.
 */
export function writeMemory(userId: string, memory: Memory): string {
  const tabs = memory.tabs.map((t) => ({ url: t.url.slice(0, 2048), title: t.title.slice(0, 100) }));
  const visits = memory.visits.slice(0, VISITS);
  let value = pack(userId, { tabs, visits });
  while (value.length > ROOM && (visits.length > VISITS / 2 || tabs.length > 1)) {
    if (visits.length > VISITS / 2) visits.length = VISITS / 2;
    else tabs.splice(Math.min(1, tabs.length - 2), 1);
    value = pack(userId, { tabs, visits });
  }
  return cookie(NAME, value, { secure: false, maxAge: 30 * 86_400 });
}

/** Counts one more visit; when the list is full the least used entry makes room. */
export function countVisit(visits: TabVisit[], tab: Tab): TabVisit[] {
  const path = tab.url.split("?")[0]!;
  const old = visits.find((v) => v.url === path);
  const others = visits.filter((v) => v !== old);
  if (!old && others.length >= VISITS) others.length = VISITS - 1;
  return [...others, { url: path, title: tab.title, count: (old?.count ?? 0) + 1 }].sort((a, b) => b.count - a.count);
}
