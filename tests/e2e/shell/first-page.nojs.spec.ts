import type { Page } from "@playwright/test";
import { expect, test } from "../support";

test.use({ user: "admin" });

/** One page of each kind. */
const PAGES = [
  "/purchaseOrder/index",
  "/knowledge/base/index",
  "/orderUpdate/index",
  "/orderUpdate/index?id=1",
  "/admin/user/index?add=1",
  "/cockpit/overview/index",
  "/wel/index",
  "/nowhere",
];

/** The page as a browser gets it that has no style sheet yet, and its picture. */
async function first(page: Page, url: string): Promise<Buffer> {
  await page.context().clearCookies({ name: "css" });
  await page.goto(url);
  await expect(page.locator("style[data-sheet]").first()).toBeAttached();
  return page.screenshot();
}

for (const width of [1366, 390])
  test(`a first page carries the style of all that it shows: ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 });
    for (const url of PAGES) {
      // The tab of a page that was opened once is there in both.
      await page.goto(url);
      const carried = await first(page, url);
      await page.goto(url);
      await expect(page.locator("style[data-sheet]"), url).toHaveCount(0);
      expect(carried.equals(await page.screenshot()), url).toBe(true);
    }
  });
