import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Database } from "#backend/platform/db/sql";
import { type Endpoint, endpoint } from "#backend/platform/http/endpoint";
import { invalidAt, Refusal } from "#backend/platform/http/refusal";
import { isDemoAccount, offersDemo } from "../demo/account";
import { startSession, tokenEndpoint } from "../grants/token-call";
import { SMS_SECONDS, SMS_TRIES, take } from "../limits/throttle";
import { findAccount, notBound } from "../session/account";
import { inTenant } from "../session/tenant-name";
import { mobileProblem } from "./number";

/** Delivers a code. The bundled one prints it; a gateway takes its place in `sendSms`. */
type SmsGateway = (mobile: string, code: string) => Promise<void>;

/** Prints the message where the backend's log goes. */
const logGateway: SmsGateway = async (mobile, code) => {
  console.info(`短信验证码 ${mobile}：${code}（${SMS_SECONDS / 60}分钟内有效）`);
};

const codeHash = (salt: Buffer, code: string) => createHash("sha256").update(salt).update(code).digest();

/**
 * Makes a code of 6 digits for a mobile, valid for 5 minutes; it replaces an earlier one.
 * A mobile that nobody has gets a code too, but no message: the answer tells no difference.
 * @param known whether somebody has the mobile
 */
async function sendSmsCode(
  db: Database,
  tenantId: string,
  mobile: string,
  known: boolean,
  gateway: SmsGateway = logGateway,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const salt = randomBytes(16);
  await db.query(
    `insert into sys_sms_code (tenant_id, mobile, salt, code_hash, expire_time)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (tenant_id, mobile) do update set salt = excluded.salt, tries = 0,
       code_hash = excluded.code_hash, expire_time = excluded.expire_time`,
    [tenantId, mobile, salt, codeHash(salt, code), SMS_SECONDS],
  );
  if (known) await gateway(mobile, code);
  return code;
}

/**
 * Checks a code and uses it up; a wrong one may be corrected until 5 tries are over.
 * @throws Refusal 428
 */
async function checkSmsCode(db: Database, tenantId: string, mobile: string, code: string | undefined): Promise<void> {
  if (!code?.trim()) throw new Refusal(428, "验证码不能为空");
  const row = await db.one<{ salt: Buffer; code_hash: Buffer }>(
    `update sys_sms_code set tries = tries + 1
     where tenant_id = $1 and mobile = $2 and expire_time > now() and tries < $3
     returning salt, code_hash`,
    [tenantId, mobile, SMS_TRIES],
  );
  const hash = row && codeHash(row.salt, code.trim());
  // Of two requests with the right code only one finds the row still there.
  const used =
    row &&
    hash &&
    timingSafeEqual(hash, row.code_hash) &&
    (await db.one("delete from sys_sms_code where tenant_id = $1 and mobile = $2 and code_hash = $3 returning 1", [
      tenantId,
      mobile,
      hash,
    ]));
  if (!used) throw new Refusal(428, "验证码不合法");
}

/** `number@tenant code`, or a number alone. @throws Refusal 400 with the sentence of specification 5 */
async function namedMobile(db: Database, first: string, given: string) {
  const [number = ""] = given.split("@");
  const problem = mobileProblem(number);
  if (problem) throw invalidAt("mobile", problem);
  const { tenantId, name } = await inTenant(db, first, given);
  return { number, tenantId, mobile: name };
}

const sendCode = endpoint({
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
    return { code: 0, msg, data: { expiresIn: SMS_SECONDS, ...(shown && { demoCode: code }) } };
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
