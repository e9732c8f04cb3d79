import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "#backend/platform/db/sql";
import { Refusal } from "#backend/platform/http/refusal";

/** How long wrong passwords of an address lock an account for it. */
export const LOCK_MINUTES = 30;

/** How often something may happen for one key: `points` per `seconds`. */
export interface Limit {
  points: number;
  seconds: number;
}

/** Sign-in attempts count only while they fail: a successful one gives its point back. */
export const LIMITS = {
  loginAccount: { points: 20, seconds: 60 },
  loginAddress: { points: 60, seconds: 900 },
  /** Wrong passwords of one address after which the account is locked for it. */
  wrongPassword: { points: 5, seconds: 900 },
  /** Checks of the old password when it is changed. */
  oldPassword: { points: 5, seconds: 900 },
  /** Unknown user names lock like real ones, so that locking does not tell which exist. */
  signInLock: { points: 1, seconds: LOCK_MINUTES * 60 },
  captchaAddress: { points: 60, seconds: 60 },
  smsMobile: { points: 1, seconds: 60 },
  smsMobileDay: { points: 20, seconds: 86_400 },
  smsAddress: { points: 5, seconds: 60 },
  /** A person who types without a pause asks some five times in a second, for seconds. */
  searchUser: { points: 240, seconds: 60 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Pages that one person's log takes in a minute. */
export const VISITS_A_MINUTE = 120;

export const CAPTCHA_SECONDS = 60;
export const CAPTCHA_ROWS = 10_000;
export const SMS_SECONDS = 300;
export const SMS_TRIES = 5;

const limiters = new WeakMap<Database, Map<LimitName, RateLimiterAbstract>>();

/** Asks without names of statements: a pooler would hand them to connections of others. */
const unnamed = ({ pool }: Database) => ({
  query: ({ text, values }: { text: string; values?: unknown[] }) => pool.query(text, values),
});

/** The counter of one limit, kept in PostgreSQL so that all replicas share it. */
function limiter(db: Database, name: LimitName): RateLimiterAbstract {
  const known = limiters.get(db) ?? new Map<LimitName, RateLimiterAbstract>();
  limiters.set(db, known);
  const { points, seconds } = LIMITS[name];
  const made =
    known.get(name) ??
    new RateLimiterPostgres({
      storeClient: unnamed(db),
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
