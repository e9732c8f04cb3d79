import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Office, openOffice, refused } from "./office.testing";

let office: Office;
let codes = 0;
beforeAll(async () => {
  office = await openOffice(["admin", "it_staff", "ops"]);
  await office.allow("IT", ["sys_role_view", "sys_role_edit", "sys_role_perm", "sys_role_add"]);
});
afterAll(() => office.close());
beforeEach(() => office.db.query("delete from sys_rate_limit"));

const add = (body: object = {}, who = "admin") => {
  codes += 1;
  const own = { roleName: `角色${codes}`, roleCode: `ROLE_${codes}`, dsType: "4" };
  return office.send(who, "POST", "/admin/role", { ...own, ...body });
};
const made = async (body: object = {}) => (await office.data(add(body))).id as string;
const read = (id: string) => office.data(office.get("admin", `/admin/role/${id}`));
const put = async (id: string, body: object, who = "admin") =>
  office.send(who, "PUT", "/admin/role", { id, version: (await read(id)).version, ...body });
/** pig's call for the grants of a role. */
const grant = (roleId: string, menuIds: string | string[], who = "admin") =>
  office.send(who, "PUT", "/admin/role/menu", { roleId, menuIds });
const granted = (id: string): Promise<string[]> => office.data(office.get("admin", `/admin/menu/tree/${id}`));
const menuOf = async (code: string) =>
  (await office.db.one<{ id: string }>("select id from sys_menu where permission = $1", [code]))!.id;

describe("saving", () => {
  it.each<[object, string, string]>([
    [{ roleName: "" }, "roleName", "请输入角色名称"],
    [{ roleName: "系统管理员" }, "roleName", "角色名称已存在"],
    [{ roleCode: "ADMIN" }, "roleCode", "角色编码已存在"],
    [{ roleCode: "ops" }, "roleCode", "角色编码为大写字母开头的2到32位大写字母、数字或下划线"],
    [{ dsType: "7" }, "dsType", "请选择数据权限"],
    [{ dsType: "1" }, "dsScope", "请选择自定义部门"],
    [{ dsType: "1", dsScope: ["987654"] }, "dsScope", "自定义部门不存在"],
  ])("%j is refused", async (body, field, msg) => {
    expect(await add(body)).toEqual(refused(400, msg, field));
  });

  it("the code is for ever, departments only belong to the custom scope", async () => {
    const id = await made({ dsType: "1", dsScope: ["2", "3"] });
    await office.data(put(id, { roleCode: "OTHER", roleDesc: "新" }));
    expect(await read(id)).toMatchObject({
      roleCode: `ROLE_${codes}`,
      roleDesc: "新",
      dsScope: ["2", "3"],
      menuIds: [],
      userCount: 0,
    });
    await office.data(put(id, { dsType: "2" }));
    expect((await read(id)).dsScope).toEqual([]);
    expect(await put(id, { dsType: "1" })).toEqual(refused(400, "请选择自定义部门", "dsScope"));
  });
});

describe("deleting", () => {
  it("refuses the administrators' role and roles in use", async () => {
    const admin = await office.roleId("ADMIN");
    expect(await office.send("admin", "DELETE", `/admin/role/${admin}`)).toEqual(
      refused(409, "系统管理员角色不能删除"),
    );
    const ops = await office.roleId("OPS");
    expect(await office.send("admin", "DELETE", `/admin/role/${ops}`)).toEqual(
      refused(409, "角色已分配给用户，不能删除"),
    );
  });

  it("a role whose only user is deleted can go, with its grants", async () => {
    const id = await made();
    await office.data(grant(id, await menuOf("sys_dict_view")));
    const user = await office.userId("kol");
    await office.db.query("insert into sys_user_role values ($1, $2)", [user, id]);
    await office.db.query("update sys_user set del_flag = 1 where id = $1", [user]);
    await office.data(office.send("admin", "DELETE", `/admin/role/${id}`));
    const left = await office.db.query("select 1 from sys_role_menu where role_id = $1", [id]);
    expect(left).toEqual([]);
    expect(await add({ roleCode: `ROLE_${codes}` })).toMatchObject({ status: 200 });
  });

  it("while somebody gets it: the role goes or stays in use, never both", async () => {
    const user = await office.userId("ads");
    for (let round = 0; round < 5; round++) {
      const id = await made();
      const at = await office.data(office.get("admin", `/admin/user/${user}`));
      const [del, assign] = await Promise.all([
        office.send("admin", "DELETE", `/admin/role/${id}`),
        office.send("admin", "POST", `/admin/user/${user}/assign`, {
          version: at.version,
          roleIds: [...at.roleIds, id],
        }),
      ]);
      expect([del.status, assign.status].filter((s) => s === 200)).toHaveLength(1);
      if (del.status !== 200) expect(del).toEqual(refused(409, "角色已分配给用户，不能删除"));
      else expect(assign).toEqual(refused(400, "角色不存在", "roleIds"));
    }
  });
});

describe("grants", () => {
  it("by pig's call or the action, as list or text; the difference is in the history", async () => {
    const id = await made();
    const [a, b] = [await menuOf("sys_dict_view"), await menuOf("sys_dict_add")];
    expect(await office.data(grant(id, `${a},${b}`))).toBe(true);
    expect((await granted(id)).sort()).toEqual([a, b].sort());
    const { version } = await read(id);
    expect(version).toBe(1);
    const act = { version, menuIds: [b] };
    await office.data(office.send("admin", "POST", `/admin/role/${id}/perm`, act));
    expect(await granted(id)).toEqual([b]);
    expect((await read(id)).menuIds).toEqual([b]);
    const history = await office.data(office.get("admin", `/admin/operlog/role/${id}`));
    const named = async (ids: string[]) => {
      const [menus] = await office.db.query<{ names: string }>(
        `select string_agg(name, '、' order by array_position($1::bigint[], id)) as names
         from sys_menu where id = any($1::bigint[])`,
        [ids],
      );
      return menus?.names;
    };
    const both = [a, b].sort((x, y) => Number(x) - Number(y));
    expect(history.map((h: { action: string; diff: object }) => [h.action, h.diff])).toEqual([
      ["分配权限", { menuIds: [await named(both), await named([b])] }],
      ["分配权限", { menuIds: ["", await named([a, b])] }],
      ["新增", expect.anything()],
    ]);
    await office.data(grant(id, ""));
    expect(await granted(id)).toEqual([]);
  });

  it("work at once: a new permission opens a page, a lost one closes it", async () => {
    const ops = await office.roleId("OPS");
    const own = await granted(ops);
    const menu = await menuOf("sys_log_view");
    const open = async () => (await office.get("ops", "/admin/log/page")).status;
    expect(await open()).toBe(403);
    await office.data(grant(ops, [...own, menu]));
    expect(await open()).toBe(200);
    const info = await office.data(office.get("ops", "/admin/user/info"));
    expect(info.permissions).toContain("sys_log_view");
    await office.data(grant(ops, own));
    expect(await open()).toBe(403);
  });

  it("nobody passes on what he lacks, but what the role has may stay", async () => {
    const foreign = await menuOf("finance_payment_pay");
    const own = await menuOf("sys_dict_view");
    const id = await made();
    const lacks = refused(403, "不能授予自己没有的权限");
    expect(await grant(id, [own, foreign], "it_staff")).toEqual(lacks);
    expect(await granted(id)).toEqual([]);
    await office.data(grant(id, [foreign]));
    await office.data(grant(id, [foreign, own], "it_staff"));
    expect((await granted(id)).sort()).toEqual([foreign, own].sort());
  });

  it("of menus that are gone or belong to another tenant are refused", async () => {
    const id = await made();
    const row = await office.db.one<{ id: string }>(
      "insert into sys_menu (name, type, permission, tenant_id) values ('外', '1', 'x_y', 2) returning id",
    );
    await office.db.query("insert into sys_role_menu values ($1, $2)", [await office.roleId("ADMIN"), row?.id]);
    for (const menu of [row?.id ?? "", "987654"]) expect((await grant(id, [menu])).status).toBeGreaterThanOrEqual(400);
    expect(await grant(id, [row?.id ?? ""])).toEqual(refused(400, "菜单不存在", "menuIds"));
  });

  it("of the administrators cannot be emptied, nor changed by others", async () => {
    const admin = await office.roleId("ADMIN");
    const { version } = await read(admin);
    const empty = refused(409, "系统管理员的权限不能清空");
    expect(await grant(admin, [])).toEqual(empty);
    const act = { version, menuIds: [] };
    expect(await office.send("admin", "POST", `/admin/role/${admin}/perm`, act)).toEqual(empty);
    const only = refused(403, "只有系统管理员可以修改系统管理员角色");
    expect(await grant(admin, await menuOf("sys_dict_view"), "it_staff")).toEqual(only);
    expect(await put(admin, { roleDesc: "x" }, "it_staff")).toEqual(only);
    expect((await granted(admin)).length).toBeGreaterThan(100);
  });

  it("of an unknown role, or one of another tenant, are not found", async () => {
    const row = await office.db.one<{ id: string }>(
      "insert into sys_role (tenant_id, role_name, role_code) values (2, '外', 'OUT') returning id",
    );
    const gone = refused(404, "单据不存在");
    for (const id of [row?.id ?? "", "987654", "999999999999999999"]) {
      expect(await office.get("admin", `/admin/menu/tree/${id}`)).toEqual(gone);
      expect(await grant(id, [])).toEqual(gone);
    }
    expect((await office.get("ops", "/admin/menu/tree/1")).status).toBe(403);
  });

  it("given and deleted at once leave no dead entry", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await made();
      const menu = await office.data(
        office.send("admin", "POST", "/admin/menu", {
          name: "短命",
          type: "1",
          permission: `short_lived${round}_${codes}`,
          parentId: await menuParent(),
        }),
      );
      await Promise.all([grant(id, [menu.id]), office.send("admin", "DELETE", `/admin/menu/${menu.id}`)]);
      expect(await granted(id)).toEqual([]);
      expect((await grant(id, [])).status).toBe(200);
    }
  });
});

const menuParent = async () =>
  (await office.db.one<{ id: string }>("select id from sys_menu where path = '/admin/role/index'"))!.id;

describe("role list", () => {
  it("is short and for everybody who is signed in", async () => {
    const rows = await office.data(office.get("ops", "/admin/role/list"));
    expect(rows[0]).toMatchObject({ id: "1", roleId: "1", roleCode: "ADMIN" });
    expect(rows.map((r: { roleCode: string }) => r.roleCode)).not.toContain("OUT");
  });
});
