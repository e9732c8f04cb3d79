import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const few = z.number().int().min(0).max(100_000);

/** How a service behaves; a number counts calls that are answered so, then it is well again. */
export const behaviour = z
  .object({
    slowMs: z.number().int().min(0).max(600_000),
    /** Answers `status` and does nothing. */
    fail: few,
    status: z.number().int().min(400).max(599),
    /** Answers something that nobody understands. */
    garbage: few,
    /** 429, with how many calls a second are allowed. */
    throttle: few,
    /** Does what was asked, and the connection breaks before the answer. */
    lose: few,
    /** Only calls of this path fare so; all unless given. */
    path: z.string().max(200),
    /** Lists bear what was listed before once more. */
    repeat: z.boolean(),
    /** Lists are out of order. */
    reorder: z.boolean(),
  })
  .partial()
  .strict();
export type Behaviour = z.infer<typeof behaviour>;

export type Fate = "well" | "fail" | "garbage" | "throttle" | "lose";

/** Waits as long as the service is slow; says how this call ends and counts it. */
export async function fateOf(how: Behaviour, path: string): Promise<Fate> {
  if (how.slowMs) await sleep(how.slowMs);
  if (how.path && how.path !== path) return "well";
  for (const fate of ["throttle", "fail", "garbage", "lose"] as const) {
    const left = how[fate] ?? 0;
    if (left <= 0) continue;
    how[fate] = left - 1;
    return fate;
  }
  return "well";
}
