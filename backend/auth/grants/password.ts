import type { Database } from "../../db/sql";
import { LIMITS, LOCK_MINUTES } from "../limits/limits";
import { clear, count, counted, giveBack, take, tooOften } from "../limits/throttle";
import { hashPassword, isOutdated, verifyPassword } from "../password";
import {
  type Account,
  type AccountKey,
  accountPaused,
  findAccount,
  wrongCredentials,
} from "../session/account";
import { inTenant } from "../session/tenant-name";
import { checkCaptcha } from "./captcha";
import { decodePassword } from "./cipher";
import { startSession, type TokenCall } from "./token-call";

/**
 * Signs in with user name and password.
 * @throws Refusal 426 wrong, locked or closed; 428 captcha; 429 throttled
 */
export async function passwordGrant(call: TokenCall) {
  const { db, params } = call;
  const { tenantId, name } = await inTenant(db, call.tenantId, params.username ?? "");
  const named = { tenantId, username: name };
  const key = `${named.tenantId}:${named.username.toLowerCase()}`;
  const answer = await startSession(call, "password", () => proveByPassword(call, key, named));
  await clear(db, "wrongPassword", key);
  await giveBack(db, "loginAccount", key);
  return answer;
}

async function proveByPassword(call: TokenCall, key: string, named: AccountKey): Promise<Account> {
  const { db, config, params } = call;
  await take(db, "loginAccount", key);
  if (config.captcha === "on") await checkCaptcha(db, params.randomStr, params.code);

  // Counted before it is tried: of many at once no more are tried than of as many in turn.
  const tries = await count(db, "wrongPassword", key);
  const account = await findAccount(db, named);
  if (account?.paused || (!account && (await counted(db, "unknownLock", key)) > 0)) {
    await clear(db, "wrongPassword", key);
    throw accountPaused();
  }
  if (tries > LIMITS.wrongPassword.points) throw tooOften();

  const { passwordEncoding, passwordKey } = config;
  const password = decodePassword(params.password ?? "", passwordEncoding, passwordKey);
  const right = await verifyPassword(password ?? "", account?.password);
  if (!account || !right || password === null) {
    if (tries === LIMITS.wrongPassword.points) await lock(db, key, account);
    throw wrongCredentials();
  }
  if (account.password && isOutdated(account.password))
    await db.query("update sys_user set password = $2 where id = $1", [
      account.id,
      await hashPassword(password),
    ]);
  return account;
}

/** The last wrong password allowed locks the account; whoever is unlocked starts with all tries again. */
async function lock(db: Database, key: string, account: Account | undefined) {
  if (!account) await count(db, "unknownLock", key);
  else
    await db.query(
      `update sys_user set lock_flag = '9', lock_until = now() + make_interval(mins => $2)
       where id = $1 and (lock_flag = '0' or lock_until <= now())`,
      [account.id, LOCK_MINUTES],
    );
  await clear(db, "wrongPassword", key);
}
