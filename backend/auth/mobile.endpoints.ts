import { z } from "zod";
import { type Endpoint, endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { findAccount, refuseClosed } from "./account";
import { requireClient } from "./client";
import { isDemoAccount } from "./demo-account";
import { SMS_SECONDS } from "./limits";
import { mobileProblem } from "./mobile-number";
import { signIn } from "./sign-in";
import { checkSmsCode, sendSmsCode } from "./sms";
import { notBound } from "./social";
import { giveBack, take } from "./throttle";
import { readTokenCall, signedIn, tokenParams } from "./token-params";
import { tokenSetSchema } from "./token-set";

/** @throws Refusal 400 with the sentence of specification 5. */
function requireMobile(mobile: string): void {
  const problem = mobileProblem(mobile);
  if (problem) throw invalid(problem, { mobile: problem });
}

const sendCode = endpoint({
  method: "get",
  path: "/admin/mobile/:mobile",
  tag: "认证",
  title: "发送短信验证码",
  open: true,
  raw: true,
  params: z.object({ mobile: z.string().max(64) }),
  async handle({ db, config, tenantId, ip, params: { mobile } }) {
    requireMobile(mobile);
    await take(db, "smsAddress", ip);
    await take(db, "smsMobile", `${tenantId}:${mobile}`);
    await take(db, "smsMobileDay", `${tenantId}:${mobile}`);
    const account = await findAccount(db, { mobile, tenantId });
    const code = await sendSmsCode(db, tenantId, mobile, account !== undefined);
    const shown = config.demo && (!account || (await isDemoAccount(account)));
    const msg = shown ? `演示环境，验证码为${code}` : "验证码已发送";
    return {
      code: 0,
      msg,
      data: { expiresIn: SMS_SECONDS, ...(shown && { demoCode: code }) },
    };
  },
});

const smsToken = endpoint({
  method: "post",
  path: "/auth/mobile/token/sms",
  tag: "认证",
  title: "短信登录",
  open: true,
  raw: true,
  query: tokenParams,
  body: tokenParams,
  response: tokenSetSchema,
  async handle(call) {
    const { db, config, tenantId } = call;
    const clientId = requireClient(call.req.headers.authorization, config.clients);
    const { params, how } = readTokenCall(call);
    const mobile = (params.mobile ?? "").replace(/^SMS@/, "");
    requireMobile(mobile);
    await take(db, "loginAddress", how.ip);
    await checkSmsCode(db, tenantId, mobile, params.code);
    const account = await findAccount(db, { mobile, tenantId });
    if (!account) throw notBound();
    refuseClosed(account);
    const answer = await signIn(db, config, account, { ...how, clientId, loginType: "sms" });
    await giveBack(db, "loginAddress", how.ip);
    return signedIn(call, answer);
  },
});

export const mobileEndpoints: Endpoint[] = [sendCode, smsToken];
