import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { call, passwordLogin, refused } from "../auth.testing";
import { VISITS_A_MINUTE } from "../limits/throttle";
import type { UserMenu } from "./endpoints";

let backend: TestBackend;
let admin: string;
beforeAll(async () => {
  backend = await testBackend();
  admin = await login(backend.url);
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

const info = async (token: string) => (await call(backend, "GET", "/admin/user/info", { token })).body.data;
const edit = (token: string, body: object) => call(backend, "PUT", "/admin/user/edit", { token, body });
const flat = (menus: UserMenu[]): UserMenu[] => menus.flatMap((m) => [m, ...flat(m.children)]);

describe("user info", () => {
  it("names the user, roles and permissions; the mobile is masked", async () => {
    await backend.db.query("update sys_user set mobile = '13812345678' where username = 'finance'");
    const { sysUser, roles, permissions } = await info(await login(backend.url, "finance"));
    expect(sysUser).toMatchObject({
      userId: expect.stringMatching(/^\d+$/),
      username: "finance",
      deptId: expect.stringMatching(/^\d+$/),
      deptName: expect.any(String),
      mobile: "138****5678",
      tenantId: "1",
    });
    expect(JSON.stringify(sysUser)).not.toMatch(/scrypt|12345678/);
    expect(roles).toEqual(["FINANCE"]);
    const granted = await backend.db.query<{ permission: string }>(
      `select distinct m.permission from sys_menu m
       join sys_role_menu rm on rm.menu_id = m.id join sys_role r on r.id = rm.role_id
       where r.role_code = 'FINANCE' and m.type = '1' order by 1`,
    );
    expect(permissions).toEqual(granted.map((g) => g.permission));
    expect(permissions).toContain("message_center");
  });

  it("tells when this person signed in before, not just now", async () => {
    const first = await info(await login(backend.url, "ads"));
    const [row] = await backend.db.query<{ at: string }>(
      "select to_char(last_login_time, 'YYYY-MM-DD HH24:MI:SS') as at from sys_user where username = 'ads'",
    );
    const second = await info(await login(backend.url, "ads"));
    expect(first.sysUser.lastLoginTime).toBeNull();
    expect(second.sysUser.lastLoginTime).toBe(row?.at);
  });

  it("joins several roles and follows a change after a few seconds at most", async () => {
    const { db } = backend;
    const token = await login(backend.url, "cashier");
    const before = await info(token);
    await db.query(
      `insert into sys_user_role select u.id, r.id from sys_user u, sys_role r
       where u.username = 'cashier' and r.role_code = 'IT'`,
    );
    const again = await info(await login(backend.url, "cashier"));
    expect(again.roles).toEqual(["CASHIER", "IT"]);
    expect(new Set(again.permissions).size).toBe(again.permissions.length);
    expect(again.permissions.length).toBeGreaterThan(before.permissions.length);
  });

  it("lets a user without a role sign in, with nothing", async () => {
    await backend.db.query(
      "delete from sys_user_role where user_id = (select id from sys_user where username = 'order')",
    );
    const data = await info(await login(backend.url, "order"));
    expect(data).toMatchObject({ roles: [], permissions: [] });
  });
});

describe("user menu", () => {
  const menu = async (token: string, params?: Record<string, string>): Promise<UserMenu[]> =>
    (await call(backend, "GET", "/admin/menu", { token, params })).body.data;
  const insert = async (m: { name: string; parent?: string; type?: string; visible?: string; sort?: number }) =>
    (await backend.db.one<{ id: string }>(
      `insert into sys_menu (name, parent_id, type, path, visible, sort, permission)
         values ($1, $2, $3, $1, $4, $5, case when $3 = '1' then $1 end) returning id`,
      [m.name, m.parent ?? "-1", m.type ?? "0", m.visible ?? "1", m.sort ?? 1],
    ))!.id;
  const grant = (...ids: string[]) =>
    backend.db.query(
      `insert into sys_role_menu select r.id, unnest($1::bigint[]) from sys_role r
       where r.role_code = 'KOL'`,
      [ids],
    );

  it("has the shape of the contract and only visible menus, sorted", async () => {
    const tree = await menu(admin);
    expect(tree.length).toBeGreaterThan(3);
    expect(tree[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      label: tree[0]?.name,
      keepAlive: expect.stringMatching(/^[01]$/),
      meta: {},
    });
    expect(flat(tree).every((m) => m.type === "0")).toBe(true);
    for (const level of [tree, ...flat(tree).map((m) => m.children)])
      expect(level.map((m) => m.sort)).toEqual(level.map((m) => m.sort).sort((a, b) => a - b));
  });

  it("is what the roles were granted plus ancestors, nothing else", async () => {
    const { db } = backend;
    await db.query("delete from sys_role_menu where role_id = (select id from sys_role where role_code = 'KOL')");
    const top = await insert({ name: "t_top" });
    const middle = await insert({ name: "t_middle", parent: top });
    const second = await insert({ name: "t_second", parent: middle, sort: 2 });
    const first = await insert({ name: "t_first", parent: middle, sort: 1 });
    await insert({ name: "t_other", parent: middle });
    const button = await insert({ name: "t_button", parent: first, type: "1" });
    const hidden = await insert({ name: "t_hidden", parent: top, visible: "0" });
    const below = await insert({ name: "t_below", parent: hidden });
    const lonely = await insert({ name: "t_lonely_button", parent: await insert({ name: "t_page" }), type: "1" });
    await grant(second, first, button, below, lonely);
    const token = await login(backend.url, "kol");
    const tree = await menu(token);
    expect(flat(tree).map((m) => m.name)).toEqual(["t_top", "t_middle", "t_first", "t_second"]);
    expect(flat(tree).map((m) => m.meta)).toEqual([{}, {}, {}, {}]);
    const [named] = await menu(token, { roles: "true" });
    expect(named?.meta.roles).toEqual(["KOL"]);
    expect(tree[0]).toMatchObject({ hasChildren: true, parentId: "-1" });
    expect((await info(token)).permissions).toEqual(["t_button", "t_lonely_button"]);
  });
});

describe("own profile", () => {
  it("saves what is given and keeps the rest", async () => {
    const token = await login(backend.url, "buyer");
    const before = (await info(token)).sysUser;
    const body = { displayname: "何新名", mobile: "13700000001", email: "a@b.cn", avatar: "/api/download/x.png" };
    expect((await edit(token, body)).body).toEqual({ code: 0, msg: null, data: true });
    const after = (await info(token)).sysUser;
    expect(after).toMatchObject({ ...body, mobile: "137****0001", username: before.username });
    await edit(token, { mobile: "137****0001" });
    expect((await info(token)).sysUser.email).toBe("a@b.cn");
    const row = await backend.db.one("select mobile from sys_user where username = 'buyer'");
    expect(row).toEqual({ mobile: "13700000001" });
  });

  it.each([
    [{ mobile: "1370000000" }, "mobile", "手机号码长度不为11位"],
    [{ mobile: "" }, "mobile", "手机号码不能为空"],
    [{ displayname: "  " }, "displayname", "姓名不能为空"],
    [{ email: "x@" }, "email", "邮箱格式不正确"],
    [{ avatar: "javascript:alert(1)" }, "avatar", "头像地址不正确"],
    [{ avatar: "//evil.example/x.png" }, "avatar", "头像地址不正确"],
    [{ newPassword: "Abcdef12" }, "oldPassword", "请输入原密码"],
    [{ oldPassword: "123456" }, "newPassword", "请输入新密码"],
    [{ oldPassword: "123456", newPassword: "abc" }, "newPassword", "密码长度不能少于8位"],
    [{ oldPassword: "12345", newPassword: "Abcdef12" }, "oldPassword", "原密码错误"],
  ])("refuses %j", async (body, field, msg) => {
    const { status, body: answer } = await edit(await login(backend.url, "ads"), body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: 1, msg, fields: { [field]: msg } });
  });

  it("refuses a mobile that somebody else has", async () => {
    await backend.db.query("update sys_user set mobile = '13700000009' where username = 'kol'");
    const { status, body } = await edit(await login(backend.url, "ads"), { mobile: "13700000009" });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ mobile: "手机号码已被使用" });
  });

  it("a new password ends the other sessions, not this one", async () => {
    const other = await login(backend.url, "logistics");
    const token = await login(backend.url, "logistics");
    expect((await info(other)).sysUser.username).toBe("logistics");
    const change = { oldPassword: "123456", newPassword: "Abcdef12" };
    expect((await edit(token, change)).status).toBe(200);
    expect((await call(backend, "GET", "/admin/user/info", { token: other })).status).toBe(401);
    expect((await info(token)).sysUser.passwordModifyTime).toMatch(/^\d{4}-\d\d-\d\d /);
    expect((await passwordLogin(backend, "logistics")).status).toBe(426);
    expect((await passwordLogin(backend, "logistics", "Abcdef12")).status).toBe(200);
  });

  it("reads pig's names of the passwords and slows guessing of the old one", async () => {
    const token = await login(backend.url, "warehouse");
    const guess = () => edit(token, { password: "wrong", newpassword1: "Abcdef12" });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(400);
    expect(await guess()).toEqual(refused(429, "请求过频繁"));
  });
});

describe("page visits", () => {
  it("are stored with user, page and address", async () => {
    const answer = await call(backend, "POST", "/admin/user/recordLog", {
      token: admin,
      params: { path: "/admin/user/index", title: "用户管理" },
    });
    expect(answer.body).toEqual({ code: 0, msg: null, data: true });
    expect(await backend.db.query("select path, title, remote_addr from sys_visit")).toEqual([
      { path: "/admin/user/index", title: "用户管理", remote_addr: "127.0.0.1" },
    ]);
    const blank = await call(backend, "POST", "/admin/user/recordLog", { token: admin });
    expect(blank.status).toBe(400);
  });

  it("are limited for each person, by whichever replica they come", async () => {
    await backend.db.query(
      `insert into sys_visit (tenant_id, user_id, path, remote_addr)
       select 1, id, '/wel/index', '' from sys_user, generate_series(1, ${VISITS_A_MINUTE}) where username = 'logistics'`,
    );
    const visit = async (username: string, password?: string) =>
      call(backend, "POST", "/admin/user/recordLog", {
        token: await login(backend.url, username, password),
        params: { path: "/wel/index" },
      });
    expect(await visit("logistics", "Abcdef12")).toEqual(refused(429, "请求过频繁"));
    expect((await visit("finance")).status).toBe(200);
  });
});
