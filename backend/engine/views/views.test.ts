import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { forgetCallers } from "#backend/platform/auth/caller-cache";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

let backend: TestBackend;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  backend = await testBackend();
  for (const who of ["admin", "it_staff", "exec"]) tokens[who] = await login(backend.url, who);
});
afterAll(() => backend.close());

const send = (who: string, method: string, path: string, body?: unknown) =>
  call(backend, method, `/admin/view/${path}`, { token: tokens[who], body });
const views = async (who: string, document = "store"): Promise<{ id: string; name: string; own: boolean }[]> =>
  (await send(who, "GET", document)).body.data;
const add = async (body: object, who = "admin") => {
  const answer = await send(who, "POST", "store", body);
  expect(answer.body.msg).toBeNull();
  return String(answer.body.data.id);
};

describe("saved views", () => {
  it("keeps filters, order and columns under a name", async () => {
    const id = await add({ name: "正常用户", query: "lockFlag=0&ascs=username", layout: "a~h1" });
    expect(await views("admin")).toContainEqual({
      id,
      name: "正常用户",
      query: "lockFlag=0&ascs=username",
      layout: "a~h1",
      shared: false,
      roleId: null,
      roleName: null,
      own: true,
      isDefault: false,
      ownerName: expect.any(String),
    });
    expect(await views("admin", "role"), "of its own list only").toEqual([]);
  });

  it("refuses a second one of the same name, and none without", async () => {
    await add({ name: "重名" });
    expect((await send("admin", "POST", "store", { name: "重名 " })).body).toMatchObject({
      msg: "视图名称已存在",
      fields: { name: "视图名称已存在" },
    });
    expect((await send("admin", "POST", "store", { name: " " })).body.msg).toBe("请输入视图名称");
  });

  it("shows others what is shared and lets them change nothing", async () => {
    const own = await add({ name: "私有" });
    const shared = await add({ name: "公用", shared: true });
    const seen = (await views("it_staff")).map((v) => v.id);
    expect(seen).toContain(shared);
    expect(seen).not.toContain(own);
    for (const [method, body] of [
      ["PUT", { name: "我的" }],
      ["DELETE", undefined],
    ] as const)
      expect((await send("it_staff", method, `store/${shared}`, body)).status).toBe(403);
    expect((await send("it_staff", "PUT", "store/default", { id: own })).status).toBe(404);
  });

  it("has one default per person, shared ones included, until it is not shared any more", async () => {
    const [one, two] = [await add({ name: "一", shared: true }), await add({ name: "二" })];
    await send("admin", "PUT", "store/default", { id: one });
    await send("admin", "PUT", "store/default", { id: two });
    await send("it_staff", "PUT", "store/default", { id: one });
    const defaults = async (who: string) =>
      (await send(who, "GET", "store")).body.data
        .filter((v: { isDefault: boolean }) => v.isDefault)
        .map((v: { id: string }) => v.id);
    expect(await defaults("admin")).toEqual([two]);
    expect(await defaults("it_staff")).toEqual([one]);
    await send("admin", "PUT", `store/${one}`, { shared: false });
    expect(await defaults("it_staff")).toEqual([]);
    await send("admin", "PUT", "store/default", { id: null });
    expect(await defaults("admin")).toEqual([]);
  });

  it("changes only what is named, and goes with its default", async () => {
    const id = await add({ name: "旧名", query: "a=1", isDefault: true });
    await send("admin", "PUT", `store/${id}`, { name: "新名" });
    expect(await views("admin")).toContainEqual(
      expect.objectContaining({ id, name: "新名", query: "a=1", isDefault: true }),
    );
    expect((await send("admin", "DELETE", `store/${id}`)).status).toBe(200);
    expect((await views("admin")).map((v) => v.id)).not.toContain(id);
  });

  it("is shared with a role alone, by who holds it or manages roles", async () => {
    const role = async (code: string) => {
      const row = await backend.db.one<{ id: string }>("select id from sys_role where role_code = $1", [code]);
      return row?.id ?? "";
    };
    const [it, exec] = [await role("IT"), await role("EXEC")];
    const seenBy = async (who: string) => (await views(who)).map((v) => v.name);
    const id = await add({ name: "信息部的", roleId: it });
    expect(await views("it_staff")).toContainEqual(
      expect.objectContaining({ id, own: false, shared: false, roleId: it, roleName: expect.any(String) }),
    );
    expect(await seenBy("exec"), "of another role").not.toContain("信息部的");
    expect((await send("it_staff", "PUT", `store/${id}`, { name: "我的" })).status).toBe(403);
    expect((await send("it_staff", "PUT", `store/${id}`, { shared: false, roleId: null })).status).toBe(403);
    expect((await send("it_staff", "DELETE", `store/${id}`)).status).toBe(403);
    expect((await send("exec", "DELETE", `store/${id}`)).status, "not even there").toBe(404);
    await send("it_staff", "PUT", "store/default", { id });

    const { body } = await send("it_staff", "GET", "store/sharing");
    expect(body.data).toEqual({ roles: [{ id: it, name: expect.any(String) }], manages: false, others: [] });
    const theirs = await add({ name: "给同事", roleId: it }, "it_staff");
    expect((await send("it_staff", "PUT", `store/${theirs}`, { shared: false, roleId: exec })).body).toMatchObject({
      fields: { roleId: "只能共享给自己的角色" },
    });
    expect((await send("it_staff", "POST", "store", { name: "越权", roleId: exec })).status).toBe(400);
    const elsewhere = async () => (await send("admin", "GET", "store/sharing")).body.data.others;
    expect(await elsewhere(), "admin does not hold the role").toEqual([
      { id: theirs, name: "给同事", roleName: expect.any(String), ownerName: expect.any(String) },
    ]);
    expect(await seenBy("admin")).not.toContain("给同事");
    expect((await send("admin", "PUT", `store/${theirs}`, { shared: false, roleId: null })).status).toBe(200);
    expect(await elsewhere()).toEqual([]);
    expect(await views("it_staff")).toContainEqual(expect.objectContaining({ id: theirs, own: true, roleId: null }));

    // Who loses his only role sees no list any more: this one holds another.
    const more = await backend.db.query<{ id: string }>(
      `insert into sys_user_role (user_id, role_id) select id, $1 from sys_user where username = 'it_staff' returning user_id as id`,
      [exec],
    );
    await backend.db.query("update sys_role set del_flag = 1 where id = $1", [it]);
    forgetCallers();
    expect(await seenBy("it_staff"), "the role is gone").not.toContain("信息部的");
    expect(await views("admin")).toContainEqual(expect.objectContaining({ id, roleId: null, roleName: null }));
    await backend.db.query("update sys_role set del_flag = 0 where id = $1", [it]);
    await backend.db.query("delete from sys_user_role where user_id = $1 and role_id = $2", [more[0]?.id, exec]);
    forgetCallers();
  });

  it("stays in its tenant, and so do its roles", async () => {
    const { db } = backend;
    const role = await db.one<{ id: string }>(
      "insert into sys_role (tenant_id, role_name, role_code) values (2, '别家信息', 'IT') returning id",
    );
    for (const [name, shared, roleId] of [
      ["别家全体", true, null],
      ["别家角色", false, role?.id],
    ])
      await db.query(
        `insert into doc_view (tenant_id, document, user_id, name, shared, role_id)
         select 2, 'store', id, $1, $2, $3 from sys_user where username = 'exec'`,
        [name, shared, roleId],
      );
    for (const who of ["admin", "it_staff"])
      expect(
        (await views(who)).filter((v) => v.name.startsWith("别家")),
        who,
      ).toEqual([]);
    const { others, roles } = (await send("admin", "GET", "store/sharing")).body.data;
    expect(others).toEqual([]);
    expect(roles).not.toContainEqual(expect.objectContaining({ id: role?.id }));
    expect((await send("admin", "POST", "store", { name: "外送", roleId: role?.id })).status).toBe(400);
    const foreign = await db.query<{ id: string }>("select id from doc_view where tenant_id = 2");
    for (const { id } of foreign) {
      expect((await send("admin", "PUT", `store/${id}`, { shared: false, roleId: null })).status).toBe(404);
      expect((await send("admin", "DELETE", `store/${id}`)).status).toBe(404);
    }
  });

  it("is closed to who may not see the list", async () => {
    const token = await login(backend.url, "promo");
    const answer = await call(backend, "GET", "/admin/view/tenant", { token });
    expect(answer.status).toBe(404);
  });
});
