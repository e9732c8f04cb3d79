import { z } from "zod";
import { type Endpoint, endpoint } from "#backend/platform/http/endpoint";
import { invalid, missing } from "#backend/platform/http/refusal";
import { offersDemo } from "../demo/account";
import { startSession, type TokenParams, tokenEndpoint } from "../grants/token-call";
import { findAccount, notBound, refuseClosed } from "../session/account";
import { callbackUrl, sendAuthorizePage } from "./authorize-page";
import { bind, demoClosed, identityProvider, signedInBy, socialType } from "./social";

/**
 * Type and code of a social login: `mobile={TYPE}@{code}`, or `state` and `code` apart, where
 * anything after the type in `state` is the console's own (specification 7.1).
 */
function readIdentity(params: TokenParams) {
  const at = params.mobile?.indexOf("@") ?? -1;
  const type = params.mobile ? params.mobile.slice(0, at) : params.state?.split(/[^A-Z]/)[0];
  const code = params.mobile ? params.mobile.slice(at + 1) : params.code;
  const known = socialType.safeParse(type);
  if (!known.success) throw invalid("登录方式不支持");
  if (!code) throw invalid("授权码不能为空");
  return { type: known.data, code };
}

const socialToken = tokenEndpoint("/auth/mobile/token/social", "第三方登录", async (call) => {
  const { db, demo, tenantId, params } = call;
  const { type, code } = readIdentity(params);
  return startSession(call, "social", async () => {
    const provider = identityProvider(demo);
    const openId = await provider.openIdOf(type, code);
    const userId = openId && (await signedInBy(db, tenantId, type, openId));
    const account = userId ? await findAccount(db, { id: userId }) : undefined;
    if (!account && params.mobile) throw notBound();
    if (!account) return null;
    refuseClosed(account);
    if (!(await provider.mayOpen(account))) throw demoClosed();
    return account;
  });
});

const bindSelf = endpoint({
  method: "post",
  path: "/auth/social/bind",
  tag: "认证",
  title: "绑定第三方账号",
  body: z.object({ type: socialType, code: z.string().min(1, "授权码不能为空").max(512) }),
  async handle({ db, config, caller, body, req }) {
    const openId = await identityProvider(offersDemo(config, req)).openIdOf(body.type, body.code);
    if (!openId) throw invalid("授权码无效或已过期");
    await db.tx((sql) => bind(sql, caller, body.type, openId));
    return true;
  },
});

const bindings = endpoint({
  path: "/auth/social/bind",
  tag: "认证",
  title: "已绑定的第三方账号",
  handle: ({ db, caller }) =>
    db.query(
      `select type, create_time as "createTime" from sys_social_binding
       where user_id = $1 order by type`,
      [caller.userId],
    ),
});

const unbind = endpoint({
  method: "delete",
  path: "/auth/social/bind/:type",
  tag: "认证",
  title: "解除绑定第三方账号",
  params: z.object({ type: socialType }),
  async handle({ db, caller, params }) {
    await db.query("delete from sys_social_binding where user_id = $1 and type = $2", [caller.userId, params.type]);
    return true;
  },
});

const authorize = endpoint({
  path: "/auth/demo/authorize",
  tag: "认证",
  title: "演示授权页",
  open: true,
  raw: true,
  query: z.object({ type: socialType, state: z.string().max(512).default(""), redirect_uri: z.string().max(500) }),
  async handle({ db, config, tenantId, query, req, res }) {
    if (!offersDemo(config, req)) throw missing("资源不存在");
    const target = callbackUrl(query.redirect_uri, req.hostname);
    if (!target) throw invalid("回调地址不允许");
    await sendAuthorizePage(db, res, {
      tenantId,
      type: query.type,
      state: query.state,
      redirectUri: query.redirect_uri,
      target,
    });
  },
});

export const socialEndpoints: Endpoint[] = [socialToken, bindSelf, bindings, unbind, authorize];
