import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { call, PIG, refused } from "../auth.testing";
import { hashPassword } from "../password";

let backend: TestBackend;
let ops: string;
let ads: string;
beforeAll(async () => {
  backend = await testBackend();
  ops = await login(backend.url, "ops");
  ads = await login(backend.url, "ads");
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_social_binding"));

const social = (params: Record<string, string>) =>
  call(backend, "POST", "/auth/mobile/token/social", {
    params: { grant_type: "mobile", ...params },
    headers: { authorization: PIG },
  });
const bind = (token: string, type: string, code: string) =>
  call(backend, "POST", "/auth/social/bind", { token, body: { type, code } });

const NOT_BOUND = refused(417, "未绑定登录账号，请使用密码登录后绑定");

describe("social login", () => {
  it.each(["WX", "OA", "FEISHU"])("%s: unbound, then bound, then signed in", async (type) => {
    expect(await social({ mobile: `${type}@demo-ops` })).toEqual(NOT_BOUND);
    expect((await bind(ops, type, "demo-ops")).body).toEqual({ code: 0, msg: null, data: true });
    const { status, body } = await social({ mobile: `${type}@demo-ops` });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "bearer", username: "ops", scope: "server" });
    const info = await call(backend, "GET", "/admin/user/info", { token: body.access_token });
    expect(info.body.data.sysUser.username).toBe("ops");
  });

  it("finds who is bound in one other tenant, nobody of several", async () => {
    const { db } = backend;
    for (const code of ["east", "west"])
      await db.query(
        `with n as (insert into sys_tenant (name, code) values ($1, $1) returning id),
           u as (insert into sys_user (tenant_id, username, displayname, password, lock_flag)
             select n.id, 'far_' || $1, $1, (select password from sys_user where username = 'ops'), '0'
             from n returning id, tenant_id)
         insert into sys_social_binding (tenant_id, type, open_id, user_id)
         select tenant_id, 'WX', 'demo-far', id from u`,
        [code],
      );
    expect(await social({ mobile: "WX@demo-far" })).toEqual(NOT_BOUND);
    await db.query(
      `delete from sys_social_binding where user_id = (select id from sys_user where username = 'far_west')`,
    );
    expect((await social({ mobile: "WX@demo-far" })).body).toMatchObject({ username: "far_east" });
    await bind(ops, "WX", "demo-far");
    expect((await social({ mobile: "WX@demo-far" })).body).toMatchObject({ username: "ops" });
  });

  it("takes state and code apart and answers null without a match", async () => {
    const none = { status: 200, body: { code: 0, msg: null, data: null } };
    expect(await social({ state: "WX", code: "demo-ops" })).toEqual(none);
    await bind(ops, "WX", "demo-ops");
    expect((await social({ state: "WX-a8f3", code: "demo-ops" })).body.username).toBe("ops");
    expect(await social({ state: "OA", code: "demo-ops" })).toEqual(none);
  });

  it("refuses unknown types, no code, a stranger's code and a foreign client", async () => {
    expect((await social({ mobile: "QQ@demo-ops" })).body.msg).toBe("登录方式不支持");
    expect((await social({ mobile: "demo-ops" })).body.msg).toBe("登录方式不支持");
    expect((await social({ mobile: "WX@" })).body.msg).toBe("授权码不能为空");
    expect((await social({})).status).toBe(400);
    expect(await social({ mobile: "WX@real-code" })).toEqual(NOT_BOUND);
    const answer = await call(backend, "POST", "/auth/mobile/token/social", { params: { mobile: "WX@demo-ops" } });
    expect(answer.status).toBe(401);
  });

  it("believes no demo code outside demo mode", async () => {
    await bind(ops, "WX", "demo-ops");
    backend.config.demo = false;
    const answers = [
      await social({ mobile: "WX@demo-ops" }),
      await bind(ops, "WX", "demo-ads"),
      await call(backend, "GET", "/auth/demo/authorize", { params: { type: "WX", redirect_uri: "/wxoauth" } }),
    ];
    backend.config.demo = true;
    expect(answers[0]).toEqual(NOT_BOUND);
    expect(answers[1]?.body.msg).toBe("授权码无效或已过期");
    expect(answers[2]?.status).toBe(404);
  });

  it("opens no account whose password is no longer the published one", async () => {
    const { db } = backend;
    await bind(ads, "WX", "demo-ads");
    await db.query("update sys_user set password = $1 where username = 'ads'", [await hashPassword("Abcdef-12")]);
    const answer = await social({ mobile: "WX@demo-ads" });
    await db.query("update sys_user set password = $1 where username = 'ads'", [await hashPassword("123456")]);
    expect(answer).toEqual(refused(426, "演示授权只能登录仍使用初始密码的账号，请使用密码登录"));
  });

  it("refuses a locked user", async () => {
    await bind(ads, "WX", "demo-ads");
    await backend.db.query("update sys_user set lock_flag = '9' where username = 'ads'");
    const answer = await social({ mobile: "WX@demo-ads" });
    await backend.db.query("update sys_user set lock_flag = '0' where username = 'ads'");
    expect(answer).toEqual(refused(426, "账号已锁定，请联系管理员"));
  });
});

describe("binding", () => {
  it("needs a session", async () => {
    const answer = await call(backend, "POST", "/auth/social/bind", { body: { type: "WX", code: "demo-ops" } });
    expect(answer.status).toBe(401);
  });

  it("holds one person per user and type, and one user per person", async () => {
    await bind(ops, "WX", "demo-ops");
    expect((await bind(ops, "WX", "demo-ops")).status).toBe(200);
    expect(await bind(ads, "WX", "demo-ops")).toEqual(refused(409, "该企业微信账号已绑定其他用户"));
    await bind(ops, "WX", "demo-order");
    expect(await social({ mobile: "WX@demo-ops" })).toEqual(NOT_BOUND);
    expect((await social({ mobile: "WX@demo-order" })).body.username).toBe("ops");
  });

  it("is listed and undone", async () => {
    await bind(ops, "FEISHU", "demo-ops");
    const list = () => call(backend, "GET", "/auth/social/bind", { token: ops });
    expect((await list()).body.data).toMatchObject([{ type: "FEISHU" }]);
    await call(backend, "DELETE", "/auth/social/bind/FEISHU", { token: ops });
    expect((await list()).body.data).toEqual([]);
    expect(await social({ mobile: "FEISHU@demo-ops" })).toEqual(NOT_BOUND);
  });
});

describe("the demo provider's page", () => {
  const page = (params: Record<string, string>) => call(backend, "GET", "/auth/demo/authorize", { params });

  it("links every user back to the callback with code and state", async () => {
    const { status, body } = await page({ type: "WX", state: 'a"b&c', redirect_uri: "/wxoauth" });
    expect(status).toBe(200);
    expect(body).toContain('href="/wxoauth?code=demo-ops&#38;state=a%22b%26c"');
    expect(body).toContain("企业微信授权");
  });

  it("runs nothing and cannot be framed", async () => {
    const answer = await fetch(`${backend.url}/auth/demo/authorize?type=FEISHU&redirect_uri=/feishu`);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await answer.text()).not.toContain("<script");
  });

  it("sends nobody elsewhere", async () => {
    for (const redirect_uri of ["https://evil.example/wxoauth", "/login", "//evil.example/feishu"])
      expect((await page({ type: "WX", redirect_uri })).body.msg).toBe("回调地址不允许");
  });
});
