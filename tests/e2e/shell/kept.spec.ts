import type { Page } from "@playwright/test";
import { expect, startSession, test } from "../support";

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "已打开的页面" }).getByRole("link", { name });
const heading = (page: Page, name: string) => page.getByRole("main").getByRole("heading", { name, level: 1 });

const ORDERS = "/purchaseOrder/index";
test.beforeEach(async ({ context, page }) => {
  await context.addCookies((await startSession("buyer")).cookies);
  await page.goto(ORDERS);
  await page.evaluate(() => Object.assign(window, { mark: 1 }));
  await expect(heading(page, "采购单")).toBeVisible();
  await tab(page, "首页").click();
  await expect(page).toHaveURL(/\/wel\/index$/);
  await expect(heading(page, "采购单")).toHaveCount(0);
  expect(await page.evaluate(() => "mark" in window)).toBe(true);
});

test("kept pages are not shown after signing out elsewhere", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/logout");
  await other.getByRole("button", { name: "确定" }).click();
  await expect(other).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(heading(page, "采购单")).toHaveCount(0);
});

test("kept pages are not shown while the session is locked", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/lock?next=%2Finfo%2Findex");
  await other.getByLabel(/锁屏密码/).fill("open sesame");
  await other.getByRole("button", { name: "锁屏" }).click();
  await expect(other.getByRole("heading", { name: "已锁屏" })).toBeVisible();
  await tab(page, "采购单").click();
  await expect(page).toHaveURL(/\/lock/);
  await expect(heading(page, "采购单")).toHaveCount(0);
});
