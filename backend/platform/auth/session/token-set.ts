import { z } from "zod";
import type { BackendConfig } from "#backend/platform/config";
import { inSeconds, patchRow } from "#backend/platform/db/by-id";
import type { Sql } from "#backend/platform/db/sql";
import { digest } from "../secret";
import type { SessionAccount } from "./account";

/** The not enveloped answer of every token call (pig-contract.md "Token"). */
export const tokenSetSchema = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  refresh_token: z.string(),
  expires_in: z.number().int().describe("秒"),
  scope: z.string(),
  user_id: z.string(),
  username: z.string(),
  dept_id: z.string().nullable(),
  tenant_id: z.string(),
  license: z.string(),
});
export type SessionTokenSet = z.output<typeof tokenSetSchema>;

export interface Pair {
  access: string;
  refresh: string;
}

export function tokenSet(account: SessionAccount, pair: Pair, scope: string, expiresIn: number): SessionTokenSet {
  return {
    access_token: pair.access,
    token_type: "bearer",
    refresh_token: pair.refresh,
    expires_in: expiresIn,
    scope,
    user_id: account.id,
    username: account.username,
    dept_id: account.deptId,
    tenant_id: account.tenantId,
    license: "跨境通 ERP",
  };
}

/** Stores a new pair in its family and moves the end of the family. */
export async function storePair(sql: Sql, familyId: string, pair: Pair, config: BackendConfig): Promise<void> {
  await sql.query(
    `insert into sys_token (hash, family_id, kind, expire_time)
     values ($1, $3, 'access', now() + make_interval(secs => $4)),
            ($2, $3, 'refresh', now() + make_interval(secs => $5))`,
    [digest(pair.access), digest(pair.refresh), familyId, config.accessTokenSeconds, config.refreshTokenSeconds],
  );
  await patchRow(sql, "sys_token_family", familyId, {
    expire_time: inSeconds(Math.max(config.accessTokenSeconds, config.refreshTokenSeconds)),
  });
}
