import type { Database } from "../../db/sql";
import { LIMITS, LOCK_MINUTES } from "../limits/limits";
import { clear, count, counted, giveBack, take } from "../limits/throttle";
import { hashPassword, isOutdated, verifyPassword } from "../password";
import { type Account, accountPaused, findAccount, wrongCredentials } from "../session/account";
import { checkCaptcha } from "./captcha";
import { decodePassword } from "./cipher";
import { startSession, type TokenCall } from "./token-call";

/**
 * Signs in with user name and password.
 * @throws Refusal 426 wrong, locked or closed; 428 captcha; 429 throttled
 */
export async function passwordGrant(call: TokenCall) {
  const { db, tenantId, params } = call;
  const key = `${tenantId}:${(params.username ?? "").toLowerCase()}`;
  const answer = await startSession(call, "password", () => proveByPassword(call, key));
  await clear(db, "wrongPassword", key);
  await giveBack(db, "loginAccount", key);
  return answer;
}

async function proveByPassword(call: TokenCall, key: string): Promise<Account> {
  const { db, config, tenantId, params } = call;
  await take(db, "loginAccount", key);
  if (config.captcha === "on") await checkCaptcha(db, params.randomStr, params.code);

  const account = await findAccount(db, { tenantId, username: params.username ?? "" });
  if (account?.paused || (!account && (await counted(db, "unknownLock", key)) > 0))
    throw accountPaused();

  const { passwordEncoding, passwordKey } = config;
  const password = decodePassword(params.password ?? "", passwordEncoding, passwordKey);
  const right = await verifyPassword(password ?? "", account?.password);
  if (!account || !right || password === null) {
    await countWrong(db, key, account);
    throw wrongCredentials();
  }
  if (account.password && isOutdated(account.password))
    await db.query("update sys_user set password = $2 where id = $1", [
      account.id,
      await hashPassword(password),
    ]);
  return account;
}

/** Counts a wrong password; the last one allowed locks the account. */
async function countWrong(db: Database, key: string, account: Account | undefined) {
  const wrong = await count(db, "wrongPassword", key);
  if (wrong < LIMITS.wrongPassword.points) return;
  if (!account) await count(db, "unknownLock", key);
  else
    await db.query(
      `update sys_user set lock_flag = '9', lock_until = now() + make_interval(mins => $2)
       where id = $1 and (lock_flag = '0' or lock_until <= now())`,
      [account.id, LOCK_MINUTES],
    );
  // Whoever is unlocked starts with all tries again.
  await clear(db, "wrongPassword", key);
}
