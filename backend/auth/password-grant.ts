import type { BackendConfig } from "../config";
import type { Database } from "../db/sql";
import {
  type Account,
  accountPaused,
  findAccount,
  refuseClosed,
  wrongCredentials,
} from "./account";
import { checkCaptcha } from "./captcha";
import { LIMITS, LOCK_MINUTES } from "./limits";
import { hashPassword, isOutdated, verifyPassword } from "./password";
import { decodePassword } from "./password-cipher";
import { type SignIn, signIn } from "./sign-in";
import { clear, count, counted, giveBack, take } from "./throttle";
import type { TokenSet } from "./token-set";

export interface PasswordGrant {
  tenantId: string;
  username: string;
  /** Still encrypted. */
  password: string;
  randomStr?: string;
  code?: string;
  how: SignIn;
}

/**
 * Signs in with user name and password.
 * @throws Refusal 426 wrong, locked or closed; 428 captcha; 429 throttled
 */
export async function passwordGrant(
  db: Database,
  config: BackendConfig,
  grant: PasswordGrant,
): Promise<TokenSet> {
  const key = `${grant.tenantId}:${grant.username.toLowerCase()}`;
  await take(db, "loginAddress", grant.how.ip);
  await take(db, "loginAccount", key);
  if (config.captcha === "on") await checkCaptcha(db, grant.randomStr, grant.code);

  const account = await findAccount(db, grant);
  if (account?.paused || (!account && (await counted(db, "unknownLock", key)) > 0))
    throw accountPaused();

  const password = decodePassword(grant.password, config.passwordEncoding, config.passwordKey);
  const right = await verifyPassword(password ?? "", account?.password);
  if (!account || !right || password === null) {
    await countWrong(db, key, account);
    throw wrongCredentials();
  }
  refuseClosed(account);

  if (account.password && isOutdated(account.password))
    await db.query("update sys_user set password = $2 where id = $1", [
      account.id,
      await hashPassword(password),
    ]);
  const answer = await signIn(db, config, account, grant.how);
  await clear(db, "wrongPassword", key);
  await giveBack(db, "loginAddress", grant.how.ip);
  await giveBack(db, "loginAccount", key);
  return answer;
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
