import { z } from "zod";
import type { BackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db/sql";
import { type Endpoint, endpoint } from "#backend/platform/http/endpoint";
import { offersDemo } from "../demo/account";
import { giveBack, take } from "../limits/throttle";
import { refuseClosed, type SessionAccount } from "../session/account";
import { requireClient } from "../session/client";
import { type SignIn, signIn } from "../session/sign-in";
import { type SessionTokenSet, tokenSetSchema } from "../session/token-set";

const text = (max: number) => z.string().max(max, `不能超过${max}个字符`).optional();

/** Parameters of the token calls; they may come as query string, form or JSON body. */
const tokenParams = z.object({
  grant_type: text(32),
  username: text(65),
  password: text(1024),
  randomStr: text(64),
  code: text(512),
  scope: z
    .string()
    .regex(/^[\w. :-]{0,100}$/, "scope 格式不正确")
    .optional(),
  refresh_token: text(512),
  mobile: text(600),
  state: text(512),
});

export type TokenParams = z.output<typeof tokenParams>;

/** What a grant decides on: who asks, from where, with which parameters. */
export interface TokenCall {
  db: Database;
  config: BackendConfig;
  tenantId: string;
  params: TokenParams;
  /** The short cuts of a demonstration are open to this caller. */
  demo: boolean;
  /** The session that would start. */
  how: Omit<SignIn, "loginType">;
}

/** The one answer of a token call that is no token set: nobody is bound to that person yet. */
export const NOBODY = { code: 0, msg: null, data: null } as const;

/**
 * A call that gives tokens: known clients only, the parameters from wherever they come, no cache; the
 * operation log names who signed in.
 */
export const tokenEndpoint = (
  path: string,
  title: string,
  grant: (call: TokenCall) => Promise<SessionTokenSet | typeof NOBODY>,
): Endpoint =>
  endpoint({
    method: "post",
    path,
    tag: "认证",
    title,
    open: true,
    raw: true,
    query: tokenParams,
    body: tokenParams,
    response: tokenSetSchema,
    async handle({ db, config, tenantId, ip, req, res, query, body }) {
      const clientId = requireClient(req.headers.authorization, config.clients);
      // The body goes before the query string.
      const params = { ...query, ...body };
      const userAgent = req.headers["user-agent"] ?? "";
      const how = { clientId, scope: params.scope || "server", ip, userAgent };
      const answer = await grant({ db, config, tenantId, params, demo: offersDemo(config, req), how });
      if ("data" in answer) return answer;
      res.set("Cache-Control", "no-store");
      res.locals.caller = { username: answer.username, tenantId: answer.tenant_id };
      return answer;
    },
  });

/**
 * Starts a session for whom `prove` finds, counting attempts of the address that do not end in one.
 * @param prove who it is, or null when nobody; it refuses what proves nothing
 * @throws Refusal 426 when the account may not start a session, 429 throttled
 */
export async function startSession(
  { db, config, how }: Pick<TokenCall, "db" | "config" | "how">,
  loginType: SignIn["loginType"],
  prove: () => Promise<SessionAccount | null>,
): Promise<SessionTokenSet | typeof NOBODY> {
  await take(db, "loginAddress", how.ip);
  const account = await prove();
  if (!account) return NOBODY;
  refuseClosed(account);
  const answer = await signIn(db, config, account, { ...how, loginType });
  await giveBack(db, "loginAddress", how.ip);
  return answer;
}
