import type { Page, Route } from "@playwright/test";
import { countedOf, counting, dropJob, type Place, scanner, workIn } from "../../product/terminal";
import { findings } from "../axe";
import { expect, startSession, test } from "../support";

test.use({ user: "warehouse" });
// The network goes and comes.
test.setTimeout(90_000);

const WHO = "warehouse";
let place: Place;
let a: string;
let b: string;

test.beforeAll(async () => {
  ({ place, a, b } = await counting(WHO, 0));
});

const band = (page: Page) => page.locator("#band");
const waiting = (page: Page) => page.locator("#waiting");
const counts = async () => (await countedOf(WHO, "in", place)).counts;

/** The page of the job, with its worker at work. */
async function open(page: Page) {
  await dropJob(WHO, "in", place);
  await workIn(page, place);
  await page.goto("/terminal/in");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.locator("[name=code]")).toBeFocused();
}

test("scans without network wait, and are counted once, in order, when it returns", async ({
  page,
  context,
}) => {
  await open(page);
  await scanner(page, a);
  await expect(band(page)).toHaveClass(/good/);
  expect(await findings(page)).toEqual([]);
  await context.setOffline(true);
  for (const code of [a, `12*${b}`, "NO-SUCH-CODE", a]) await scanner(page, code);
  await expect(waiting(page)).toContainText("4条等待发送");
  await expect(waiting(page)).toContainText(`12*${b}`);
  expect(await counts()).toEqual({ [a]: 1 });
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden({ timeout: 20_000 });
  await expect(band(page)).toContainText(a);
  await expect(page.locator("#state li").nth(1)).toContainText("不认识的条码 NO-SUCH-CODE");
  expect(await counts()).toEqual({ [a]: 3, [b]: 12 });
});

test("answers that are lost, doubled or late count nothing twice", async ({ page }) => {
  await open(page);
  let fate: (route: Route) => Promise<void> = (route) => route.continue();
  await page.route("**/terminal/in", (route) =>
    route.request().method() === "POST" ? fate(route) : route.continue(),
  );
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
  expect(await counts()).toEqual({ [a]: 2, [b]: 3 });
});

test("what waits outlives the page, which opens again without network", async ({
  page,
  context,
}) => {
  await open(page);
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
  await expect.poll(counts, { timeout: 20_000 }).toEqual({ [a]: 2, [b]: 1 });
  await expect(again.getByRole("link", { name: place.name }), "the real page").toBeVisible();
});

test("two tabs send one queue, each scan once", async ({ page, context }) => {
  await open(page);
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
  expect(await counts()).toEqual({ [a]: 8 });
});

test("after signing out no field opens without network", async ({ page, context }) => {
  await context.clearCookies();
  await context.addCookies((await startSession(WHO)).cookies);
  await open(page);
  await context.setOffline(true);
  await scanner(page, a);
  await expect(waiting(page)).toContainText("1条等待发送");
  await context.setOffline(false);
  await expect.poll(counts, { timeout: 20_000 }).toEqual({ [a]: 1 });
  await page.goto("/logout");
  await page.getByRole("button", { name: "确定" }).click();
  await expect(page).toHaveURL(/\/login/);
  await context.setOffline(true);
  await page.goto("/terminal/in");
  await expect(band(page)).toContainText("请在联网后登录");
  await expect(page.locator("#scan")).toBeHidden();
  await context.setOffline(false);
});
