import type { BackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db/sql";
import { randomToken } from "../secret";
import type { SessionAccount } from "./account";
import { type SessionTokenSet, storePair, tokenSet } from "./token-set";

export interface SignIn {
  clientId: string;
  loginType: "password" | "sms" | "social";
  scope: string;
  ip: string;
  userAgent: string;
}

/** Starts a session: a new token family with its first pair, committed before it is answered. */
export function signIn(
  db: Database,
  config: BackendConfig,
  account: SessionAccount,
  how: SignIn,
): Promise<SessionTokenSet> {
  return db.tx(async (sql) => {
    await sql.query(
      `update sys_user set login_before = last_login_time, last_login_time = now(),
         lock_flag = case when lock_until <= now() then '0' else lock_flag end
       where id = $1`,
      [account.id],
    );
    const family = await sql.one<{ id: string }>(
      `insert into sys_token_family
         (tenant_id, user_id, client_id, scope, login_type, remote_addr, user_agent, expire_time,
          create_time, used_time)
       values ($1, $2, $3, $4, $5, $6, $7, now(), $8, $8) returning id`,
      [
        account.tenantId,
        account.id,
        how.clientId,
        how.scope,
        how.loginType,
        how.ip,
        how.userAgent.slice(0, 500),
        // By the clock that ends it.
        new Date(),
      ],
    );
    const pair = { access: randomToken(), refresh: randomToken() };
    await storePair(sql, family!.id, pair, config);
    return tokenSet(account, pair, how.scope, config.accessTokenSeconds);
  });
}
