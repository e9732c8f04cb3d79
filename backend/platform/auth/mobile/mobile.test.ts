import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { call, PIG, refused } from "../auth.testing";
import { hashPassword } from "../password";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  await backend.db.query("update sys_user set mobile = '13900000001' where username = 'ops'");
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit; delete from sys_sms_code"));

const KNOWN = "13900000001";
const send = (mobile = KNOWN) => call(backend, "GET", `/admin/mobile/${mobile}`);
const codeFor = async (mobile = KNOWN): Promise<string> => (await send(mobile)).body.data.demoCode;
const login = (code: string | undefined, mobile = KNOWN, headers = { authorization: PIG }) =>
  call(backend, "POST", "/auth/mobile/token/sms", {
    params: { mobile: `SMS@${mobile}`, grant_type: "mobile", ...(code !== undefined && { code }) },
    headers,
  });

const BAD = refused(428, "验证码不合法");
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("sending the code", () => {
  it("shows it in demo mode and prints it on the log", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 0,
      msg: expect.stringContaining("演示环境"),
      data: { expiresIn: 300, demoCode: expect.stringMatching(/^\d{6}$/) },
    });
    expect(body.msg).toContain(body.data.demoCode);
    expect(info.mock.calls.flat().join()).toContain(body.data.demoCode);
    info.mockRestore();
  });

  it("keeps it to itself otherwise, and answers alike for a mobile that nobody has", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => {});
    backend.config.demo = false;
    const known = await send();
    const unknown = await send("13911112222");
    backend.config.demo = true;
    expect(known.body).toEqual({ code: 0, msg: "验证码已发送", data: { expiresIn: 300 } });
    expect(unknown).toEqual(known);
    expect(info.mock.calls.flat().join()).not.toContain("13911112222");
    info.mockRestore();
  });

  it("shows no code that opens an account with a password of its own", async () => {
    const { db } = backend;
    await db.query("update sys_user set mobile = '13900000009', password = $1 where username = 'ads'", [
      await hashPassword("Abcdef-12"),
    ]);
    expect((await send("13900000009")).body.data).toEqual({ expiresIn: 300 });
  });

  it("stores only a hash", async () => {
    const code = await codeFor();
    const stored = await backend.db.query("select *, encode(code_hash, 'escape') from sys_sms_code");
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  it("happens once a minute per mobile and a few times per address", async () => {
    const often = refused(429, "请求过频繁");
    await send();
    expect(await send()).toEqual(often);
    for (const last of [2, 3, 4]) expect((await send(`1390000000${last}`)).status).toBe(200);
    expect(await send("13900000005")).toEqual(often);
  });

  it.each([
    ["1390000000", "手机号码长度不为11位"],
    ["01012345678", "手机号码格式不正确"],
  ])("refuses %s", async (mobile, msg) => {
    expect((await send(mobile)).body).toMatchObject({ code: 1, msg, fields: { mobile: msg } });
  });
});

describe("sign-in by code", () => {
  it("answers the token set, once", async () => {
    const code = await codeFor();
    const { status, body } = await login(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "bearer", username: "ops" });
    expect(await login(code)).toEqual(BAD);
  });

  it("lets only one of two parallel requests in", async () => {
    const code = await codeFor();
    const answers = await Promise.all([login(code), login(code), login(code)]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 428, 428]);
  });

  it("bears 4 wrong codes, not 5", async () => {
    const code = await codeFor();
    for (let i = 0; i < 4; i++) expect(await login(wrongOf(code))).toEqual(BAD);
    expect((await login(code)).status).toBe(200);
    await backend.db.query("delete from sys_rate_limit");
    const next = await codeFor();
    for (let i = 0; i < 5; i++) await login(wrongOf(next));
    expect(await login(next)).toEqual(BAD);
  });

  it("ends after 5 minutes", async () => {
    const code = await codeFor();
    await backend.db.query("update sys_sms_code set expire_time = now()");
    expect(await login(code)).toEqual(BAD);
  });

  it("says what is missing", async () => {
    expect(await login(undefined)).toEqual(refused(428, "验证码不能为空"));
    expect((await login("123456", "")).body.msg).toBe("手机号码不能为空");
    expect((await login("123456", KNOWN, { authorization: "" })).status).toBe(401);
  });

  it("tells that nobody has the mobile only to who holds it", async () => {
    const code = await codeFor("13911112222");
    expect(await login(wrongOf(code), "13911112222")).toEqual(BAD);
    expect(await login(code, "13911112222")).toEqual(refused(417, "未绑定登录账号，请使用密码登录后绑定"));
  });

  it("finds people of another tenant by its code, and there alone", async () => {
    const { db } = backend;
    const tenant = await db.one<{ id: string }>(
      "insert into sys_tenant (name, code) values ('分公司', 'east') returning id",
    );
    await db.query(
      `insert into sys_user (tenant_id, username, displayname, mobile, lock_flag, password)
       select $1, username, '分公司运营', '13900000077', '0', password
       from sys_user where username = 'ops'`,
      [tenant?.id],
    );
    const there = "13900000077@east";
    expect(await login(await codeFor("13900000077"), "13900000077")).toMatchObject({ status: 417 });
    await db.query("delete from sys_rate_limit");
    const code = await codeFor(there);
    expect(await login(code, "13900000077")).toEqual(BAD);
    expect((await login(code, there)).body).toMatchObject({ username: "ops", tenant_id: tenant?.id });
    // One telephone gets one message a minute, whichever tenant is named.
    expect((await send("13900000077")).status).toBe(429);
    await db.query("delete from sys_rate_limit");
    expect((await send("13900000077@nobody")).body).toMatchObject({ msg: expect.any(String), code: 0 });
  });

  it("refuses a locked user", async () => {
    await backend.db.query("update sys_user set lock_flag = '9' where username = 'ops'");
    const answer = await login(await codeFor());
    await backend.db.query("update sys_user set lock_flag = '0' where username = 'ops'");
    expect(answer).toEqual(refused(426, "账号已锁定，请联系管理员"));
  });
});
