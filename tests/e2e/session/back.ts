import { type Browser, chromium, type Page } from "@playwright/test";
import { expect, origin, signIn, test } from "../support";
import { httpsFront } from "./https-front";

export const LIST = "/purchaseOrder/index";
const SECRET = "open sesame";

/** Back, however the page comes: one from the cache has no navigation that could be waited for. */
export async function back(page: Page, steps = 1) {
  await page.evaluate((by) => history.go(-by), steps).catch(() => {});
}

/** Signs in by this scheme and opens a list, twice: there is something to go back to. */
export function withPagesKept(scheme: "http" | "https"): () => Page {
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

  let page: Page;
  test.beforeEach(async ({ javaScriptEnabled }) => {
    const context = await browser.newContext({
      baseURL: `${scheme}://erp.test:${scheme === "https" ? front.port : new URL(origin).port}`,
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

  return () => page;
}

/** What Back may show to nobody, whatever keeps it away. */
export function hidesWhatWasLeft(current: () => Page) {
  test("after signing out Back shows nothing of before", async () => {
    const page = current();
    await page.goto("/logout");
    await page.getByRole("button", { name: "确定" }).click();
    await expect(page).toHaveURL(/\/login/);
    await back(page, 2);
    await expect(page.locator("[name=username]")).toBeVisible();
    await expect(page.getByRole("heading", { name: "采购单" })).toBeHidden();
  });

  test("after locking Back shows the lock", async () => {
    const page = current();
    await page.goto(`/lock?next=${encodeURIComponent(LIST)}`);
    await page.getByLabel(/锁屏密码/).fill(SECRET);
    await page.getByRole("button", { name: "锁屏" }).click();
    await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
    await back(page, 2);
    await expect(page.getByRole("heading", { name: /锁屏/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: "采购单" })).toBeHidden();
  });
}
