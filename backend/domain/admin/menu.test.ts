import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Office, openOffice, refused } from "./office.testing";

let office: Office;
let top: string;
let count = 0;
beforeAll(async () => {
  office = await openOffice(["admin", "ops"]);
  top = await page("测试", "-1");
});
afterAll(() => office.close());

const add = (body: object) => office.send("admin", "POST", "/admin/menu", body);
const page = async (name: string, parentId: string, more: object = {}): Promise<string> => {
  count += 1;
  const body = { name, type: "0", path: `/test/p${count}`, parentId, ...more };
  return (await office.data(add(body))).id;
};
const button = async (parentId: string): Promise<string> => {
  count += 1;
  const body = { name: "钮", type: "1", permission: `test_button_x${count}`, parentId };
  return (await office.data(add(body))).id;
};
const read = (id: string) => office.data(office.get("admin", `/admin/menu/${id}`));
const put = async (id: string, body: object) =>
  office.send("admin", "PUT", "/admin/menu", { id, version: (await read(id)).version, ...body });
const act = async (id: string, name: string) =>
  office.send("admin", "POST", `/admin/menu/${id}/${name}`, { version: (await read(id)).version });

const CIRCLE = refused(409, "上级菜单不能为自己或下级");

describe("saving", () => {
  it("a page has defaults, answers by both names of its id, and may be changed by menuId", async () => {
    const id = await page("页", top);
    const row = await read(id);
    expect(row).toMatchObject({ menuId: id, parentId: top, parentName: "测试", keepAlive: "0", visible: "1", sort: 1 });
    const change = { menuId: id, version: row.version, name: "页二" };
    await office.data(office.send("admin", "PUT", "/admin/menu", change));
    expect(await read(id)).toMatchObject({ name: "页二", path: row.path, version: 1 });
  });

  it.each<[object, string, string]>([
    [{ type: "0" }, "path", "请输入路由地址"],
    [{ type: "0", path: "no-slash" }, "path", "路由地址以 / 或 http(s):// 开头"],
    ...["//evil.example", "/\\evil.example", "/a\\b", "/\t/evil.example", "javascript:alert(1)"].map(
      (path): [object, string, string] => [{ type: "0", path }, "path", "路由地址以 / 或 http(s):// 开头"],
    ),
    ...["javascript:alert(1)", "//evil.example", "https://a\u0001b"].map((href): [object, string, string] => [
      { type: "0", path: "/x", href },
      "href",
      "外链以 http:// 或 https:// 开头",
    ]),
    [{ type: "1" }, "permission", "请输入权限标识"],
    [{ type: "1", permission: "NoGood" }, "permission", "权限标识由小写字母、数字和下划线组成，如 sys_user_add"],
    [{ type: "1", permission: "sys_user_add" }, "permission", "权限标识已存在"],
    [{ type: "2" }, "type", "请选择类型"],
    [{ type: "0", path: "/x", name: "" }, "name", "请输入菜单名称"],
    [{ type: "0", path: "/x", parentId: "987654" }, "parentId", "上级菜单不存在"],
    [{ type: "0", path: "/x", href: "javascript:alert(1)" }, "href", "外链以 http:// 或 https:// 开头"],
  ])("%j is refused", async (body, field, msg) => {
    expect(await add({ name: "坏", parentId: "-1", ...body })).toEqual(refused(400, msg, field));
  });

  it("paths are unique among siblings", async () => {
    await page("一", top, { path: "/test/same" });
    expect(await add({ name: "二", type: "0", parentId: top, path: "/test/same" })).toEqual(
      refused(400, "同级菜单的路由地址已存在", "path"),
    );
    const other = await page("三", top);
    await page("四", other, { path: "/test/same" });
  });

  it("nothing stands below a button, and what has something below does not become one", async () => {
    const id = await page("有钮", top);
    const own = await button(id);
    expect(await add({ name: "下", type: "0", path: "/below", parentId: own })).toEqual(
      refused(400, "按钮下不能再有下级", "parentId"),
    );
    expect(await put(id, { type: "1", permission: "test_become_button" })).toEqual(
      refused(409, "菜单含有下级，不能改为按钮"),
    );
    await office.data(put(own, { path: "/ignored" }));
    expect((await read(own)).path).toBeNull();
  });

  it("a new entry is the administrators' at once, and nobody else's", async () => {
    const id = await page("新页", top);
    const own = await button(id);
    const info = await office.data(office.get("admin", "/admin/user/info"));
    const code = (await read(own)).permission;
    expect(info.permissions).toContain(code);
    const has = async (who: string) =>
      JSON.stringify(await office.data(office.get(who, "/admin/menu"))).includes(`"id":"${id}"`);
    expect(await has("admin")).toBe(true);
    expect(await has("ops")).toBe(false);
    await office.data(put(id, { visible: "0" }));
    expect(await has("admin")).toBe(false);
  });
});

describe("moving", () => {
  it("never below itself", async () => {
    const a = await page("甲", top);
    const b = await page("乙", a);
    const c = await page("丙", b);
    for (const to of [a, b, c]) expect(await put(a, { parentId: to })).toEqual(CIRCLE);
    await office.data(put(c, { parentId: null }));
    expect((await read(c)).parentId).toBe("-1");
  });

  it("two at once cannot close a circle between them", async () => {
    const [a, b] = [await page("环一", top), await page("环二", top)];
    for (let round = 0; round < 6; round++) {
      await office.db.query("update sys_menu set parent_id = $3, version = 0 where id in ($1, $2)", [a, b, top]);
      const move = (id: string, parentId: string) =>
        office.send("admin", "PUT", "/admin/menu", { id, version: 0, parentId });
      const answers = await Promise.all([move(a, b), move(b, a)]);
      expect(answers.map((x) => x.status).sort()).toEqual([200, 409]);
      expect(answers.find((x) => x.status === 409)).toEqual(CIRCLE);
    }
  });

  it("up and down among the siblings, with an end at both ends", async () => {
    const parent = await page("序", top);
    const ids = [];
    for (const name of ["一", "二", "三"]) ids.push(await page(name, parent));
    const [a, , c] = ids as [string, string, string];
    const order = async () =>
      (await office.data(office.get("admin", "/admin/menu/tree", { parentId: parent }))).map(
        (n: { label: string }) => n.label,
      );
    await office.data(act(a, "down"));
    expect(await order()).toEqual(["二", "一", "三"]);
    await office.data(act(c, "up"));
    expect(await order()).toEqual(["二", "三", "一"]);
    expect(await act(a, "down")).toEqual(refused(409, "已经是最后一个"));
    expect(await act(ids[1]!, "up")).toEqual(refused(409, "已经是第一个"));
    // All of them at once: they take turns, nothing is lost and nobody waits for ever.
    const { status } = await act(a, "up");
    expect(status).toBe(200);
    const all = await Promise.all(ids.flatMap((id) => [act(id, "up"), act(id, "down")]));
    for (const answer of all) expect([200, 409]).toContain(answer.status);
    expect((await order()).sort()).toEqual(["一", "三", "二"].sort());
  });
});

describe("deleting", () => {
  it("not with something below; the grants go too", async () => {
    const id = await page("删", top);
    const own = await button(id);
    expect(await office.send("admin", "DELETE", `/admin/menu/${id}`)).toEqual(refused(409, "菜单含有下级，不能删除"));
    for (const gone of [own, id]) await office.data(office.send("admin", "DELETE", `/admin/menu/${gone}`));
    const grants = await office.db.query("select 1 from sys_role_menu where menu_id = any($1::bigint[])", [[id, own]]);
    expect(grants).toEqual([]);
  });

  it("while something comes below: it goes or has children, never both", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await page("争", top);
      const [gone, came] = await Promise.all([
        office.send("admin", "DELETE", `/admin/menu/${id}`),
        add({ name: "子", type: "0", path: `/test/race${round}`, parentId: id }),
      ]);
      expect([gone.status, came.status].filter((s) => s === 200)).toHaveLength(1);
      expect([gone.body.msg, came.body.msg].find(Boolean)).toMatch(/不能删除|上级菜单不存在/);
    }
  });
});

describe("tree", () => {
  it("is whole or level by level, of one type, or as a role sees it", async () => {
    const id = await page("树", top);
    const low = await page("叶", id);
    const own = await button(low);
    const find = (nodes: { id: string; children: [] }[], wanted: string): unknown =>
      nodes.flatMap((n) => (n.id === wanted ? [n] : [find(n.children, wanted)])).find(Boolean);
    const whole = await office.data(office.get("admin", "/admin/menu/tree"));
    expect(find(whole, own)).toMatchObject({ type: "1", parentId: low });
    const pages = await office.data(office.get("admin", "/admin/menu/tree", { type: "0" }));
    expect(find(pages, low)).toMatchObject({ label: "叶" });
    expect(find(pages, own)).toBeUndefined();
    const level = await office.data(office.get("admin", "/admin/menu/tree", { lazy: "true", parentId: id }));
    expect(level).toMatchObject([{ id: low, hasChildren: true }]);
    const role = await office.roleId("OPS");
    await office.db.query("insert into sys_role_menu values ($1, $2)", [role, own]);
    const seen = await office.data(office.get("admin", "/admin/menu/rows", { roleId: role }));
    const ids = seen.map((n: { id: string }) => n.id);
    for (const wanted of [top, id, low, own]) expect(ids).toContain(wanted);
    const foreign = await office.db.one<{ id: string }>(
      "select id from sys_menu where permission = 'finance_payment_pay'",
    );
    expect(ids).not.toContain(foreign?.id);
  });
});
