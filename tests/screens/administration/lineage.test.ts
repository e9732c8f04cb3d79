import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import { startPig } from "../../pig-backend";
import { BrowserContext } from "../browser";
import { choose, expect, type Page, rowWith, signIn, wholeMenu } from "../support";

// The console in front of a backend of the pig lineage, generation of 2020: every screen of the
// administration shows its rows, and what is written goes out in that generation's names.

interface Served {
  port: number;
  server: { closeAllConnections(): void; close(done: () => void): void };
}

let pig: Awaited<ReturnType<typeof startPig>>;
let served: Served;
let page: Page;
const before = { PORT: process.env.PORT, ERP_API_URL: process.env.ERP_API_URL };
beforeAll(async () => {
  pig = await startPig();
  const build = await import(pathToFileURL(path.resolve("build/index.js")).href);
  Object.assign(process.env, { PORT: "0", ERP_API_URL: pig.url });
  served = await build.serve();
  Object.assign(process.env, { PORT: before.PORT });
  delete process.env.ERP_API_URL;
  page = await new BrowserContext(`http://127.0.0.1:${served.port}`).newPage();
  await page.goto("/login");
  await signIn(page, "admin", "123456");
});
afterAll(async () => {
  served.server.closeAllConnections();
  await new Promise<void>((done) => served.server.close(done));
  await pig.close();
});

const dialog = () => page.getByRole("dialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const link = (row: string, name: string) => rowWith(page, row).getByRole("link", { name, exact: true });
/** The last write as that backend got it. */
function written() {
  const sent = pig.received.filter((r) => r.method !== "GET" && !r.path.endsWith("/recordLog"));
  const { method = "", path: at = "", body = "" } = sent.at(-1) ?? {};
  return { call: `${method} ${at}`, body: body ? JSON.parse(body) : null };
}
async function open(address: string, ...texts: string[]) {
  expect((await page.goto(address)).status(), address).toBe(200);
  for (const text of texts) await expect(page.getByRole("main")).toContainText(text);
}

test("sign-in leads to a page with the menu of that backend", async () => {
  await open("/admin/user/index");
  const hrefs = await wholeMenu(page);
  for (const name of ["user", "menu", "role", "dept", "log", "dict", "param", "token", "client"])
    expect(hrefs.filter((href) => href === `/admin/${name}/index`)).toHaveLength(1);
});

describe("users", () => {
  test("are shown, made, changed", async () => {
    await open("/admin/user/index", "zhu", "17034642888", "采购部", "采购员");
    await page.goto("/admin/user/index?add=1");
    await dialog().locator("[name=username]").fill("niu");
    await dialog().locator("[name=displayname]").fill("牛");
    await dialog().locator("[name=password]").fill("Abcdef12!");
    await dialog().locator("[name=mobile]").fill("17034642777");
    await choose(dialog(), "deptId", "总部");
    await choose(dialog(), "roleIds", "采购员");
    await button("保存").click();
    expect(written()).toMatchObject({
      call: "POST /admin/user",
      body: { username: "niu", phone: "17034642777", deptId: "11", role: ["2"] },
    });
    expect(written().body).not.toHaveProperty("mobile");
    await open("/admin/user/index", "niu");

    await link("zhu", "编辑").click();
    await dialog().locator("[name=mobile]").fill("17034642666");
    await button("保存").click();
    const { call, body } = written();
    expect(call).toBe("PUT /admin/user");
    expect(body).toMatchObject({ userId: "2", username: "zhu", phone: "17034642666", role: ["2"] });
    expect(body).not.toHaveProperty("password");
    await open("/admin/user/index", "17034642666", "采购员");
  });

  test("are locked by a save that keeps their roles", async () => {
    await open("/admin/user/index");
    await link("zhu", "锁定").click();
    await button("锁定").click();
    expect(written()).toMatchObject({ call: "PUT /admin/user", body: { userId: "2", lockFlag: "9", role: [2] } });
    await open("/admin/user/index");
    await expect(rowWith(page, "zhu")).toContainText("锁定");
    await expect(rowWith(page, "zhu")).toContainText("采购员");
  });
});

test("a role is changed, and its permissions are given in the tree", async () => {
  await open("/admin/role/index", "ROLE_BUYER");
  await link("ROLE_BUYER", "编辑").click();
  await dialog().locator("[name=roleDesc]").fill("采购与询价");
  await button("保存").click();
  expect(written()).toMatchObject({
    call: "PUT /admin/role",
    body: { roleId: "2", roleName: "采购员", roleDesc: "采购与询价" },
  });
  await open("/admin/role/index", "采购与询价");
  await link("ROLE_BUYER", "分配权限").click();
  const tree = dialog().getByRole("group", { name: "菜单权限" });
  await expect(tree.getByRole("checkbox", { name: "用户管理", exact: true })).toBeChecked();
  await tree.getByRole("checkbox", { name: "字典管理", exact: true }).check();
  await button("分配权限").click();
  expect(written()).toMatchObject({ call: "PUT /admin/role/menu", body: { roleId: "2" } });
  expect(written().body.menuIds.split(",").sort()).toEqual(["1000", "1100", "2200"]);
});

test("a menu and a department are trees; one is changed, the other made", async () => {
  await open("/admin/menu/index?open=all", "用户管理", "sys_user_add");
  await link("/admin/token/index", "编辑").click();
  await dialog().locator("[name=name]").fill("会话管理");
  await button("保存").click();
  expect(written()).toMatchObject({
    call: "PUT /admin/menu",
    body: { menuId: "2300", parentId: "1000", name: "会话管理", type: "0" },
  });
  await open("/admin/dept/index?open=all", "总部", "采购部");
  await page.goto("/admin/dept/index?add=1");
  await dialog().locator("[name=name]").fill("仓库部");
  await dialog().locator("[name=sortOrder]").fill("7");
  await choose(dialog(), "parentId", "总部");
  await button("保存").click();
  expect(written()).toEqual({ call: "POST /admin/dept", body: { name: "仓库部", sort: 7, parentId: "11" } });
  await open("/admin/dept/index?open=all", "仓库部");
});

test("a dictionary with its items, and a parameter", async () => {
  await open("/admin/dict/index", "log_type", "日志类型", "是");
  await open("/admin/dict/detail/31", "异常", "正常");
  await open("/admin/dict/edit/31");
  await page.getByLabel("第1行 标签").fill("出错");
  await page.getByRole("button", { name: "保存", exact: true }).first().click();
  expect(pig.data["dict/item"].rows).toMatchObject([
    { id: 41, dictId: "31", type: "log_type", value: "9", label: "出错" },
    { id: 42, label: "正常" },
  ]);
  await open("/admin/param/index", "租户默认来源", "TENANT_SOURCE");
  await link("TENANT_SOURCE", "编辑").click();
  await dialog().locator("[name=value]").fill("2");
  await button("保存").click();
  expect(written()).toMatchObject({
    call: "PUT /admin/param",
    body: { publicId: "51", publicKey: "TENANT_SOURCE", publicValue: "2" },
  });
});

test("the log, tokens and clients are listed; a token is removed, what happened never", async () => {
  await open("/admin/log/index", "修改角色", "10.1.1.1");
  await expect(link("修改角色", "删除").click()).rejects.toThrow("0 ×");
  await open("/admin/token/index", "zhu");
  await link("zhu", "删除").click();
  await button("删除").click();
  expect(written().call).toBe("DELETE /admin/token/5f0c-77aa");
  await open("/admin/client/index", "pig", "password,refresh_token");
});
