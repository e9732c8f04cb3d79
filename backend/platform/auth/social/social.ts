import { z } from "zod";
import type { Sql } from "#backend/platform/db/sql";
import { conflict, Refusal } from "#backend/platform/http/refusal";
import { isDemoAccount } from "../demo/account";
import type { SessionAccount } from "../session/account";

export const socialType = z.enum(["WX", "OA", "FEISHU"], "登录方式不支持");
export type SocialSocialType = z.output<typeof socialType>;

export const SOCIAL_NAMES: Record<SocialSocialType, string> = { WX: "企业微信", OA: "OA", FEISHU: "飞书" };

/** A place where people sign in for us. A company's own suite takes the place of the demo one. */
export interface IdentityProvider {
  /** Exchanges the code of a callback for the person's id there; null when the code is worth nothing. */
  openIdOf(type: SocialSocialType, code: string): Promise<string | null>;
  /** Whether its word is enough for this account. */
  mayOpen(account: SessionAccount): Promise<boolean>;
}

/** Believes codes "demo-{username}": only for demonstrations. */
const demoProvider: IdentityProvider = {
  openIdOf: async (_type, code) => (/^demo-[\w.]{1,64}$/.test(code) ? code : null),
  mayOpen: isDemoAccount,
};

const noProvider: IdentityProvider = { openIdOf: async () => null, mayOpen: async () => false };

/** @param demo whether the demo one is open to this caller; to others there is none */
export const identityProvider = (demo: boolean): IdentityProvider => (demo ? demoProvider : noProvider);

/** The user whom a person at the provider is bound to. */
export async function boundUser(
  sql: Sql,
  tenantId: string,
  type: SocialSocialType,
  openId: string,
): Promise<string | undefined> {
  const row = await sql.one<{ user_id: string }>(
    "select user_id from sys_social_binding where tenant_id = $1 and type = $2 and open_id = $3",
    [tenantId, type, openId],
  );
  return row?.user_id;
}

/**
 * Whom a person at the provider signs in as: in the tenant of the call, else where alone that person
 * is bound. Whoever is bound in several other tenants must say which one, by name and password.
 */
export async function signedInBy(
  sql: Sql,
  tenantId: string,
  type: SocialSocialType,
  openId: string,
): Promise<string | undefined> {
  const own = await boundUser(sql, tenantId, type, openId);
  if (own) return own;
  const [one, more] = await sql.query<{ user_id: string }>(
    "select user_id from sys_social_binding where type = $1 and open_id = $2 limit 2",
    [type, openId],
  );
  return more ? undefined : one?.user_id;
}

/**
 * Binds a person at the provider to a user; a user's former binding of that type is replaced.
 * @throws Refusal 409 when somebody else is bound to that person.
 */
export async function bind(
  sql: Sql,
  user: { tenantId: string; userId: string },
  type: SocialSocialType,
  openId: string,
): Promise<void> {
  const other = await boundUser(sql, user.tenantId, type, openId);
  if (other === user.userId) return;
  if (other) throw conflict(`该${SOCIAL_NAMES[type]}账号已绑定其他用户`);
  await sql.query(
    `insert into sys_social_binding (tenant_id, type, open_id, user_id) values ($1, $2, $3, $4)
     on conflict (type, user_id) do update set open_id = excluded.open_id, create_time = now()`,
    [user.tenantId, type, openId, user.userId],
  );
}

export const demoClosed = () => new Refusal(426, "演示授权只能登录仍使用初始密码的账号，请使用密码登录");
