import type { Page, Route } from "@playwright/test";
import { scanner } from "../../product/terminal";
import { findings } from "../axe";
import { expect, startSession, test } from "../support";
import { type Counter, counter, waiting } from "../terminal";

test.use({ user: "warehouse" });
// The network goes and comes.
test.setTimeout(90_000);

const WHO = "warehouse";
let at: Counter;
let a: string;
let b: string;

test.beforeAll(async () => {
  at = await counter(WHO, 0);
  ({ a, b } = at);
});

const band = (page: Page) => page.locator("#band");

test("scans without network wait, and are counted once, in order, when it returns", async ({ page, context }) => {
  await at.open(page);
  await scanner(page, a);
  await expect(band(page)).toHaveClass(/good/);
  expect(await findings(page)).toEqual([]);
  await context.setOffline(true);
  for (const code of [a, `12*${b}`, "NO-SUCH-CODE", a]) await scanner(page, code);
  await expect(waiting(page)).toContainText("4条等待发送");
  await expect(waiting(page)).toContainText(`12*${b}`);
  expect(await at.counts()).toEqual({ [a]: 1 });
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden({ timeout: 20_000 });
  await expect(band(page)).toContainText(a);
  await expect(page.locator("#state li").nth(1)).toContainText("不认识的条码 NO-SUCH-CODE");
  expect(await at.counts()).toEqual({ [a]: 3, [b]: 12 });
});

test("answers that are lost, doubled or late count nothing twice", async ({ page }) => {
  await at.open(page);
  let fate: (route: Route) => Promise<void> = (route) => route.continue();
  await page.route("**/terminal/in", (route) => (route.request().method() === "POST" ? fate(route) : route.continue()));
  // The server counts, and nobody hears of it; twice.
  let lost = 0;
  fate = async (route) => {
    if (lost++ >= 2) return route.continue();
    await route.fetch();
    await route.abort();
  };
  await scanner(page, a);
  await expect(waiting(page)).toContainText("1条等待发送");
  await expect(band(page)).toContainText("共1件", { timeout: 20_000 });
  expect(lost).toBeGreaterThan(2);
  // Each request arrives twice at the same time.
  fate = async (route) => {
    const [response] = await Promise.all([route.fetch(), route.fetch()]);
    await route.fulfill({ response });
  };
  await scanner(page, a);
  await scanner(page, b);
  await expect(band(page)).toContainText(`${b} 良品 +1，共1件`);
  // A copy of the first comes again after the second.
  const late: (() => Promise<unknown>)[] = [];
  fate = async (route) => {
    late.push(() => route.fetch());
    await route.fulfill({ response: await route.fetch() });
    if (late.length === 2) for (const again of late.reverse()) await again().catch(() => {});
  };
  await scanner(page, b);
  await expect(band(page)).toContainText("共2件");
  await scanner(page, b);
  await expect(band(page)).toContainText("共3件");
  await page.unroute("**/terminal/in");
  expect(await at.counts()).toEqual({ [a]: 2, [b]: 3 });
});

test("what waits outlives the page, which opens again without network", async ({ page, context }) => {
  await at.open(page);
  await context.setOffline(true);
  await scanner(page, a);
  await scanner(page, a);
  await expect(waiting(page)).toContainText("2条等待发送");
  await page.close();
  const again = await context.newPage();
  await again.goto("/terminal/in");
  await expect(again.locator("#title")).toHaveText("其他入库");
  await expect(waiting(again)).toContainText("2条等待发送");
  await expect(again.locator("[name=code]")).toBeFocused();
  await scanner(again, b);
  await expect(waiting(again)).toContainText("3条等待发送");
  await context.setOffline(false);
  await expect.poll(() => at.counts(), { timeout: 20_000 }).toEqual({ [a]: 2, [b]: 1 });
  await expect(again.getByRole("link", { name: at.place.name }), "the real page").toBeVisible();
});

test("two tabs send one queue, each scan once", async ({ page, context }) => {
  await at.open(page);
  const other = await context.newPage();
  await other.goto("/terminal/in");
  await context.setOffline(true);
  for (const tab of [page, other]) {
    await tab.bringToFront();
    for (let i = 0; i < 4; i++) await scanner(tab, a);
  }
  await expect(waiting(other)).toContainText("8条等待发送");
  await context.setOffline(false);
  for (const tab of [page, other]) await expect(waiting(tab)).toBeHidden({ timeout: 20_000 });
  await expect(band(page)).toContainText("共8件");
  expect(await at.counts()).toEqual({ [a]: 8 });
});

test("after signing out no field opens without network", async ({ page, context }) => {
  await context.clearCookies();
  await context.addCookies((await startSession(WHO)).cookies);
  await at.open(page);
  await context.setOffline(true);
  await scanner(page, a);
  await expect(waiting(page)).toContainText("1条等待发送");
  await context.setOffline(false);
  await expect.poll(() => at.counts(), { timeout: 20_000 }).toEqual({ [a]: 1 });
  await page.goto("/logout");
  await page.getByRole("button", { name: "确定" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.goto("/terminal/in");
  await expect(band(page)).toContainText("请在联网后登录");
  await expect(page.locator("#scan")).toBeHidden();
  await context.setOffline(false);
});
