import type { Route } from "@playwright/test";
import { scanner } from "../../product/terminal";
import { expect, startSession, test } from "../support";
import { type Counter, counter, waiting } from "../terminal";

test.use({ user: "warehouse" });
// Each answer is tried until it waits, and what waits is tried again after seconds.
test.setTimeout(120_000);

const WHO = "warehouse";
let at: Counter;
let a: string;
let b: string;

test.beforeAll(async () => {
  at = await counter(WHO, 1);
  ({ a, b } = at);
});

const BUSY = "系统忙，稍后自动重发";
const CUT = "没有网络，恢复后自动发送";
const html = { contentType: "text/html", body: "<h1>no</h1>" };
const jsonOf = (status: number, body: object) => ({ status, json: body });
/** Nobody is reached there, and the page's policy says so too. */
const NOWHERE = { status: 302, headers: { location: "http://127.0.0.1:9/" } };

/** What becomes of a scan, and what the page says why it waits; `heard`: the server has counted it. */
const FATES: [name: string, why: string, heard: boolean, Parameters<Route["fulfill"]>[0] | null][] = [
  ["never sent", CUT, false, null],
  ["sent, no answer", CUT, true, null],
  ["an error instead of the answer", BUSY, true, { status: 500, ...html }],
  ["a gateway's error", BUSY, false, { status: 502, ...html }],
  ["too many at once", BUSY, false, jsonOf(429, { message: "操作太频繁，请稍后再试" })],
  ["half an answer", BUSY, true, { contentType: "application/json", body: '{"final":tr' }],
  ["lost on a redirect", CUT, true, NOWHERE],
  ["a redirect to a page", BUSY, false, { status: 303, headers: { location: "/login" } }],
];

test("whatever comes instead of an answer, a scan waits and is counted once", async ({ page, problems }) => {
  await at.open(page);
  let fate: (route: Route) => Promise<void> = (route) => route.continue();
  await page.route("**/terminal/in", (route) => (route.request().method() === "POST" ? fate(route) : route.continue()));
  for (const [n, [name, why, heard, answer]] of FATES.entries()) {
    fate = async (route) => {
      if (heard) await route.fetch();
      await (answer ? route.fulfill(answer) : route.abort());
    };
    await scanner(page, a);
    await expect(waiting(page), name).toContainText(`1条等待发送（${why}）`);
    await scanner(page, `2*${b}`);
    await expect(waiting(page), name).toContainText(`2条等待发送（${why}）：${a}、2*${b}`);
    expect((await at.counts())[b] ?? 0, `${name}: the second waits for the first`).toBe(2 * n);
    fate = (route) => route.continue();
    // Once it is left to the page's own seconds; a network that is back is told at once.
    if (n) await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(waiting(page), name).toBeHidden({ timeout: 10_000 });
    expect(await at.counts(), name).toEqual({ [a]: n + 1, [b]: 2 * n + 2 });
    await expect(page.locator("#state li").first(), name).toContainText(b);
  }
  const unmeant = problems.filter((said) => !said.includes(NOWHERE.headers.location));
  problems.splice(0, problems.length, ...unmeant);
});

test("a session that ends in the middle sends the rest when its owner is back", async ({ page, context }) => {
  await context.clearCookies();
  const { cookies } = await startSession(WHO);
  await context.addCookies(cookies);
  await at.open(page);
  await scanner(page, a);
  await expect(page.locator("#band")).toContainText("共1件");
  const kept = (await context.cookies()).filter(({ name }) => cookies.some((cookie) => cookie.name === name));
  for (const { name } of kept) await context.clearCookies({ name });
  await scanner(page, b);
  await scanner(page, `3*${a}`);
  await expect(waiting(page)).toContainText("2条等待发送（登录已失效或已锁屏");
  expect(await at.counts()).toEqual({ [a]: 1 });
  await context.addCookies(kept);
  await expect(waiting(page)).toBeHidden({ timeout: 10_000 });
  expect(await at.counts()).toEqual({ [a]: 4, [b]: 1 });
});
