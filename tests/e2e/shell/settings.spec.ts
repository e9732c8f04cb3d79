import type { Page } from "@playwright/test";
import { expect, test } from "../support";

test.use({ user: "admin" });

/** Switch, and what of the shell it shows. */
const switches: [string, (page: Page) => ReturnType<Page["locator"]>][] = [
  ["标签", (p) => p.getByRole("navigation", { name: "已打开的页面" })],
  ["日志", (p) => p.getByRole("banner").getByRole("link", { name: "错误日志" })],
  ["主题", (p) => p.getByRole("banner").getByRole("button", { name: "主题", exact: true })],
  ["主题色", (p) => p.getByRole("banner").getByRole("button", { name: "主题色" })],
  ["全屏", (p) => p.getByRole("button", { name: "全屏" })],
  ["锁屏", (p) => p.getByRole("button", { name: "锁屏" })],
  ["搜索", (p) => p.getByRole("banner").getByRole("search")],
  ["缩放", (p) => p.getByRole("button", { name: "收起或展开菜单" })],
  ["顶部菜单", (p) => p.getByRole("group", { name: "菜单分组" })],
];
const openSettings = (page: Page) => page.getByRole("button", { name: "界面设置" }).click();
const box = (page: Page, name: string) => page.locator("#settings").getByLabel(name, { exact: true });

test("each of the nine switches takes its part away and brings it back", async ({ page, javaScriptEnabled }) => {
  await page.goto("/info/index");
  await openSettings(page);
  await expect(page.locator("#settings").getByRole("checkbox")).toHaveCount(9);
  for (const [name] of switches) {
    await expect(box(page, name)).toBeChecked();
    await box(page, name).uncheck();
  }
  await page.getByRole("button", { name: "保存设置" }).click();
  await expect(page.getByText("界面设置已保存")).toBeVisible();
  await expect(page).toHaveURL(/\/info\/index$/);
  for (const [name, part] of switches) await expect(part(page), name).toHaveCount(0);

  await page.reload();
  await openSettings(page);
  for (const [name] of switches) await box(page, name).check();
  await page.getByRole("button", { name: "保存设置" }).click();
  for (const [name, part] of switches)
    if (name !== "全屏" || javaScriptEnabled !== false) await expect(part(page).first(), name).toBeVisible();
});

test("a theme colour is kept, allowed by the policy, and legible on buttons", async ({ page }) => {
  await page.goto("/info/index");
  await page.getByRole("banner").getByRole("button", { name: "主题色" }).click();
  await page.getByRole("button", { name: "#0f9d8a" }).click();
  // Tried again: the press sends the page anew, with script after it has answered.
  const accent = (colour: string) =>
    expect(async () => {
      const shown = await page.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--accent"));
      expect(shown.trim().toLowerCase()).toBe(colour);
    }).toPass();
  await accent("#0f9d8a");
  const answer = await page.reload();
  expect(answer?.headers()["content-security-policy"]).toMatch(/style-src 'self' 'sha256-/);
  await accent("#0f9d8a");
  await page.getByRole("banner").getByRole("button", { name: "主题色" }).click();
  await page.getByRole("button", { name: "恢复默认" }).click();
  await accent("#409eff");
});

test("full screen and back", async ({ page }) => {
  await page.goto("/wel/index");
  const on = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole("button", { name: "全屏" }).click();
  await expect.poll(on).toBe(true);
  await page.getByRole("button", { name: "全屏" }).click();
  await expect.poll(on).toBe(false);
});

test("an error of the page is kept, counted, uploaded and cleared", async ({ page, problems }) => {
  await page.goto("/info/index");
  const badge = page.getByRole("banner").getByRole("link", { name: /错误日志/ });
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("auf Wiedersehen");
    });
  });
  await expect(badge).toContainText("1");
  await expect.poll(() => problems.splice(0).length).toBe(1);
  await badge.click();
  await expect(page.getByRole("row").filter({ hasText: "auf Wiedersehen" })).toBeVisible();
  await page.getByRole("button", { name: "上传服务器" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("确定上传本地日志到服务器?");
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("发送成功!")).toBeVisible();
  await expect(page.getByText("本机没有错误日志")).toBeVisible();

  await page.evaluate(() => {
    void Promise.reject(new Error("noch einer"));
  });
  await expect.poll(() => problems.splice(0).length).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "清空" }).click();
  await expect(dialog).toContainText("确定清空本地日志记录?");
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("清空成功!")).toBeVisible();
});
