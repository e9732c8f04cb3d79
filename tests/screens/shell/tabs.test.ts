import { expect, type Page, testAs } from "../support";

const test = testAs("admin");

const strip = (page: Page) => page.getByRole("navigation", { name: "已打开的页面" });
const titles = (page: Page) => strip(page).getByRole("link").allInnerTexts();
const expectTabs = (page: Page, ...names: string[]) => expect(strip(page).getByRole("link")).toHaveText(names);

async function visit(page: Page, ...urls: string[]) {
  for (const url of urls) await page.goto(url);
}
async function fromMenu(page: Page, name: "关闭其他" | "关闭全部" | "关闭当前") {
  await page.getByRole("button", { name: "更多标签操作" }).click();
  await page.getByRole("button", { name }).click();
}

test("pages open one tab each, in order, and never twice", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/role/index", "/admin/user/index?username=adm");
  await expectTabs(page, "首页", "用户管理", "角色管理");
  await expect(strip(page).locator("[aria-current=page]")).toHaveText("用户管理");
  await strip(page).getByRole("link", { name: "角色管理" }).click();
  await strip(page).getByRole("link", { name: "用户管理" }).click();
  await expect(page, "a tab is its whole address").toHaveURL(/\?username=adm$/);
});

test("details of two rows are two tabs", async ({ page }) => {
  await visit(page, "/admin/dict/detail/1", "/admin/dict/detail/2", "/admin/dict/detail/1");
  expect(await titles(page)).toHaveLength(3);
});

test("dialogs, error pages and addresses without a name open no tab", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/user/index?add=1", "/nothing/here", "/wel/index");
  await expectTabs(page, "首页", "用户管理");
});

test("closing the active tab goes to the one before it", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/role/index");
  await strip(page).getByRole("button", { name: "关闭 角色管理" }).click();
  await expect(page).toHaveURL(/\/admin\/user\/index$/);
  await expectTabs(page, "首页", "用户管理");
});

test("closing the first tab while active goes to the next first", async ({ page }) => {
  await visit(page, "/admin/user/index", "/wel/index");
  await strip(page).getByRole("button", { name: "关闭 首页" }).click();
  await expect(page).toHaveURL(/\/admin\/user\/index$/);
  await expectTabs(page, "用户管理");
});

test("closing another tab stays where one is", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/role/index");
  await strip(page).getByRole("button", { name: "关闭 用户管理" }).click();
  await expectTabs(page, "首页", "角色管理");
  await expect(page).toHaveURL(/\/admin\/role\/index$/);
  await page.reload();
  await expectTabs(page, "首页", "角色管理");
});

test("the only tab cannot be closed", async ({ page }) => {
  await visit(page, "/wel/index");
  await expectTabs(page, "首页");
  await expect(strip(page).getByRole("button")).toHaveCount(0);
  await fromMenu(page, "关闭当前");
  await expectTabs(page, "首页");
  await expect(page).toHaveURL(/\/wel\/index$/);
});

test("closing the others keeps home and the active one; closing all keeps home", async ({ page }) => {
  await visit(page, "/admin/user/index", "/admin/role/index", "/admin/dict/index");
  await strip(page).getByRole("link", { name: "角色管理" }).click();
  await fromMenu(page, "关闭其他");
  await expectTabs(page, "首页", "角色管理");
  await expect(page).toHaveURL(/\/admin\/role\/index$/);
  await fromMenu(page, "关闭全部");
  await expect(page).toHaveURL(/\/wel\/index$/);
  await expectTabs(page, "首页");
});

test("tabs survive a reload and a new window of the same browser", async ({ page, context }) => {
  await visit(page, "/admin/user/index", "/admin/role/index");
  await page.reload();
  await expectTabs(page, "首页", "用户管理", "角色管理");
  const other = await context.newPage();
  await other.goto("/admin/role/index");
  await expectTabs(other, "首页", "用户管理", "角色管理");
});

test("at most 20 are kept; the oldest goes, home stays", async ({ page }) => {
  const urls = Array.from({ length: 21 }, (_, i) => `/admin/dict/detail/${i + 1}`);
  for (const url of urls) await page.goto(url);
  expect(await titles(page)).toHaveLength(20);
  expect((await titles(page))[0]).toBe("首页");
  const hrefs = await strip(page).getByRole("link").attributes("href");
  expect(hrefs).toEqual(["/wel/index", ...urls.slice(-19)]);
});

test("refreshing loads the same address again", async ({ page }) => {
  await page.goto("/admin/user/index?username=adm");
  await page.getByRole("link", { name: "刷新当前标签" }).click();
  await expect(page).toHaveURL(/\/admin\/user\/index\?username=adm$/);
  await expect(page.getByRole("heading", { name: "用户管理" })).toBeVisible();
});
