import { api } from "../../product/api";
import { expect, startSession, test } from "../support";

const SECRET = "open sesame";

// A lock belongs to its session, so each test has one of its own.
test.beforeEach(async ({ context }) => {
  await context.addCookies((await startSession("promo")).cookies);
});

/** Sets a password and locks, the way both projects can. */
async function lock(page: import("@playwright/test").Page) {
  await page.goto("/lock?next=%2Finfo%2Findex");
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
}

test("another tab of the browser is locked as well", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/info/index");
  await lock(page);
  await other.getByRole("link", { name: "首页" }).first().click();
  await expect(other).toHaveURL(/\/lock(\?|$)/);
});

test("Back does not show a page of before the lock @nojs", async ({ page }) => {
  await page.goto("/info/index");
  await page.goto("/crud/index");
  await lock(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: /锁屏/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: /锁屏/ })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "主菜单" })).toHaveCount(0);
});

test("with a password set, one press locks; the way out is the password or logging out", async ({ page }) => {
  await lock(page);
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "解锁" }).click();
  await expect(page).toHaveURL(/\/info\/index$/);
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page).toHaveURL(/\/login\?reason=out/);
});

test("a form that meets the lock is kept and goes on after unlocking", async ({ page, context }) => {
  const mine = await api("promo");
  const { sysUser } = await mine.get<{ sysUser: { email?: string } }>("/admin/user/info");
  await page.goto("/info/index");
  await page.locator("[name=email]").fill("kept@example.com");
  const other = await context.newPage();
  await lock(other);
  await page.getByRole("main").getByRole("button", { name: "保存" }).first().click();
  await expect(page.getByText("刚才填写的内容已为您保留")).toBeVisible();
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "解锁" }).click();
  await page.getByRole("button", { name: "继续提交" }).click();
  await expect(page.locator("[name=email]")).toHaveValue("kept@example.com");
  const now = await mine.get<{ sysUser: { email?: string } }>("/admin/user/info");
  expect(now.sysUser.email).toBe("kept@example.com");
  expect(sysUser).toBeTruthy();
});
