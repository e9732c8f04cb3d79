import { z } from "zod";
import type { Call } from "../http/endpoint";
import type { TokenSet } from "./token-set";

const text = (max: number) => z.string().max(max, `不能超过${max}个字符`).optional();

/** Parameters of the token calls; they may come as query string, form or JSON body. */
export const tokenParams = z.object({
  grant_type: text(32),
  username: text(64),
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

/** The parameters of one call, the body before the query string, with how the session would start. */
export function readTokenCall(call: Call<TokenParams, TokenParams>) {
  const params: TokenParams = { ...call.query, ...call.body };
  return {
    params,
    how: {
      scope: params.scope || "server",
      ip: call.ip,
      userAgent: call.req.headers["user-agent"] ?? "",
    },
  };
}

/** Sends a token set: no cache keeps it, and the operation log names who signed in. */
export function signedIn({ res }: Pick<Call, "res">, answer: TokenSet): TokenSet {
  res.set("Cache-Control", "no-store");
  res.locals.caller = { username: answer.username, tenantId: answer.tenant_id };
  return answer;
}
