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
  "/cockpit/listing/detail",
  "/product/openTag/editSku/1",
  "/baseSetup/dataStatus/index",
  "/wel/index",
  "/nowhere",
];

/** The page as a browser gets it that has no style sheet yet. */
async function first(page: Page, url: string) {
  await page.context().clearCookies({ name: "css" });
  await page.goto(url);
  await expect(page.locator("style[data-sheet]").first()).toBeAttached();
}

const SEEN = `display position inset width height margin padding border border-radius color background-color fill font
  text-align text-decoration white-space overflow box-shadow opacity z-index rotate outline visibility`.split(/\s+/);

/** What the sheets say of all that is seen, an element a line. Pixels of one and the same page differ at round corners. */
const styleOf = (page: Page) =>
  page.locator("body *").evaluateAll(
    (all, seen) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => {
          const said = [undefined, "::before", "::after"].map((part) => {
            const style = getComputedStyle(one, part);
            return part && style.content === "none"
              ? ""
              : seen.map((name) => `${name}:${style.getPropertyValue(name)}`);
          });
          return `${one.tagName} ${one.className}: ${said.join(";")}`;
        }),
    SEEN,
  );

/** Numbers of what waits for the reader. */
const toldIn = async (page: Page) => (await page.locator(".badge").allInnerTexts()).join();

for (const width of [1366, 390])
  test(`a first page carries the style of all that it shows: ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 });
    // Script would take the whole sheets.
    await page.route("**/*.js", (route) => route.abort());
    // Each is opened three times.
    test.setTimeout(PAGES.length * 15_000);
    for (const url of PAGES)
      for (;;) {
        // The tab of a page that was opened once is there in both.
        await page.goto(url);
        await first(page, url);
        const carried = await styleOf(page);
        const told = await toldIn(page);
        await page.goto(url);
        await expect(page.locator("style[data-sheet]"), url).toHaveCount(0);
        const whole = await styleOf(page);
        // Somebody wrote to its reader between one and the other: only then both are looked at again.
        if (told !== (await toldIn(page))) continue;
        expect(carried.length, url).toBeGreaterThan(20);
        expect(carried, url).toEqual(whole);
        break;
      }
  });

test("a first page has its whole sheets without script", async ({ browser, baseURL, page }) => {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await first(plain, "/purchaseOrder/index");
  await expect(plain.locator(".btn-primary").first()).toHaveCSS("cursor", "pointer");
  await plain.getByRole("button", { name: /^消息/ }).click();
  await expect(plain.locator("#bell")).toHaveCSS("position", "fixed");
  // Which a browser's own style says as well; this it does not.
  await expect(plain.locator("#bell")).toHaveCSS("padding-left", "16px");
  await context.close();
});
