import type { Page } from "@playwright/test";
import { expect, test } from "../support";

test.use({ user: "buyer" });

const list = "/purchaseOrder/index";
const head = (page: Page, name: string) => page.locator("main thead th", { hasText: name }).first();
const order = async (page: Page) => (await page.locator(".t").first().getAttribute("data-cols"))?.split(",") ?? [];

test("columns are dragged, widened and moved by keys, and stay so", async ({ page }) => {
  await page.goto(list);
  const box = async (name: string) => {
    const found = await head(page, name).boundingBox();
    if (!found) throw new Error(`no head ${name}`);
    return found;
  };
  const saved = () => page.waitForResponse((r) => r.request().method() === "POST");
  // What arranges columns comes when the head is first reached.
  const edge = await box("供应商");
  await expect(async () => {
    await page.mouse.move(edge.x + edge.width - 20, edge.y + 15);
    await page.mouse.move(edge.x + edge.width - 3, edge.y + 15);
    await expect(head(page, "供应商")).toHaveCSS("cursor", "col-resize", { timeout: 200 });
  }).toPass();
  const [from, to] = [await box("到货状态"), await box("总数量")];
  await page.mouse.move(from.x + 30, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 15);
  await page.mouse.move(to.x + 20, to.y + 15, { steps: 4 });
  await Promise.all([saved(), page.mouse.up()]);
  const dragged = await order(page);
  expect(dragged.indexOf("receiveStatus")).toBe(dragged.indexOf("totalQty") - 1);

  const wide = await box("供应商");
  await page.mouse.move(wide.x + wide.width - 3, wide.y + 15);
  await page.mouse.down();
  await page.mouse.move(wide.x + wide.width + 97, wide.y + 15, { steps: 4 });
  await Promise.all([saved(), page.mouse.up()]);
  expect((await box("供应商")).width).toBe(wide.width + 100);

  await head(page, "订单总额").getByRole("link").focus();
  await Promise.all([saved(), page.keyboard.press("Shift+ArrowLeft")]);
  await expect(head(page, "订单总额").getByRole("link")).toBeFocused();
  const moved = await order(page);
  expect(moved.indexOf("orderAmount")).toBe(moved.indexOf("supplierId") - 1);

  await page.reload();
  expect(await order(page)).toEqual(moved);
  expect((await box("供应商")).width).toBe(wide.width + 100);
  await page.goto(`${list}?columns=reset`);
  await page.getByRole("dialog").getByRole("button", { name: "确定" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a list fits the window, and its frozen columns stay", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(list);
  const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(scrolls).toBeLessThanOrEqual(0);
  const no = page.locator("tbody th").first();
  const before = await no.boundingBox();
  await page.locator(".t").evaluate((t) => t.scrollTo({ left: 400 }));
  expect((await no.boundingBox())?.x).toBe(before?.x);
});

test("a number shows its card on focus, is copied from it, and Escape closes", async ({ page }) => {
  // As at an address without HTTPS: there is no clipboard, and the text is copied by hand.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(list);
  const link = page.locator("tbody th a").first();
  const no = await link.innerText();
  await link.focus();
  const card = page.getByRole("group", { name: `${no}预览` });
  await expect(card).toContainText("供应商");
  await page.keyboard.press("Tab");
  await expect(card.getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card.getByRole("button", { name: `已复制 ${no}` })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
});
