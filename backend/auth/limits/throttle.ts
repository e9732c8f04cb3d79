import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Database } from "../../db/sql";
import { Refusal } from "../../http/refusal";
import { LIMITS, type LimitName } from "./limits";

const limiters = new WeakMap<Database, Map<LimitName, RateLimiterAbstract>>();

/** The counter of one limit, kept in PostgreSQL so that all replicas share it. */
function limiter(db: Database, name: LimitName): RateLimiterAbstract {
  const known = limiters.get(db) ?? new Map<LimitName, RateLimiterAbstract>();
  limiters.set(db, known);
  const { points, seconds } = LIMITS[name];
  const made =
    known.get(name) ??
    new RateLimiterPostgres({
      storeClient: db.pool,
      storeType: "pool",
      tableName: "sys_rate_limit",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    });
  known.set(name, made);
  return made;
}

export const tooOften = () => new Refusal(429, "请求过频繁");

/**
 * Takes one point of a limit.
 * @throws Refusal 429 when none is left.
 */
export async function take(db: Database, name: LimitName, key: string): Promise<void> {
  try {
    await limiter(db, name).consume(key);
  } catch (problem) {
    if (problem instanceof RateLimiterRes) throw tooOften();
    throw problem;
  }
}

/** Gives a point back: what was counted turned out well. */
export async function giveBack(db: Database, name: LimitName, key: string): Promise<void> {
  await limiter(db, name).reward(key);
}

/** Counts one more and answers how many there are in the running window; refuses nothing. */
export async function count(db: Database, name: LimitName, key: string): Promise<number> {
  return (await limiter(db, name).penalty(key)).consumedPoints;
}

/** How many were counted in the running window. */
export async function counted(db: Database, name: LimitName, key: string): Promise<number> {
  return (await limiter(db, name).get(key))?.consumedPoints ?? 0;
}

export async function clear(db: Database, name: LimitName, key: string): Promise<void> {
  await limiter(db, name).delete(key);
}
