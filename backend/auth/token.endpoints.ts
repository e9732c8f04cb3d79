import { z } from "zod";
import { type Endpoint, endpoint } from "../http/endpoint";
import { invalid, Refusal } from "../http/refusal";
import { createCaptcha, randomStr } from "./captcha";
import { requireClient } from "./client";
import { passwordGrant } from "./password-grant";
import { refresh } from "./refresh";
import { revokeSession } from "./revoke";
import { bearerToken } from "./secret";
import { take } from "./throttle";
import { readTokenCall, signedIn, tokenParams } from "./token-params";
import { tokenSetSchema } from "./token-set";

const token = endpoint({
  method: "post",
  path: "/auth/oauth/token",
  tag: "认证",
  title: "登录",
  open: true,
  raw: true,
  query: tokenParams,
  body: tokenParams,
  response: tokenSetSchema,
  async handle(call) {
    const { db, config, tenantId } = call;
    const clientId = requireClient(call.req.headers.authorization, config.clients);
    const { params, how } = readTokenCall(call);
    if (params.grant_type === "refresh_token") {
      if (!params.refresh_token) throw new Refusal(401, "登录已失效，请重新登录");
      return signedIn(call, await refresh(db, config, params.refresh_token, clientId));
    }
    if (params.grant_type !== "password") throw invalid("不支持的授权类型");
    const answer = await passwordGrant(db, config, {
      tenantId,
      username: params.username ?? "",
      password: params.password ?? "",
      randomStr: params.randomStr,
      code: params.code,
      how: { ...how, clientId, loginType: "password" },
    });
    return signedIn(call, answer);
  },
});

const logout = endpoint({
  method: "delete",
  path: "/auth/token/logout",
  tag: "认证",
  title: "退出登录",
  open: true,
  async handle({ db, req }) {
    const given = bearerToken(req.headers.authorization);
    if (given) await revokeSession(db, given);
    return true;
  },
});

const captcha = endpoint({
  method: "get",
  path: "/code",
  tag: "认证",
  title: "图形验证码",
  open: true,
  raw: true,
  query: z.object({ randomStr }),
  async handle({ db, ip, query, res }) {
    await take(db, "captchaAddress", ip);
    const image = await createCaptcha(db, query.randomStr);
    res.set("Cache-Control", "no-store").type("image/svg+xml").send(image);
  },
});

export const tokenEndpoints: Endpoint[] = [token, logout, captcha];
