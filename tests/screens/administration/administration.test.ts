import { api, makeRole, makeUser } from "../../product/api";
import { choose, expect, openBranch, type Page, rowWith, startSession, testAs, unique, wholeMenu } from "../support";

const test = testAs("admin");
const dialog = (page: Page) => page.getByRole("dialog");
const main = (page: Page) => page.getByRole("main");
const save = (page: Page) => dialog(page).getByRole("button", { name: "保存" }).click();

test("a role is made, gets its permissions from the tree, and they count", async ({ page, browserOf }) => {
  const code = unique("R").toUpperCase();
  await page.goto("/admin/role/index");
  await page.getByRole("link", { name: "新增", exact: true }).click();
  await dialog(page)
    .getByLabel(/^角色名称/)
    .fill(`角色${code}`);
  await dialog(page)
    .getByLabel(/^角色编码/)
    .fill("lower case");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText("角色编码为大写字母开头");
  await dialog(page)
    .getByLabel(/^角色编码/)
    .fill(code);
  await save(page);
  await expect(page.getByText("新增成功")).toBeVisible();

  await page.goto(`/admin/role/index?keyword=${code}`);
  await rowWith(page, code).getByRole("link", { name: "分配权限" }).click();
  const tree = dialog(page).getByRole("group", { name: "菜单权限" });
  // 日志管理 stands below 系统管理; without script a parent has to be ticked as well.
  await tree.getByRole("checkbox", { name: "系统管理", exact: true }).check();
  await tree.getByRole("checkbox", { name: "日志管理", exact: true }).check();
  await dialog(page).getByRole("button", { name: "分配权限" }).click();
  await expect(page.getByText("分配权限成功")).toBeVisible();

  const user = await makeUser(code);
  const theirs = await browserOf(null);
  await theirs.context().addCookies((await startSession(user.username, user.password)).cookies);
  await theirs.goto("/wel/index");
  const hrefs = await wholeMenu(theirs);
  expect(hrefs.filter((href) => href === "/admin/log/index")).toHaveLength(1);
  expect(hrefs).not.toContain("/admin/user/index");
});

test("a role that somebody has is not deleted", async ({ page }) => {
  const role = await makeRole(["sys_log_view"]);
  await makeUser(role.roleCode);
  await page.goto(`/admin/role/index?keyword=${role.roleCode}`);
  await rowWith(page, role.roleCode).getByRole("link", { name: "删除" }).click();
  await expect(page.getByRole("alert")).toContainText("角色已分配给用户，不能删除");
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`/admin/role/index?keyword=${role.roleCode}`);
  await expect(rowWith(page, role.roleCode)).toBeVisible();
});

test("departments are a tree, and none stands below itself", async ({ page }) => {
  const name = unique("部门");
  await page.goto("/admin/dept/index?open=all");
  await page.getByRole("link", { name: "新增", exact: true }).click();
  await dialog(page)
    .getByLabel(/^部门名称/)
    .fill(name);
  await choose(dialog(page), "parentId", "信息部");
  await save(page);
  await expect(page.getByText("新增成功")).toBeVisible();
  await page.goto("/admin/dept/index?open=all");
  await expect(rowWith(page, name)).toBeVisible();

  // The parent may not become a child of its child.
  await rowWith(page, "信息部").first().getByRole("link", { name: "编辑" }).click();
  await openBranch(dialog(page), "parentId", "信息部");
  await choose(dialog(page), "parentId", name);
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText("上级部门不能为自己或下级");
  await dialog(page).getByRole("link", { name: "取消" }).click();

  const twig = page.getByRole("link", { name: "收起信息部" });
  await twig.click();
  await expect(rowWith(page, name)).toHaveCount(0);
  await page.getByRole("link", { name: "展开信息部" }).click();
  await rowWith(page, name).getByRole("link", { name: "删除" }).click();
  await expect(dialog(page)).toContainText("是否删除改节点?");
  await dialog(page).getByRole("button", { name: "删除" }).click();
  await expect(page.getByText("删除成功")).toBeVisible();
});

test("a dictionary with its items: add and remove lines, keep what is typed", async ({ page }) => {
  const type = unique("dict_");
  await page.goto("/admin/dict/create");
  await page.getByLabel(/^字典类型/).fill(type);
  await page.getByLabel(/^描述/).fill("颜色");
  const add = page.getByRole("button", { name: "添加一行" });
  for (const [row, value, label] of [
    [1, "r", "红"],
    [2, "g", "绿"],
    [3, "b", "蓝"],
  ] as const) {
    await add.click();
    await page.getByLabel(`第${row}行 值`).fill(value);
    await page.getByLabel(`第${row}行 标签`).fill(label);
  }
  await page.getByRole("button", { name: /删除\s*第2行/ }).click();
  await expect(page.getByLabel("第3行 值")).toHaveValue("");
  await expect(page.getByLabel("第1行 值")).toHaveValue("r");
  await expect(page.getByLabel("第2行 值")).toHaveValue("b");
  await expect(page.getByLabel(/^描述/)).toHaveValue("颜色");
  await page.getByLabel("第2行 标签").fill("");
  await page.getByRole("button", { name: "保存" }).last().click();
  await expect(page.getByRole("alert")).toContainText("第2行");
  await page.getByLabel("第2行 标签").fill("蓝");
  await page.getByRole("button", { name: "保存" }).last().click();
  await expect(page.getByText("新增成功")).toBeVisible();
  const items = await (await api()).get<{ value: string; label: string }[]>(`/admin/dict/type/${type}`);
  expect(items.map((i) => `${i.value}${i.label}`)).toEqual(["r红", "b蓝"]);

  await page.getByRole("main").getByRole("link", { name: "编辑", exact: true }).click();
  await page.getByRole("button", { name: /删除\s*第1行/ }).click();
  await page.getByRole("button", { name: "保存" }).last().click();
  await expect(page.getByText("修改成功")).toBeVisible();
  const left = await (await api()).get<{ value: string }[]>(`/admin/dict/type/${type}`);
  expect(left.map((i) => i.value)).toEqual(["b"]);
});

test("menu entries change places, and the side menu follows", async ({ page }) => {
  const admin = await api();
  const root = unique("目录");
  await admin.post("/admin/menu", { name: root, type: "0", parentId: "-1", path: `/${unique("m")}`, sort: 9000 });
  const all = await admin.get<{ id: string; name: string }[]>("/admin/menu/tree");
  const parentId = all.find((node) => node.name === root)?.id;
  // What has no page is left out of the side menu.
  for (const [name, path, sort] of [
    [`甲${root}`, "/finance/rate/index", 1],
    [`乙${root}`, "/wms/warehouse/index", 2],
  ] as const)
    await admin.post("/admin/menu", { name, type: "0", parentId, path, sort });

  await page.goto(`/admin/menu/index?open=${parentId}`);
  const order = async () => {
    const names = await page.getByRole("main").getByRole("rowheader").allInnerTexts();
    return names.filter((name) => /^[甲乙]/.test(name.trim()) && name.includes(root)).map((n) => n.trim()[0]);
  };
  expect(await order()).toEqual(["甲", "乙"]);
  const row = rowWith(page, `乙${root}`);
  const up = row.getByRole("button", { name: "上移" });
  if (!(await up.isVisible())) await row.getByRole("button", { name: "更多" }).click();
  await up.click();
  await expect(page.getByText("上移成功")).toBeVisible();
  expect(await order()).toEqual(["乙", "甲"]);
  await page.goto("/wel/index");
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.getByRole("link", { name: root, exact: true }).click();
  const links = menu.locator("details a", { hasText: root });
  await expect(links).toHaveText([`乙${root}`, `甲${root}`]);
});

test("a menu entry needs an address, a button a permission; a role can be previewed", async ({ page }) => {
  await page.goto("/admin/menu/index?add=1");
  await dialog(page)
    .getByLabel(/^菜单名称/)
    .fill("没有地址");
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText("请输入路由地址");
  await dialog(page).getByLabel(/^类型/).selectOption({ label: "按钮" });
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText("请输入权限标识");

  await page.goto("/admin/menu/index");
  const search = page.getByRole("main").getByRole("search");
  await choose(search, "roleId", "客服专员");
  await search.getByRole("button", { name: "搜索" }).click();
  await expect(rowWith(page, "客服管理").first()).toBeVisible();
  await expect(rowWith(page, "用户管理")).toHaveCount(0);
});

test("a tenant is made and edited; its code stays its own", async ({ page }) => {
  const code = unique("co-");
  await page.goto("/admin/tenant/index?add=1");
  await dialog(page).getByLabel(/^名称/).fill("新租户");
  await dialog(page).getByLabel(/^编码/).fill(code);
  await dialog(page).getByLabel(/^到期/).fill("2030-12-31");
  await save(page);
  await expect(page.getByText("新增成功")).toBeVisible();
  await expect(dialog(page).getByRole("status")).toContainText(`登录名：admin@${code}`);
  await expect(dialog(page).getByRole("status")).toContainText("只显示这一次");
  await page.goto(`/admin/tenant/index?keyword=${code}`);
  await expect(rowWith(page, code)).toContainText("2030-12-31");
  await page.goto("/admin/tenant/index?add=1");
  await dialog(page).getByLabel(/^名称/).fill("同码租户");
  await dialog(page).getByLabel(/^编码/).fill(code);
  await save(page);
  await expect(dialog(page).getByRole("alert")).toContainText("租户编码已存在");
});

test("parameters have values that are changed in place of being made", async ({ page }) => {
  await page.goto("/admin/param/index");
  await expect(page.getByRole("heading", { name: "参数" })).toBeVisible();
  await expect(page.getByRole("main").locator("tbody tr").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "新增", exact: true })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "编辑" }).first().click();
  await expect(dialog(page).getByLabel(/^参数值/)).not.toHaveValue("");
});

test("the pages of logs and files say how long what is kept", async ({ page }) => {
  await page.goto("/admin/log/index");
  await expect(page.getByRole("main")).toContainText("操作日志保留180天，最多1,000,000条");
  await page.goto("/admin/file/index");
  await expect(page.getByRole("main")).toContainText("未用在单据中的文件保留7天，每人最多500MB");
});

test("every write stands in the log with who, what and from where", async ({ page }) => {
  const user = await makeUser();
  await page.goto(`/admin/user/index?username=${user.username}&edit=${user.id}`);
  await dialog(page).getByRole("textbox", { name: "岗位" }).fill("留痕");
  await save(page);
  await expect(page.getByText("修改成功")).toBeVisible();
  await page.goto("/admin/log/index?createBy=admin&size=100");
  const row = rowWith(page, "PUT").filter({ hasText: "/admin/user" }).first();
  await expect(row).toContainText("正常");
  await expect(row).toContainText(/127\.0\.0\.1|::1/);
  await row.getByRole("rowheader").getByRole("link").click();
  await expect(dialog(page)).toContainText("留痕");
  await expect(dialog(page).or(page.getByRole("main")).first()).not.toContainText(user.password);
  // The number that a page of a fault would show: console and backend call the request the same.
  const [, number] = /请求编号\s*([\w-]{36})/.exec((await dialog(page).textContent()) ?? "") ?? [];
  await page.goto(`/admin/log/index?requestId=${number}`);
  await expect(main(page).locator("tbody tr")).toHaveCount(1);
  await expect(rowWith(page, "PUT")).toContainText("/admin/user");
});

test("what runs stands on one page, and what does not leads to where it is mended", async ({ page, browserOf }) => {
  await page.goto("/admin/status");
  await expect(main(page).getByRole("status")).toContainText("项异常，请按“怎么办”处理");
  await main(page).getByRole("link", { name: "测试连接，检查账号和密钥" }).click();
  await expect(page).toHaveURL(/health=faulty/);
  await expect(main(page).locator("tbody tr")).toHaveCount(1);
  const buyer = await browserOf("buyer");
  await buyer.goto("/admin/status");
  await expect(main(buyer)).toContainText("没有权限");
});
