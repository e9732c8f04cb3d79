import type { Page } from "@playwright/test";
import { makeUser } from "../../product/api";
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
  if (javaScriptEnabled === false) await tree.getByRole("checkbox", { name: "系统管理", exact: true }).check();
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
  await menu.getByText("系统管理", { exact: true }).click();
  await expect(menu.locator("a[href='/admin/log/index']")).toHaveCount(1);
  await expect(menu.locator("a[href='/admin/user/index']")).toHaveCount(0);
});
