import { z } from "zod";
import { type Endpoint, endpoint } from "#backend/platform/http/endpoint";
import { invalid, Refusal } from "#backend/platform/http/refusal";
import { revokeSession } from "../caller-cache";
import { take } from "../limits/throttle";
import { bearerToken } from "../secret";
import { refresh } from "../session/refresh";
import { createCaptcha, randomStr } from "./captcha";
import { passwordGrant } from "./password";
import { tokenEndpoint } from "./token-call";

const token = tokenEndpoint("/auth/oauth/token", "登录", async (call) => {
  const { db, config, params, how } = call;
  if (params.grant_type === "refresh_token") {
    if (!params.refresh_token) throw new Refusal(401, "登录已失效，请重新登录");
    return refresh(db, config, params.refresh_token, how.clientId);
  }
  if (params.grant_type !== "password") throw invalid("不支持的授权类型");
  return passwordGrant(call);
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
