import { patchRow } from "#backend/platform/db/by-id";
import type { Database } from "#backend/platform/db/sql";
import { clear, count, counted, giveBack, LIMITS, take, tooOften } from "../limits/throttle";
import { hashPassword, isOutdated, verifyPassword } from "../password";
import { type AccountKey, accountPaused, findAccount, type SessionAccount, wrongCredentials } from "../session/account";
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
  // Wrong passwords of somebody elsewhere are no reason to keep the owner of an account out.
  const key = `${named.tenantId}:${named.username.toLowerCase()}|${call.how.ip}`;
  const answer = await startSession(call, "password", () => proveByPassword(call, key, named));
  await clear(db, "wrongPassword", key);
  await giveBack(db, "loginAccount", key);
  return answer;
}

async function proveByPassword(call: TokenCall, key: string, named: AccountKey): Promise<SessionAccount> {
  const { db, config, params } = call;
  await take(db, "loginAccount", key);
  if (config.captcha === "on") await checkCaptcha(db, params.randomStr, params.code);

  // Counted before it is tried: of many at once no more are tried than of as many in turn.
  const tries = await count(db, "wrongPassword", key);
  const account = await findAccount(db, named);
  if (account?.paused || (await counted(db, "signInLock", key)) > 0) {
    await clear(db, "wrongPassword", key);
    throw accountPaused();
  }
  if (tries > LIMITS.wrongPassword.points) throw tooOften();

  const { passwordEncoding, passwordKey } = config;
  const password = decodePassword(params.password ?? "", passwordEncoding, passwordKey);
  const right = await verifyPassword(password ?? "", account?.password);
  if (!account || !right || password === null) {
    if (tries === LIMITS.wrongPassword.points) await lock(db, key);
    throw wrongCredentials();
  }
  if (account.password && isOutdated(account.password))
    await patchRow(db, "sys_user", account.id, { password: await hashPassword(password) });
  return account;
}

/**
 * The last wrong password allowed locks the account for this address, whether there is such an account or
 * not; every try from another one needs a captcha of its own.
 */
async function lock(db: Database, key: string) {
  await count(db, "signInLock", key);
  await clear(db, "wrongPassword", key);
}
