import { z } from "zod";
import { type Answer, Fault } from "../../http/words";
import type { PaperMood } from "../../world/settlement";
import { nextOf, type World } from "../../world/world";
import { minorOf } from "./markets";

const few = z.number().int().min(0).max(100_000);
const which = z.union([z.literal(true), z.string().min(1).max(20)]);

/** How reports of an account are answered, and what else is told of its settlements: `true`, of the newest. */
export const papersSaid = z
  .object({
    account: z.string().min(1).max(100),
    gzip: z.boolean().optional(),
    linkSeconds: few.optional(),
    throttle: few.optional(),
    /** Seconds that a 429 says; 0: it does not say. */
    retryAfter: few.optional(),
    truncate: few.optional(),
    corrupt: few.optional(),
    empty: few.optional(),
    fatal: few.optional(),
    cancelled: few.optional(),
    fatalDocument: z.boolean().optional(),
    /** The same settlement once more, under another report id. */
    twice: which.optional(),
    /** The same settlement once more with another amount: of its first line and its total. */
    change: z.object({ settlement: which.default(true), by: z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/) }).optional(),
  })
  .strict();

/** @throws Fault where the account has no such settlement */
function toldAgain(world: World, account: string, of: string | true, by = "0"): void {
  const own = world.settlements.filter((s) => s.account === account);
  const found = of === true ? own[own.length - 1] : own.find((s) => s.id === of);
  if (!found) throw new Fault(404, "Settlement not found");
  const delta = minorOf(by, found.currency);
  world.settlementReports.push({
    reportId: `S${nextOf(world)}`,
    settlementId: found.id,
    created: new Date().toISOString(),
    ...(delta && { delta }),
  });
}

export function tellPapers(world: World, order: unknown): void {
  const { account, twice, change, ...mood } = papersSaid.parse(order);
  world.paperMoods[account] = { ...world.paperMoods[account], ...mood };
  if (twice) toldAgain(world, account, twice);
  if (change) toldAgain(world, account, change.settlement, change.by);
}

type CountedMood = "throttle" | "truncate" | "corrupt" | "empty" | "fatal" | "cancelled";

/** Counts a mood of an account; whether it was in it. */
export function inMood(world: World, account: string, name: CountedMood): boolean {
  const mood: PaperMood | undefined = world.paperMoods[account];
  const left = mood?.[name] ?? 0;
  if (!mood || left <= 0) return false;
  mood[name] = left - 1;
  return true;
}

/** The account is told that it asks too often, while that lasts. */
export function throttled(world: World, account: string): Answer | undefined {
  if (!inMood(world, account, "throttle")) return undefined;
  const seconds = world.paperMoods[account]?.retryAfter;
  return {
    status: 429,
    json: { errors: [{ code: "QuotaExceeded", message: "You exceeded your quota for the requested resource." }] },
    ...(seconds && { headers: { "retry-after": String(seconds) } }),
  };
}
