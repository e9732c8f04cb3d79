import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { invalid } from "../../http/refusal";
import { isDemoAccount, offersDemo } from "../demo/account";
import { startSession, tokenEndpoint } from "../grants/token-call";
import { SMS_SECONDS } from "../limits/limits";
import { take } from "../limits/throttle";
import { findAccount, notBound } from "../session/account";
import { mobileProblem } from "./number";
import { checkSmsCode, sendSmsCode } from "./sms";

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
  async handle({ db, config, tenantId, ip, req, params: { mobile } }) {
    requireMobile(mobile);
    await take(db, "smsAddress", ip);
    await take(db, "smsMobile", `${tenantId}:${mobile}`);
    await take(db, "smsMobileDay", `${tenantId}:${mobile}`);
    const account = await findAccount(db, { mobile, tenantId });
    const code = await sendSmsCode(db, tenantId, mobile, account !== undefined);
    const shown = offersDemo(config, req) && (!account || (await isDemoAccount(account)));
    const msg = shown ? `演示环境，验证码为${code}` : "验证码已发送";
    return {
      code: 0,
      msg,
      data: { expiresIn: SMS_SECONDS, ...(shown && { demoCode: code }) },
    };
  },
});

const smsToken = tokenEndpoint("/auth/mobile/token/sms", "短信登录", async (call) => {
  const { db, tenantId, params } = call;
  const mobile = (params.mobile ?? "").replace(/^SMS@/, "");
  requireMobile(mobile);
  return startSession(call, "sms", async () => {
    await checkSmsCode(db, tenantId, mobile, params.code);
    const account = await findAccount(db, { mobile, tenantId });
    if (!account) throw notBound();
    return account;
  });
});

export const mobileEndpoints: Endpoint[] = [sendCode, smsToken];
