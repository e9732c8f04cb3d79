import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { passwordLogin } from "#backend/platform/auth/auth.testing";
import { type Office, openOffice, PASSWORD, refused } from "./office.testing";

let office: Office;
let staffRole: string;
beforeAll(async () => {
  office = await openOffice(["admin", "it_staff"]);
  staffRole = await office.roleId("OPS");
  await office.allow(
    "IT",
    ["view", "add", "edit", "del", "reset"].map((a) => `sys_user_${a}`),
  );
});
afterAll(() => office.close());
beforeEach(() => office.db.query("delete from sys_rate_limit"));

let names = 0;
const newName = () => `person${++names}`;
const add = (body: object, who = "admin", headers?: Record<string, string>) =>
  office.send(
    who,
    "POST",
    "/admin/user",
    { username: newName(), displayname: "新人", deptId: "2", roleIds: [staffRole], ...body },
    headers,
  );
const read = (id: string) => office.data(office.get("admin", `/admin/user/${id}`));
const put = (id: string, version: number, body: object, who = "admin") =>
  office.send(who, "PUT", "/admin/user", { id, version, ...body });
const act = async (id: string, name: string, who = "admin", body: object = {}) =>
  office.send(who, "POST", `/admin/user/${id}/${name}`, { version: (await read(id)).version, ...body });

const OWN = refused(409, "不能删除或锁定当前登录账号");
const LAST = refused(409, "至少保留一个管理员");

describe("new users", () => {
  it.each<[object, string, string]>([
    [{ username: "" }, "username", "请输入用户名"],
    [{ username: "1st" }, "username", "用户名以字母开头，3到32位字母、数字、下划线或点"],
    [{ username: "ADMIN" }, "username", "用户名已存在"],
    [{ displayname: " " }, "displayname", "请输入姓名"],
    [{ displayname: "长".repeat(33) }, "displayname", "姓名不能超过32个字"],
    [{ mobile: "23800138000" }, "mobile", "手机号码格式不正确"],
    [{ mobile: "138001380001" }, "mobile", "手机号码长度不为11位"],
    [{ email: "a@b" }, "email", "邮箱格式不正确"],
    [{ deptId: null }, "deptId", "请选择部门"],
    [{ deptId: "987654" }, "deptId", "部门不存在"],
    [{ roleIds: [] }, "roleIds", "请至少选择一个角色"],
    [{ roleIds: undefined }, "roleIds", "请至少选择一个角色"],
    [{ roleIds: ["987654"] }, "roleIds", "角色不存在"],
    [{ password: "short1A" }, "password", "密码长度不能少于8位"],
  ])("%j is refused", async (body, field, msg) => {
    expect(await add(body)).toEqual(refused(400, msg, field));
  });

  it("a mobile belongs to one person", async () => {
    await office.data(add({ mobile: "13600000001" }));
    expect(await add({ mobile: "13600000001" })).toEqual(refused(400, "手机号码已被使用", "mobile"));
  });

  it("without a password get one that is shown once and kept nowhere", async () => {
    const username = newName();
    const key = { "Idempotency-Key": randomUUID() };
    const made = await office.data(add({ username }, "admin", key));
    expect(made.oneTimePassword).toMatch(/^\S{12}$/);
    const again = await office.data(add({ username }, "admin", key));
    expect(again).toEqual({ id: made.id, version: 0 });
    expect((await passwordLogin(office, username, made.oneTimePassword)).status).toBe(200);
    const everything = await Promise.all(
      ["idempotency", "sys_log", "sys_oper_log", "sys_user"].map((t) => office.db.query(`select * from ${t}`)),
    );
    expect(JSON.stringify(everything).includes(made.oneTimePassword)).toBe(false);
    expect(JSON.stringify(await read(made.id))).not.toMatch(/password":|scrypt/);
  });

  it("with a password sign in with it", async () => {
    const username = newName();
    const made = await office.data(add({ username, password: PASSWORD }));
    expect(made).not.toHaveProperty("oneTimePassword");
    expect((await passwordLogin(office, username, PASSWORD)).status).toBe(200);
  });
});

describe("changing a user", () => {
  it("part by part; user name and password stay", async () => {
    const { id } = await office.data(add({ mobile: "13600000002", postName: "岗位" }));
    const before = await read(id);
    await office.data(put(id, 0, { displayname: "改名", username: "other", password: "Xx123456!" }));
    const after = await read(id);
    expect(after).toMatchObject({
      displayname: "改名",
      username: before.username,
      mobile: "13600000002",
      postName: "岗位",
      roleIds: before.roleIds,
      roleNames: ["运营专员"],
    });
  });

  it("the leader of a department that moves away leads it no more", async () => {
    const { id } = await office.data(add({ deptId: "2" }));
    await office.db.query("update sys_dept set leader_id = $1 where id = 2", [id]);
    const leader = async () =>
      (await office.db.one<{ leader_id: string | null }>("select leader_id from sys_dept where id = 2"))!.leader_id;
    await office.data(put(id, 0, { displayname: "还在" }));
    expect(await leader()).toBe(id);
    await office.data(put(id, 1, { deptId: "3" }));
    expect(await leader()).toBeNull();
  });
});

describe("lock and unlock", () => {
  it("ends the sessions; a second click finds another state", async () => {
    const username = newName();
    const id = await office.hire(username, ["OPS"]);
    expect((await office.get(username, "/admin/user/info")).status).toBe(200);
    await office.data(act(id, "lock"));
    expect((await office.get(username, "/admin/user/info")).status).toBe(401);
    expect(await passwordLogin(office, username, PASSWORD)).toEqual(refused(426, "账号已锁定，请联系管理员"));
    const changed = refused(409, "单据状态已变更，请刷新后重试");
    expect(await act(id, "lock")).toEqual(changed);
    await office.data(act(id, "unlock"));
    expect(await act(id, "unlock")).toEqual(changed);
    expect((await passwordLogin(office, username, PASSWORD)).status).toBe(200);
  });

  it("by a person outlasts a lock of wrong passwords", async () => {
    const username = newName();
    const id = await office.hire(username, ["OPS"]);
    await office.db.query("update sys_user set lock_flag = '9', lock_until = now() + interval '1 hour' where id = $1", [
      id,
    ]);
    await office.data(act(id, "lock"));
    const row = await office.db.one("select lock_flag, lock_until from sys_user where id = $1", [id]);
    expect(row).toEqual({ lock_flag: "9", lock_until: null });
    expect((await office.get(username, "/admin/user/info")).status).toBe(401);
  });

  it("several at once, the own account among them", async () => {
    const one = await office.data(add({ displayname: "甲" }));
    const own = await office.userId("admin");
    const result = await office.data(office.send("admin", "POST", "/admin/user/batch/lock", { ids: [one.id, own] }));
    expect(result).toEqual([
      { id: one.id, no: "甲", ok: true, msg: null },
      { id: own, no: "系统管理员", ok: false, msg: OWN.body.msg },
    ]);
  });
});

describe("the own account", () => {
  it("is neither locked nor deleted nor reset by oneself", async () => {
    const id = await office.userId("admin");
    expect(await act(id, "lock")).toEqual(OWN);
    expect(await office.send("admin", "DELETE", `/admin/user/${id}`)).toEqual(OWN);
    expect(await act(id, "reset")).toEqual(refused(409, "请在个人信息里修改自己的密码"));
  });
});

describe("reset", () => {
  it("ends the sessions and shows a new password once", async () => {
    const username = newName();
    const id = await office.hire(username, ["OPS"]);
    const { oneTimePassword } = await office.data(act(id, "reset"));
    expect((await office.get(username, "/admin/user/info")).status).toBe(401);
    expect((await passwordLogin(office, username, PASSWORD)).status).toBe(426);
    expect((await passwordLogin(office, username, oneTimePassword)).status).toBe(200);
  });
});

describe("deleting", () => {
  it("ends the sessions, frees name and mobile, keeps the name on old documents", async () => {
    const username = newName();
    await office.allow("OPS", ["sys_dict_add"]);
    const id = await office.hire(username, ["OPS"], { mobile: "13600000003" });
    const dict = await office.data(
      office.send(username, "POST", "/admin/dict", { dictType: "by_gone", description: "旧" }),
    );
    await office.data(office.send("admin", "DELETE", `/admin/user/${id}`));
    expect((await office.get(username, "/admin/user/info")).status).toBe(401);
    expect((await passwordLogin(office, username, PASSWORD)).status).toBe(426);
    const page = await office.data(office.get("admin", "/admin/user/page", { username }));
    expect(page.total).toBe(0);
    const old = await office.data(office.get("admin", `/admin/dict/${dict.id}`));
    expect(old.createByName).toBe(username);
    expect((await add({ username, mobile: "13600000003" })).status).toBe(200);
  });
});

describe("administrators", () => {
  it("the last one stays, whatever is tried", async () => {
    const id = await office.userId("admin");
    const { version } = await read(id);
    expect(await put(id, version, { roleIds: [staffRole] })).toEqual(LAST);
    expect(await act(id, "assign", "admin", { roleIds: [staffRole] })).toEqual(LAST);
    const other = await office.hire(newName(), ["ADMIN"]);
    await office.db.query("update sys_user set lock_flag = '9' where id = $1", [other]);
    // A locked administrator is none.
    expect(await put(id, version, { roleIds: [staffRole] })).toEqual(LAST);
    await office.data(office.send("admin", "DELETE", `/admin/user/${other}`));
  });

  describe("two that remove each other at once", () => {
    const [a, b] = ["admin_a", "admin_b"];
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      for (const name of [a, b]) ids[name] = await office.hire(name, ["ADMIN"]);
      await office.db.query("update sys_user set lock_flag = '9' where username = 'admin'");
    });
    afterAll(async () => {
      await office.db.query("update sys_user set lock_flag = '0' where username = 'admin'");
    });
    /** Both are administrators, signed in, as if nothing had been done to them. */
    const restore = async () => {
      const both = Object.values(ids);
      await office.db.query(
        "update sys_user set lock_flag = '0', del_flag = 0, version = 0 where id = any($1::bigint[])",
        [both],
      );
      await office.db.query("delete from sys_user_role where user_id = any($1::bigint[])", [both]);
      await office.db.query("insert into sys_user_role select unnest($1::bigint[]), $2::bigint", [
        both,
        await office.roleId("ADMIN"),
      ]);
      await office.db.query("update sys_token_family set revoke_time = null where user_id = any($1::bigint[])", [both]);
    };
    const remove = (how: string, who: string, target: string | undefined) => {
      const at = `/admin/user/${target}`;
      if (how === "delete") return office.send(who, "DELETE", at);
      if (how === "edit") return put(String(target), 0, { roleIds: [staffRole] }, who);
      return office.send(who, "POST", `${at}/${how}`, { version: 0, roleIds: [staffRole] });
    };

    it.each(["lock", "assign", "delete", "edit"])("by %s: one stays", async (how) => {
      for (let round = 0; round < 5; round++) {
        await restore();
        const answers = await Promise.all([remove(how, a, ids[b]), remove(how, b, ids[a])]);
        const left = await office.db.query(
          `select u.id from sys_user u join sys_user_role ur on ur.user_id = u.id
           join sys_role r on r.id = ur.role_id and r.role_code = 'ADMIN'
           where u.del_flag = 0 and u.lock_flag = '0'`,
        );
        expect(left).toHaveLength(1);
        expect(answers.filter((x) => x.status === 200)).toHaveLength(1);
        for (const x of answers.filter((y) => y.status !== 200))
          expect([401, 403, 409], JSON.stringify(x.body)).toContain(x.status);
      }
    });
  });

  it("only administrators make, unmake or touch one", async () => {
    const admin = await office.roleId("ADMIN");
    const only = refused(403, "只有系统管理员可以分配或收回系统管理员角色");
    expect(await add({ roleIds: [admin] }, "it_staff")).toEqual(only);
    const mine = await office.data(add({}, "it_staff"));
    expect(await act(mine.id, "assign", "it_staff", { roleIds: [admin] })).toEqual(only);
    const target = await office.hire(newName(), ["ADMIN", "OPS"]);
    const touch = refused(403, "只有系统管理员可以修改系统管理员账号");
    expect(await put(target, 0, { mobile: "13600000009" }, "it_staff")).toEqual(touch);
    for (const name of ["lock", "unlock", "reset"]) expect(await act(target, name, "it_staff")).toEqual(touch);
    expect(await act(target, "assign", "it_staff", { roleIds: [staffRole] })).toEqual(touch);
    expect(await office.send("it_staff", "DELETE", `/admin/user/${target}`)).toEqual(touch);
    expect((await read(target)).version).toBe(0);
  });
});
