import type { Page } from "@playwright/test";
import { expect, test } from "../support";

test.use({ user: "admin" });

const strip = (page: Page) => page.getByRole("navigation", { name: "已打开的页面" });
const expectTabs = (page: Page, ...names: string[]) => expect(strip(page).getByRole("link")).toHaveText(names);

async function visit(page: Page, ...urls: string[]) {
  for (const url of urls) await page.goto(url);
}

test("pages open one tab each, in order, and never twice", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/role/index", "/admin/user/index?username=adm");
  await expectTabs(page, "首页", "用户管理", "角色管理");
  await expect(strip(page).locator("[aria-current=page]")).toHaveText("用户管理");
  await strip(page).getByRole("link", { name: "角色管理" }).click();
  await strip(page).getByRole("link", { name: "用户管理" }).click();
  await expect(page, "a tab is its whole address").toHaveURL(/\?username=adm$/);
});

test("closing another tab stays where one is", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/role/index");
  await strip(page).getByRole("button", { name: "关闭 用户管理" }).click();
  await expectTabs(page, "首页", "角色管理");
  await expect(page).toHaveURL(/\/admin\/role\/index$/);
  // With script the server hears of it afterwards.
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expectTabs(page, "首页", "角色管理");
});

test("tabs survive a reload and a new window of the same browser", async ({ page, context }) => {
  await visit(page, "/admin/user/index", "/admin/role/index");
  await page.reload();
  await expectTabs(page, "首页", "用户管理", "角色管理");
  const other = await context.newPage();
  await other.goto("/admin/role/index");
  await expectTabs(other, "首页", "用户管理", "角色管理");
});

test("a half-typed form comes back with its tab, and can be given up", async ({ page }) => {
  await page.goto("/admin/dict/create");
  await page.getByLabel(/^描述/).fill("半途而废");
  await page.getByRole("button", { name: "添加一行" }).click();
  await expect(page.getByLabel("第1行 值")).toBeVisible();
  await expect(page.getByLabel(/^描述/)).toHaveValue("半途而废");
  await page.getByLabel(/^备注/).fill("还没写完");
  await strip(page).getByRole("link", { name: "首页" }).click();
  await expect(page).toHaveURL(/\/wel\/index$/);
  const tab = strip(page).getByRole("link", { name: "新建字典" });
  await expect(tab).toHaveAttribute("title", "新建字典（有未提交的内容）");
  await tab.click();
  await expect(page.getByText("已恢复上次未提交的内容")).toBeVisible();
  await expect(page.getByLabel(/^描述/)).toHaveValue("半途而废");
  await expect(page.getByLabel(/^备注/)).toHaveValue("还没写完");
  await page.reload();
  await expect(page.getByLabel(/^描述/)).toHaveValue("半途而废");
  await page.getByRole("button", { name: "放弃修改" }).click();
  await expect(page.getByLabel(/^描述/)).toHaveValue("");
});

test("a tab with a half-typed form asks before it closes", async ({ page }) => {
  await page.goto("/admin/dict/create");
  await page.getByLabel(/^描述/).fill("别丢了");
  const close = strip(page).getByRole("button", { name: "关闭 新建字典" });
  await expect(strip(page).locator(".unsaved")).toHaveCount(1);
  await close.click();
  await page.getByRole("dialog").getByRole("button", { name: "取消" }).click();
  await expect(page.getByLabel(/^描述/)).toHaveValue("别丢了");
  await close.click();
  await page.getByRole("dialog").getByRole("button", { name: "确定" }).click();
  await expect(page).toHaveURL(/\/wel\/index$/);
  await page.goto("/admin/dict/create");
  await expect(page.getByLabel(/^描述/)).toHaveValue("");
});
