import type { Sql } from "../../db/sql";
import { invalidAt, Refusal } from "../../http/refusal";
import { forgetCallers } from "../caller-cache";
import { hashPassword, verifyPassword } from "../password";
import { digest } from "../secret";

/** Wrong lock passwords after which the session ends. */
export const LOCK_TRIES = 5;

/** What everybody at this session may know of its lock. */
export interface LockState {
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
export async function lockState(sql: Sql, token: string): Promise<LockState> {
  const state = await sql.one<LockState>(`select ${STATE} from sys_token_family where ${SESSION}`, [
    digest(token),
  ]);
  if (!state) throw over();
  return state;
}

/**
 * Locks the session; a locked one stays as it is.
 * @param password becomes the lock password; none: the one that is set
 * @throws Refusal 400 when there is neither
 */
export async function lockSession(
  sql: Sql,
  token: string,
  password: string | undefined,
): Promise<LockState> {
  const hash = password === undefined ? null : await hashPassword(password);
  const changed = await sql.one<LockState>(
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
export async function unlockSession(sql: Sql, token: string, password: string): Promise<LockState> {
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
    await sql.query(
      `update sys_token_family set locked = false, lock_failures = 0 where ${SESSION} and locked`,
      [session],
    );
    forgetCallers();
    return lockState(sql, token);
  }
  const left = LOCK_TRIES - tried.failures;
  const wrong = `锁屏密码错误，请重新输入（还可尝试 ${left} 次）`;
  if (left > 0) throw new Refusal(426, wrong, { password: wrong });
  await sql.query(`update sys_token_family set revoke_time = now() where ${SESSION} and locked`, [
    session,
  ]);
  forgetCallers();
  throw over("锁屏密码连续输错次数过多，已退出登录，请重新登录");
}
