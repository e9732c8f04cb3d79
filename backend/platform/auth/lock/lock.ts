import { z } from "zod";
import type { Sql } from "#backend/platform/db/sql";
import { type Endpoint, endpoint } from "#backend/platform/http/endpoint";
import { invalidAt, Refusal } from "#backend/platform/http/refusal";
import { forgetCallers } from "../caller-cache";
import { hashPassword, verifyPassword } from "../password";
import { bearerToken, digest } from "../secret";

/** Wrong lock passwords after which the session ends. */
export const LOCK_TRIES = 5;

/** What everybody at this session may know of its lock. */
export interface LockLockState {
  /** A lock password is set. */
  set: boolean;
  locked: boolean;
  /** Wrong passwords in a row. */
  failures: number;
}

/** The session of a token, as long as it has not ended. */
const SESSION = `revoke_time is null and id = (
  select family_id from sys_token
  where hash = $1 and kind = 'access' and expire_time > now())`;
const STATE = `lock_hash is not null as set, locked, lock_failures as failures`;

const over = (message = "登录已失效，请重新登录") => new Refusal(401, message);

/** @throws Refusal 401 when the session has ended */
export async function lockState(sql: Sql, token: string): Promise<LockLockState> {
  const state = await sql.one<LockLockState>(`select ${STATE} from sys_token_family where ${SESSION}`, [digest(token)]);
  if (!state) throw over();
  return state;
}

/**
 * Locks the session; a locked one stays as it is.
 * @param password becomes the lock password; none: the one that is set
 * @throws Refusal 400 when there is neither
 */
export async function lockSession(sql: Sql, token: string, password: string | undefined): Promise<LockLockState> {
  const hash = password === undefined ? null : await hashPassword(password);
  const changed = await sql.one<LockLockState>(
    `update sys_token_family
     set locked = true, lock_failures = 0, lock_hash = coalesce($2, lock_hash)
     where ${SESSION} and not locked and coalesce($2, lock_hash) is not null
     returning ${STATE}`,
    [digest(token), hash],
  );
  forgetCallers();
  const state = changed ?? (await lockState(sql, token));
  if (!state.set) throw invalidAt("password", "请先设置锁屏密码");
  return state;
}

/**
 * Unlocks the session. Each try is counted and committed before it is checked, in one statement: of
 * any number of parallel ones, on any replica, only the allowed ones are looked at.
 * @throws Refusal 426 wrong password; 401 when it was the last one allowed: the session has ended
 */
export async function unlockSession(sql: Sql, token: string, password: string): Promise<LockLockState> {
  const session = digest(token);
  const tried = await sql.one<{ hash: string; failures: number }>(
    `update sys_token_family set lock_failures = lock_failures + 1
     where ${SESSION} and locked and lock_failures < $2
     returning lock_hash as hash, lock_failures as failures`,
    [session, LOCK_TRIES],
  );
  if (!tried) {
    const state = await lockState(sql, token);
    if (state.locked) throw over();
    return state;
  }
  if (await verifyPassword(password, tried.hash)) {
    await sql.query(`update sys_token_family set locked = false, lock_failures = 0 where ${SESSION} and locked`, [
      session,
    ]);
    forgetCallers();
    return lockState(sql, token);
  }
  const left = LOCK_TRIES - tried.failures;
  const wrong = `锁屏密码错误，请重新输入（还可尝试 ${left} 次）`;
  if (left > 0) throw new Refusal(426, wrong, { password: wrong });
  await sql.query(`update sys_token_family set revoke_time = now() where ${SESSION} and locked`, [session]);
  forgetCallers();
  throw over("锁屏密码连续输错次数过多，已退出登录，请重新登录");
}

const response = z.object({
  set: z.boolean().describe("已设置锁屏密码"),
  locked: z.boolean(),
  failures: z.number().int().describe("连续输错的次数"),
});
const password = z.string().min(1, "锁屏密码不能为空").max(64, "锁屏密码不能超过64位");
const tokenOf = (req: { headers: { authorization?: string } }) => bearerToken(req.headers.authorization) ?? "";

const base = { tag: "认证", whileLocked: true, response };

const state = endpoint({
  ...base,
  path: "/auth/session/lock",
  title: "锁屏状态",
  handle: ({ db, req }) => lockState(db, tokenOf(req)),
});

const lock = endpoint({
  ...base,
  method: "post",
  path: "/auth/session/lock",
  title: "锁屏",
  body: z.object({ password: password.optional() }),
  handle: ({ db, req, body }) => lockSession(db, tokenOf(req), body.password),
});

const unlock = endpoint({
  ...base,
  method: "post",
  path: "/auth/session/unlock",
  title: "解锁",
  body: z.object({ password }),
  handle: ({ db, req, body }) => unlockSession(db, tokenOf(req), body.password),
});

/** The lock of the caller's own session: the only calls that a locked one may make. */
export const lockEndpoints: Endpoint[] = [state, lock, unlock];
