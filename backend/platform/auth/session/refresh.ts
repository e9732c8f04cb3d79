import { randomBytes } from "node:crypto";
import type { BackendConfig } from "#backend/platform/config";
import { NOW, patchRow } from "#backend/platform/db/by-id";
import type { Database, Sql } from "#backend/platform/db/sql";
import { Refusal } from "#backend/platform/http/refusal";
import { forgetCallers } from "../caller-cache";
import { derive, digest } from "../secret";
import { findAccount, type SessionAccount } from "./account";
import { goesOnAfter } from "./end";
import { type Pair, type SessionTokenSet, storePair, tokenSet } from "./token-set";

interface SessionRefresh {
  familyId: string;
  userId: string;
  clientId: string;
  scope: string;
  revoked: boolean;
  expired: boolean;
  /** Its session was not used, or goes on, for too long. */
  over: boolean;
  salt: Buffer | null;
  inGrace: boolean;
}

const sessionOver = () => new Refusal(401, "登录已失效，请重新登录");

/** The next pair is a function of the used token and its salt: asked again, it comes out the same. */
const successors = (refresh: string, salt: Buffer): Pair => ({
  access: derive(refresh, salt, "access"),
  refresh: derive(refresh, salt, "refresh"),
});

/**
 * Exchanges a refresh token for the next pair. Used again within the grace time it answers the
 * same pair (parallel requests of one console); used later the whole family is revoked. It is no use of
 * the session: a page that nobody looks at renews too.
 * @throws Refusal 401
 */
export async function refresh(
  db: Database,
  config: BackendConfig,
  token: string,
  clientId: string,
): Promise<SessionTokenSet> {
  // Refusals come after the transaction: a revocation must stay.
  const answer = await db.tx(async (sql) => {
    const row = await lockRefresh(sql, config, token);
    if (!row || row.revoked || row.expired || row.clientId !== clientId) return null;
    if (row.over || (row.salt && !row.inGrace)) return revoke(sql, row.familyId);
    const account = await findAccount(sql, { id: row.userId });
    if (!account || account.locked || !account.tenantOpen) return revoke(sql, row.familyId);
    return row.salt ? repeat(sql, account, row, successors(token, row.salt)) : rotate(sql, config, account, row, token);
  });
  if (!answer) throw sessionOver();
  return answer;
}

function lockRefresh(sql: Sql, config: BackendConfig, token: string): Promise<SessionRefresh | undefined> {
  const { used, started } = goesOnAfter(config);
  // clock_timestamp: now() is the start of a transaction that may have waited for the lock.
  return sql.one<SessionRefresh>(
    `select f.id as "familyId", f.user_id as "userId", f.client_id as "clientId", f.scope,
            f.revoke_time is not null as revoked, t.expire_time <= clock_timestamp() as expired,
            f.used_time <= $3 or f.create_time <= $4 as over,
            t.salt, t.used_time > clock_timestamp() - make_interval(secs => $2) as "inGrace"
     from sys_token t join sys_token_family f on f.id = t.family_id
     where t.hash = $1 and t.kind = 'refresh'
     for update of t, f`,
    [digest(token), config.refreshGraceSeconds, used, started],
  );
}

async function rotate(
  sql: Sql,
  config: BackendConfig,
  account: SessionAccount,
  row: SessionRefresh,
  token: string,
): Promise<SessionTokenSet> {
  const salt = randomBytes(32);
  const pair = successors(token, salt);
  await sql.query("update sys_token set used_time = clock_timestamp(), salt = $2 where hash = $1", [
    digest(token),
    salt,
  ]);
  // Requests under way keep the old access token for the grace time only.
  await sql.query(
    `update sys_token set expire_time = least(expire_time, now() + make_interval(secs => $2))
     where family_id = $1 and kind = 'access'`,
    [row.familyId, config.refreshGraceSeconds],
  );
  await storePair(sql, row.familyId, pair, config);
  return tokenSet(account, pair, row.scope, config.accessTokenSeconds);
}

async function repeat(sql: Sql, account: SessionAccount, row: SessionRefresh, pair: Pair) {
  const left = await sql.one<{ seconds: number }>(
    `select floor(extract(epoch from expire_time - clock_timestamp()))::int as seconds
     from sys_token where hash = $1`,
    [digest(pair.access)],
  );
  return left && left.seconds > 0 ? tokenSet(account, pair, row.scope, left.seconds) : null;
}

async function revoke(sql: Sql, familyId: string): Promise<null> {
  await patchRow(sql, "sys_token_family", familyId, { revoke_time: NOW });
  forgetCallers();
  return null;
}
