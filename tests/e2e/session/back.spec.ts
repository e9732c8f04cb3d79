import { type Browser, chromium, type Page } from "@playwright/test";
import { expect, origin, signIn, test } from "../support";
import { httpsFront } from "./https-front";

const LIST = "/purchaseOrder/index";
const SECRET = "open sesame";

let browser: Browser;
let front: Awaited<ReturnType<typeof httpsFront>>;

// Test browsers start without the back/forward cache; people's browsers have it.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
test.beforeAll(async ({}, info) => {
  front = await httpsFront(origin);
  const { launchOptions } = info.project.use;
  browser = await chromium.launch({
    ...launchOptions,
    // The shell that the other tests use has no such cache at all.
    executablePath: process.env.WHOLE_CHROMIUM || undefined,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    // A name of a company's net: unlike localhost, plain http to it is not trusted by the browser.
    args: [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP erp.test 127.0.0.1"],
  });
});
test.afterAll(async () => {
  await browser.close();
  await front.close();
});

/** Back, however the page comes: one from the cache has no navigation that could be waited for. */
async function back(page: Page, steps = 1) {
  await page.evaluate((by) => history.go(-by), steps).catch(() => {});
}

const addresses = {
  http: () => `http://erp.test:${new URL(origin).port}`,
  https: () => `https://erp.test:${front.port}`,
};

for (const [scheme, address] of Object.entries(addresses))
  test.describe(`by ${scheme}, with pages kept for Back`, () => {
    let page: Page;
    test.beforeEach(async ({ javaScriptEnabled }) => {
      const context = await browser.newContext({
        baseURL: address(),
        ignoreHTTPSErrors: true,
        javaScriptEnabled,
      });
      page = await context.newPage();
      await page.goto("/login");
      await signIn(page, "buyer");
      await page.goto(LIST);
      await page.goto(`${LIST}?page=1`);
      await expect(page.getByRole("heading", { name: "采购单" })).toBeVisible();
    });
    test.afterEach(() => page.context().close());

    test("Back brings a page of the same session from the cache", async () => {
      await page.evaluate(() => Object.assign(window, { left: 1 }));
      await page.getByRole("link", { name: "首页" }).first().click();
      await expect(page).not.toHaveURL(new RegExp(LIST));
      await back(page);
      await expect(page.getByRole("heading", { name: "采购单" })).toBeVisible();
      expect(await page.evaluate(() => "left" in window)).toBe(true);
    });

    test("after signing out Back shows nothing of before @nojs", async () => {
      await page.goto("/logout");
      await page.getByRole("button", { name: "确定" }).click();
      await expect(page).toHaveURL(/\/login/);
      await back(page, 2);
      await expect(page.locator("[name=username]")).toBeVisible();
      await expect(page.getByRole("heading", { name: "采购单" })).toBeHidden();
    });

    test("after locking Back shows the lock @nojs", async () => {
      await page.goto(`/lock?next=${encodeURIComponent(LIST)}`);
      await page.getByLabel(/锁屏密码/).fill(SECRET);
      await page.getByRole("button", { name: "锁屏" }).click();
      await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
      await back(page, 2);
      await expect(page.getByRole("heading", { name: /锁屏/ })).toBeVisible();
      await expect(page.getByRole("heading", { name: "采购单" })).toBeHidden();
    });
  });
