import { z } from "zod";
import { type Erp, nothing, shaped } from "./client.server";
import { encodePassword, type PasswordEncoding } from "./password.server";
import { id, list, text, yes } from "./shapes";
import { type Caller, jsonOf, type Query, refusal, send } from "./transport.server";

/** How the console signs in: client credentials and password encoding of this backend. */
export interface AuthSettings {
  /** "client:secret" of the Basic header on token calls. */
  clientBasic: string;
  passwordEncoding: PasswordEncoding;
  passwordKey: string;
}

/** Wire names of the social providers: `{TYPE}@{code}`. */
export type SocialType = "WX" | "OA" | "FEISHU";

const tokenSet = z
  .looseObject({
    access_token: z.string().min(1),
    refresh_token: z.string().nullish(),
    expires_in: z.coerce.number().nonnegative(),
    user_id: id.nullish(),
    username: text,
    tenant_id: id.nullish(),
  })
  .transform((t) => ({
    accessToken: t.access_token,
    refreshToken: t.refresh_token || null,
    /** Seconds. */
    expiresIn: t.expires_in,
    userId: t.user_id ?? null,
    username: t.username,
    tenantId: t.tenant_id ?? null,
  }));
export type TokenSet = z.output<typeof tokenSet>;

/** Token answers are bare in this lineage; some gateways wrap them like every other answer. */
const tokenAnswer = z.preprocess(
  (body) => (body && typeof body === "object" && "data" in body ? body.data : body),
  tokenSet.nullable(),
);

async function tokenCall(
  caller: Caller,
  settings: AuthSettings,
  path: string,
  sent: { query?: Query; form?: URLSearchParams },
): Promise<TokenSet | null> {
  const basic = Buffer.from(settings.clientBasic).toString("base64");
  const headers = { Authorization: `Basic ${basic}` };
  const response = await send({ ...caller, token: null }, "POST", path, { ...sent, headers });
  const body = (await jsonOf(response)) ?? null;
  const failed = body && typeof body === "object" && "code" in body && String(body.code) !== "0";
  if (response.status !== 200 || failed) throw refusal(response.status, body, caller.supportEmail ?? "");
  return shaped(tokenAnswer, body, path);
}

function issued(token: TokenSet | null): TokenSet {
  return token ?? shaped(tokenSet, token, "token");
}

/** Password log-in. @throws ErpError 426 wrong password, 428 wrong captcha, 429 throttled */
export async function passwordToken(
  caller: Caller,
  settings: AuthSettings,
  form: { username: string; password: string; randomStr?: string; code?: string },
): Promise<TokenSet> {
  const password = encodePassword(form.password, settings.passwordEncoding, settings.passwordKey);
  // In the address, as the specification has it: gateways of this lineage decode only there.
  const query = { ...form, password, grant_type: "password", scope: "server" };
  return issued(await tokenCall(caller, settings, "/auth/oauth/token", { query }));
}

/** A new pair for a refresh token. @throws ErpError when it is no longer accepted */
export async function refreshToken(caller: Caller, settings: AuthSettings, token: string): Promise<TokenSet> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token, scope: "server" });
  return issued(await tokenCall(caller, settings, "/auth/oauth/token", { form }));
}

/** Log-in with the code that was sent to a mobile number (11 digits). */
export async function smsToken(
  caller: Caller,
  settings: AuthSettings,
  form: { mobile: string; code: string },
): Promise<TokenSet> {
  const query = { mobile: `SMS@${form.mobile}`, code: form.code, grant_type: "mobile", scope: "server" };
  return issued(await tokenCall(caller, settings, "/auth/mobile/token/sms", { query }));
}

/** Log-in with a provider's code; null: the provider's account belongs to nobody here. */
export function socialToken(
  caller: Caller,
  settings: AuthSettings,
  social: { type: SocialType; code: string; state?: string },
): Promise<TokenSet | null> {
  const query = { mobile: `${social.type}@${social.code}`, state: social.state, grant_type: "mobile", scope: "server" };
  return tokenCall(caller, settings, "/auth/mobile/token/social", { query });
}

const held = (codes: readonly string[]): ReadonlySet<string> => new Set(codes);

const userInfo = z
  .object({
    sysUser: z.looseObject({
      userId: id,
      username: text,
      displayname: text,
      avatar: text,
      deptId: id.nullish(),
      deptName: text,
      mobile: text,
      phone: text,
      email: text,
      lastLoginTime: text,
      passwordModifyTime: text,
      tenantId: id.nullish(),
    }),
    declared: yes,
    roles: list(id),
    permissions: list(z.string()),
  })
  .transform(({ sysUser, declared, roles, permissions }) => ({
    userId: sysUser.userId,
    username: sysUser.username,
    /** Name to show; backends without it have only the log-in name. */
    displayname: sysUser.displayname || sysUser.username,
    avatar: sysUser.avatar,
    deptId: sysUser.deptId ?? null,
    deptName: sysUser.deptName,
    mobile: sysUser.mobile || sysUser.phone,
    email: sysUser.email,
    /** yyyy-MM-dd HH:mm:ss; empty when the backend does not tell. */
    lastLoginTime: sysUser.lastLoginTime,
    passwordModifyTime: sysUser.passwordModifyTime,
    tenantId: sysUser.tenantId ?? "1",
    /** The calls that declarations give exist; else the backend has those of the pig lineage alone. */
    declared,
    /** Codes or numeric ids, as text. */
    roles,
    permissions: held(permissions),
  }));
export type UserInfo = z.output<typeof userInfo>;

/** Who the token belongs to (GET /admin/user/info). */
export const fetchUserInfo = (erp: Erp): Promise<UserInfo> => erp.get("/admin/user/info", { schema: userInfo });

/** Revokes the token at the backend. */
export const revokeToken = (erp: Erp): Promise<void> => erp.del("/auth/token/logout", { schema: nothing });

/** Stores a page visit (POST /admin/user/recordLog, everything in the query). */
export const recordVisit = (erp: Erp, visit: { path: string; title: string }): Promise<void> =>
  erp.post("/admin/user/recordLog", { optional: true, query: visit, schema: nothing });
