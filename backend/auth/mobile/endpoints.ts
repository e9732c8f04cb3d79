import { z } from "zod";
import type { Database } from "../../db/sql";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { invalidAt } from "../../http/refusal";
import { isDemoAccount, offersDemo } from "../demo/account";
import { startSession, tokenEndpoint } from "../grants/token-call";
import { SMS_SECONDS } from "../limits/limits";
import { take } from "../limits/throttle";
import { findAccount, notBound } from "../session/account";
import { inTenant } from "../session/tenant-name";
import { mobileProblem } from "./number";
import { checkSmsCode, sendSmsCode } from "./sms";

/** `number@tenant code`, or a number alone. @throws Refusal 400 with the sentence of specification 5 */
async function namedMobile(db: Database, first: string, given: string) {
  const [number = ""] = given.split("@");
  const problem = mobileProblem(number);
  if (problem) throw invalidAt("mobile", problem);
  const { tenantId, name } = await inTenant(db, first, given);
  return { number, tenantId, mobile: name };
}

const sendCode = endpoint({
  method: "get",
  path: "/admin/mobile/:mobile",
  tag: "认证",
  title: "发送短信验证码",
  open: true,
  raw: true,
  params: z.object({ mobile: z.string().max(64) }),
  async handle({ db, config, ip, req, ...call }) {
    const { number, tenantId, mobile } = await namedMobile(db, call.tenantId, call.params.mobile);
    await take(db, "smsAddress", ip);
    // One telephone, whichever tenants know it.
    await take(db, "smsMobile", number);
    await take(db, "smsMobileDay", number);
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
  const { db, params } = call;
  const given = (params.mobile ?? "").replace(/^SMS@/, "");
  const { tenantId, mobile } = await namedMobile(db, call.tenantId, given);
  return startSession(call, "sms", async () => {
    await checkSmsCode(db, tenantId, mobile, params.code);
    const account = await findAccount(db, { mobile, tenantId });
    if (!account) throw notBound();
    return account;
  });
});

export const mobileEndpoints: Endpoint[] = [sendCode, smsToken];
