import { LRUCache } from "lru-cache";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/endpoint";
import { digest } from "./secret";

/**
 * How long a caller is remembered, counted from before it was read: another process that takes a
 * right away cannot be heard of sooner, so this is how fast that works on every replica.
 */
const TTL_MS = 900;
// forgetCallers() is often called inside a transaction: until it has surely committed nothing may
// be remembered, or the state before the change would be.
const QUIET_MS = 2000;

interface CallerCacheEntry {
  caller: Caller;
  /** End of the token, ms since 1970. */
  expires: number;
}

const cache = new LRUCache<string, CallerCacheEntry>({ max: 5000 });
let generation = 0;
let quietUntil = 0;

/** Forgets who is who in this process: after any change of users, roles, menus, tokens. */
export function forgetCallers(): void {
  generation += 1;
  quietUntil = Date.now() + QUIET_MS;
  cache.clear();
}

/**
 * Answers the remembered caller or loads it.
 * @param key digest of the token
 */
export async function rememberCaller(
  key: string,
  load: () => Promise<CallerCacheEntry | null>,
): Promise<Caller | null> {
  const known = cache.get(key);
  if (known && known.expires > Date.now()) return known.caller;
  const before = generation;
  const asked = Date.now();
  const entry = await load();
  if (entry && before === generation && Date.now() > quietUntil)
    cache.set(key, { ...entry, expires: Math.min(entry.expires, asked + TTL_MS) });
  return entry?.caller ?? null;
}

/** Ends the session that an access or refresh token belongs to. Unknown tokens are no problem. */
export async function revokeSession(sql: Sql, token: string): Promise<void> {
  await sql.query(
    `update sys_token_family set revoke_time = now()
     where revoke_time is null and id = (select family_id from sys_token where hash = $1)`,
    [digest(token)],
  );
  forgetCallers();
}

/**
 * Ends all sessions of a user: on lock, unlock, deletion, password reset.
 * @param except an access token whose session goes on (own password change).
 */
export async function revokeUser(sql: Sql, userId: string, except?: string): Promise<void> {
  await sql.query(
    `update sys_token_family set revoke_time = now()
     where user_id = $1 and revoke_time is null
       and id is distinct from (select family_id from sys_token where hash = $2)`,
    [userId, except ? digest(except) : null],
  );
  forgetCallers();
}
