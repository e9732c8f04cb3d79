import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { BESIDE_SHELL, findings } from "../axe";
import { expect, test } from "../support";

test.use({ user: "admin" });

const firstId = async (call: string, status: string) => {
  const { records } = await (await api()).get<{ records: { id: string }[] }>(
    `${call}/page?size=1&descs=id&status=${status}`,
  );
  return records[0]?.id;
};

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 20) ?? "");

/** Tab goes on until what has the focus begins so. */
async function tabTo(page: Page, wanted: RegExp) {
  for (let presses = 0; presses < 60; presses++) {
    if (wanted.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

for (const [name, call, status, path, action] of [
  ["an order", "/purchase/order", "draft", "/orderUpdate/index?id=", /^提交/],
  ["a SKU", "/product/sku", "approved", "/product/sku/detail/", /^编辑/],
] as const)
  test(`${name} by keyboard: head, menu, tabs; on a desk and on a phone`, async ({ page }) => {
    await page.goto(`${path}${await firstId(call, status)}`);
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, action);
    await tabTo(page, /^更多/);
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "更多" });
    await expect(menu).toBeVisible();
    expect(await findings(page, BESIDE_SHELL)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    expect(await focused(page)).toMatch(/^更多/);
    await tabTo(page, /^评论/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/tab=comments/);
    await expect(page.getByLabel("评论内容")).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findings(page, BESIDE_SHELL)).toEqual([]);
    const acts = page.locator(".acts").getByRole("button", { name: /^更多/ });
    await acts.click();
    await expect(page.locator("#acts-more")).toBeVisible();
    const low = await page.locator("#acts-more > :is(a, button), .foot-bar > *, .acts > .btn").evaluateAll((all) =>
      all.filter((e) => {
        const { width, height } = e.getBoundingClientRect();
        return width > 0 && height < 43.5;
      }),
    );
    expect(low).toEqual([]);
  });

test("the dialog of an action takes the focus and gives it back", async ({ page }) => {
  await page.goto(`/orderUpdate/index?id=${await firstId("/purchase/order", "draft")}`);
  await page.getByRole("heading", { level: 1 }).focus();
  await tabTo(page, /^删除/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const inside = () => dialog.evaluate((node) => node.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("who is led into the answer to a letter sees the letter, and what sends it", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto("/customerservice/message/index?v=0&status=open");
  await page.getByRole("main").getByRole("link", { name: "回复", exact: true }).first().click();
  await expect(page.getByLabel(/^回复内容/)).toBeFocused();
  const top = async (selector: string) => (await page.locator(selector).last().boundingBox())?.y ?? 0;
  await expect.poll(() => top(".talk > li"), "below the tabs of the shell").toBeGreaterThan((await top(".strip")) + 30);
  await expect(page.getByRole("button", { name: "发送", exact: true })).toBeInViewport({ ratio: 1 });
});
