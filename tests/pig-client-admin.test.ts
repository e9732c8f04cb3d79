import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "./harness";

// The administration of a client of the pig lineage (generation of 2020), by the names that it knows:
// nothing here is shared with the backend or the console.

let backend: TestBackend;
let admin: Record<string, string>;
beforeAll(async () => {
  backend = await testBackend();
  admin = { authorization: `Bearer ${await login(backend.url)}` };
});
afterAll(() => backend.close());

const ask = (method: string, path: string, body?: unknown, headers = admin) =>
  fetch(`${backend.url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

// biome-ignore lint/suspicious/noExplicitAny: the contract's entities, read as a foreign client does
async function data(method: string, path: string, body?: unknown): Promise<any> {
  const response = await ask(method, path, body);
  const answer = await response.json();
  if (response.status !== 200 || answer.code !== 0) throw new Error(JSON.stringify(answer));
  return answer.data;
}
const first = async (path: string) => (await data("GET", path)).records[0];
const bearer = async (username: string) => ({ authorization: `Bearer ${await login(backend.url, username)}` });

describe("rows bear the names that such a client shows", () => {
  it("users", async () => {
    await data("PUT", "/admin/user", { ...(await userOf("kol")), phone: "13800000001" });
    const row = await userOf("kol");
    expect(row).toMatchObject({ phone: "13800000001", deptName: expect.any(String) });
    expect(row.userId).toMatch(/^\d+$/);
    expect(row.roleList).toEqual([{ roleId: expect.any(String), roleName: expect.any(String) }]);
    expect(await data("GET", `/admin/user/${row.userId}`)).toMatchObject({
      userId: row.userId,
      phone: row.phone,
      roleList: row.roleList,
    });
  });

  it("roles, dictionaries, departments, menus, parameters", async () => {
    const role = await first("/admin/role/page?size=1");
    expect(role.roleId).toMatch(/^\d+$/);
    expect(await first("/admin/dict/page?type=currency")).toMatchObject({
      type: "currency",
      system: expect.stringMatching(/^[01]$/),
      description: "币种",
    });
    const [dept] = await data("GET", "/admin/dept/tree");
    expect(dept).toMatchObject({ deptId: dept.id, label: dept.name, sort: expect.any(Number) });
    expect(dept.children[0]).toMatchObject({ parentId: dept.id, deptId: expect.any(String) });
    expect(await data("GET", `/admin/dept/${dept.deptId}`)).toMatchObject({
      deptId: dept.id,
      parentId: "0",
      sort: dept.sort,
    });
    const [menu] = await data("GET", "/admin/menu/tree");
    expect(menu).toMatchObject({ menuId: menu.id, label: menu.name });
    const param = await first("/admin/param/page?size=1");
    for (const name of ["publicId", "publicName", "publicKey", "publicValue"])
      expect(param[name], name).toBeTypeOf("string");
  });

  it("in the order and under the filters of their own names", async () => {
    const { records } = await data("GET", "/admin/user/page?descs=create_time&phone=138000");
    expect(records.map((r: { username: string }) => r.username)).toEqual(["kol"]);
    const types = (await data("GET", "/admin/dict/page?size=100&ascs=type")).records.map(
      (r: { type: string }) => r.type,
    );
    expect(types.length).toBeGreaterThan(5);
    expect(types).toEqual([...types].sort());
  });
});

async function userOf(username: string) {
  const { records } = await data("GET", `/admin/user/page?username=${username}&size=100`);
  return records.find((row: { username: string }) => row.username === username);
}

describe("writes in the names of such a client, without versions", () => {
  it("a user is made, changed, locked, unlocked and deleted", async () => {
    const roles = await data("GET", "/admin/role/list");
    const [dept] = await data("GET", "/admin/dept/tree");
    const role = roles.find((r: { roleCode: string }) => r.roleCode === "KOL");
    await data("POST", "/admin/user", {
      username: "pig_user",
      password: "Abcdef12!",
      displayname: "猪",
      phone: "13800000002",
      deptId: Number(dept.id),
      role: [Number(role.roleId)],
      lockFlag: "0",
    });
    const made = await userOf("pig_user");
    expect(made).toMatchObject({ phone: "13800000002", lockFlag: "0" });
    expect(made.roleList).toEqual([{ roleId: role.roleId, roleName: role.roleName }]);

    const change = { userId: Number(made.userId), phone: "13800000003", role: [role.roleId] };
    await data("PUT", "/admin/user", { ...change, lockFlag: "9" });
    expect(await userOf("pig_user")).toMatchObject({ phone: "13800000003", lockFlag: "9" });
    await expect(login(backend.url, "pig_user", "Abcdef12!")).rejects.toThrow();
    await data("PUT", "/admin/user", { ...change, lockFlag: "0" });
    await login(backend.url, "pig_user", "Abcdef12!");

    await data("DELETE", `/admin/user/${made.userId}`);
    expect(await data("GET", "/admin/user/details/pig_user")).toBeNull();
  });

  it("who may not lock cannot by a save either, and nobody locks himself", async () => {
    const own = await data("GET", "/admin/user/details/admin");
    const answer = await ask("PUT", "/admin/user", { userId: own.userId, lockFlag: "9" });
    expect(answer.status).toBe(409);
    expect((await userOf("admin")).lockFlag).toBe("0");
  });

  it("a department, a dictionary, a parameter, a role's grants", async () => {
    const [top] = await data("GET", "/admin/dept/tree");
    await data("POST", "/admin/dept", { name: "猪场", parentId: Number(top.deptId), sort: 77 });
    const find = async () => {
      const [now] = await data("GET", "/admin/dept/tree");
      return now.children.find((d: { name: string }) => d.name === "猪场");
    };
    const made = await find();
    expect(made).toMatchObject({ sort: 77, parentId: top.id });
    await data("PUT", "/admin/dept", { deptId: made.deptId, sort: 78 });
    expect(await find()).toMatchObject({ name: "猪场", sort: 78 });

    await data("POST", "/admin/dict", { type: "pig_kind", description: "猪种" });
    const dict = await first("/admin/dict/page?type=pig_kind");
    expect(dict).toMatchObject({ type: "pig_kind", system: "0" });
    await data("PUT", "/admin/dict", { id: dict.id, description: "品种" });
    expect(await first("/admin/dict/page?type=pig_kind")).toMatchObject({ description: "品种" });

    const param = await first("/admin/param/page?size=1");
    await data("PUT", "/admin/param", { publicId: param.publicId, publicValue: "12" });
    expect(await data("GET", `/admin/param/${param.publicId}`)).toMatchObject({ publicValue: "12" });

    const { roleId } = (await data("GET", "/admin/role/list")).find((r: { roleCode: string }) => r.roleCode === "KOL");
    const before: string[] = await data("GET", `/admin/menu/tree/${roleId}`);
    const fewer = before.slice(1);
    await data("PUT", `/admin/role/menu?roleId=${roleId}&menuIds=${fewer.join(",")}`);
    expect(await data("GET", `/admin/menu/tree/${roleId}`)).toEqual(fewer);
    await data("PUT", "/admin/role/menu", { roleId, menuIds: before.join(",") });
    expect((await ask("PUT", "/admin/role/menu", {})).status).toBe(400);
  });
});

describe("calls of such a client", () => {
  it("the user of a name, for who may see or add users", async () => {
    expect(await data("GET", "/admin/user/details/buyer")).toMatchObject({ username: "buyer" });
    expect(await data("GET", "/admin/user/details/nobody")).toBeNull();
    const answer = await ask("GET", "/admin/user/details/buyer", undefined, await bearer("ads"));
    expect(answer.status).toBe(403);
  });

  it("tokens are listed without being told, and one can be ended", async () => {
    const theirs = await bearer("finance");
    const row = await first("/admin/token/page?username=finance");
    expect(row).toMatchObject({ username: "finance", token_type: "bearer", client_id: "pig" });
    expect(row.user_id).toMatch(/^\d+$/);
    expect(row.expires_in).toBeGreaterThan(1000);
    expect(JSON.stringify(row)).not.toContain(theirs.authorization?.slice(7));
    const path = `/admin/token/${row.access_token}`;
    expect((await ask("DELETE", path, undefined, theirs)).status).toBe(403);
    expect((await ask("GET", "/admin/token/page", undefined, theirs)).status).toBe(403);
    await data("DELETE", path);
    expect((await ask("GET", "/admin/user/info", undefined, theirs)).status).toBe(401);
    expect((await ask("DELETE", path)).status).toBe(404);
    expect((await data("GET", "/admin/token/page?username=finance")).total).toBe(0);
  });

  it("clients are listed without their secrets", async () => {
    const { records, total } = await data("GET", "/admin/client/page?current=1&size=1");
    expect(total).toBe(2);
    expect(records).toEqual([expect.objectContaining({ clientId: "pig", scope: "server" })]);
    expect(JSON.stringify(records)).not.toContain("pig:pig");
    const theirs = await bearer("kol");
    expect((await ask("GET", "/admin/client/page", undefined, theirs)).status).toBe(403);
  });
});
