import type { Page } from "@playwright/test";
import { api, makeUser } from "../../product/api";
import { expect, rowWith, startSession, test, unique } from "../support";

test.use({ user: "admin" });
const dialog = (page: Page) => page.getByRole("dialog");
const save = (page: Page) => dialog(page).getByRole("button", { name: "保存" }).click();

test("a role is made, gets its permissions from the tree, and they count", async ({
  page,
  browserOf,
  javaScriptEnabled,
}) => {
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
  if (javaScriptEnabled !== false) await tree.getByRole("button", { name: "全部展开" }).click();
  // 日志管理 stands below 系统管理; without script a parent has to be ticked as well.
  if (javaScriptEnabled === false)
    await tree.getByRole("checkbox", { name: "系统管理", exact: true }).check();
  await tree.getByRole("checkbox", { name: "日志管理", exact: true }).check();
  if (javaScriptEnabled !== false) {
    const parent = tree.getByRole("checkbox", { name: "系统管理", exact: true });
    expect(await parent.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  }
  await dialog(page).getByRole("button", { name: "分配权限" }).click();
  await expect(page.getByText("分配权限成功")).toBeVisible();

  const user = await makeUser(code);
  const theirs = await browserOf(null);
  await theirs.context().addCookies((await startSession(user.username, user.password)).cookies);
  await theirs.goto("/wel/index");
  const menu = theirs.getByRole("navigation", { name: "主菜单" });
  await expect(menu.locator("a[href='/admin/log/index']")).toHaveCount(1);
  await expect(menu.locator("a[href='/admin/user/index']")).toHaveCount(0);
});

test("a dictionary with its items: add and remove lines, keep what is typed @nojs", async ({
  page,
}) => {
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
  const items = await (await api()).get<{ value: string; label: string }[]>(
    `/admin/dict/type/${type}`,
  );
  expect(items.map((i) => `${i.value}${i.label}`)).toEqual(["r红", "b蓝"]);

  await page.getByRole("main").getByRole("link", { name: "编辑", exact: true }).click();
  await page.getByRole("button", { name: /删除\s*第1行/ }).click();
  await page.getByRole("button", { name: "保存" }).last().click();
  await expect(page.getByText("修改成功")).toBeVisible();
  const left = await (await api()).get<{ value: string }[]>(`/admin/dict/type/${type}`);
  expect(left.map((i) => i.value)).toEqual(["b"]);
});
