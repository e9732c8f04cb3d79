import { chromium, type Page } from "@playwright/test";
import { scanner, workIn } from "../../product/terminal";
import { expect, origin, PASSWORD, signIn, startSession, test } from "../support";
import { type Counter, counter, waiting } from "../terminal";

test.use({ user: null });
// The network goes and comes, people sign in and out.
test.setTimeout(90_000);

const [WHO, OTHER] = ["warehouse", "admin"];
let at: Counter;
let a: string;
let b: string;

test.beforeAll(async () => {
  at = await counter(WHO, 2);
  ({ a, b } = at);
});

/** The page of a job in a session of its own. */
async function open(page: Page) {
  await page.context().addCookies((await startSession(WHO)).cookies);
  await at.open(page);
}

test("what waits outlives the whole browser and is sent once, in order", async ({ launchOptions, locale }, info) => {
  const start = () =>
    chromium.launchPersistentContext(info.outputPath("profile"), { ...launchOptions, baseURL: origin, locale });
  const before = await start();
  const [first = await before.newPage()] = before.pages();
  await open(first);
  await before.setOffline(true);
  for (const code of [a, `12*${b}`, "NO-SUCH-CODE", a]) await scanner(first, code);
  await expect(waiting(first)).toContainText("4条等待发送");
  await before.close();
  expect(await at.counts()).toEqual({});
  const after = await start();
  const [again = await after.newPage()] = after.pages();
  await again.goto("/terminal/in");
  // A session ends with its browser.
  if (again.url().includes("/login")) {
    await signIn(again, WHO);
    await again.goto("/terminal/in");
  }
  await expect.poll(() => at.counts(), { timeout: 20_000 }).toEqual({ [a]: 2, [b]: 12 });
  await again.reload();
  await expect(again.locator("#state li").nth(1)).toContainText("不认识的条码 NO-SUCH-CODE");
  expect(await at.counts()).toEqual({ [a]: 2, [b]: 12 });
  await after.close();
});

test("signed out while scans wait: nothing is sent as somebody else, nothing is lost", async ({ page, context }) => {
  await open(page);
  await context.setOffline(true);
  await scanner(page, a);
  await scanner(page, b);
  await expect(waiting(page)).toContainText("2条等待发送");
  await context.clearCookies({ name: /^(?!terminal-place)/ });
  await context.setOffline(false);
  await expect(waiting(page)).toContainText("重新登录后自动发送", { timeout: 20_000 });
  expect(await at.counts()).toEqual({});
  const tab = await context.newPage();
  await context.addCookies((await startSession(OTHER)).cookies);
  await workIn(tab, at.place);
  await tab.goto("/terminal/in");
  await expect(tab.locator("[name=code]")).toBeFocused();
  await expect(waiting(tab)).toBeHidden();
  await expect(waiting(page)).toContainText("2条等待发送（这里已由他人登录", { timeout: 20_000 });
  expect(await at.counts(OTHER)).toEqual({});
  expect(await at.counts()).toEqual({});
  await context.addCookies((await startSession(WHO)).cookies);
  await expect.poll(() => at.counts(), { timeout: 20_000 }).toEqual({ [a]: 1, [b]: 1 });
});

test("locked while scans wait: they go when the screen is unlocked", async ({ page, context }) => {
  await open(page);
  await page.route("**/terminal/in", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await scanner(page, a);
  await expect(waiting(page)).toContainText("1条等待发送");
  const tab = await context.newPage();
  await tab.goto("/lock");
  await tab.getByLabel(/锁屏密码/).fill(PASSWORD);
  await tab.getByRole("button", { name: "锁屏" }).click();
  await expect(tab.getByRole("heading", { name: "已锁屏" })).toBeVisible();
  await page.unroute("**/terminal/in");
  await expect(waiting(page)).toContainText("已锁屏", { timeout: 20_000 });
  expect(await at.counts()).toEqual({});
  await tab.getByLabel(/密码/).fill(PASSWORD);
  await tab.getByRole("button", { name: /解锁|进入/ }).click();
  await expect.poll(() => at.counts(), { timeout: 20_000 }).toEqual({ [a]: 1 });
});

test("the camera scans each code once while it is in view", async ({ page, context }) => {
  await context.addInitScript(() => {
    const seen = window as unknown as { inView: string };
    seen.inView = "";
    Object.assign(window, {
      BarcodeDetector: class {
        detect = async () => (seen.inView ? [{ rawValue: seen.inView }] : []);
      },
    });
    const canvas = () => {
      const drawn = document.createElement("canvas");
      drawn.getContext("2d")?.fillRect(0, 0, 10, 10);
      return drawn.captureStream(5);
    };
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => canvas() } });
  });
  await open(page);
  await page.getByRole("button", { name: "用相机扫码" }).click();
  await expect(page.locator("video")).toBeVisible();
  const look = (code: string) =>
    page.evaluate((c) => {
      (window as unknown as { inView: string }).inView = c;
    }, code);
  await look(a);
  await expect(page.locator("#band")).toContainText(`${a} 良品 +1，共1件`);
  // Held in front of the camera for a while, it is still one piece.
  await page.waitForTimeout(4000);
  await look(b);
  await expect(page.locator("#band")).toContainText(`${b} 良品 +1，共1件`);
  await look("");
  expect(await at.counts()).toEqual({ [a]: 1, [b]: 1 });
});
