import type { Page } from "@playwright/test";
import { dataDir, type Server, startServer } from "../../program/server";
import { answerOf } from "../captcha";
import { expect, signIn, test } from "../support";

// The console in one process, its backend in another, with captchas and tokens that live a minute.
test.describe.configure({ mode: "serial" });
test.use({ user: null });

const SHARED = { CAPTCHA: "on", DEMO: "on", DEMO_PROFILE: "staff" };
const store = dataDir();
const own = dataDir();
let backend: Server;
let front: Server;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const lifetimes = { ACCESS_TOKEN_SECONDS: "51", REFRESH_TOKEN_SECONDS: "3600" };
  backend = await startServer({ ...SHARED, ...lifetimes, DATA_DIR: store.dir }, "backend");
  front = await startServer({ ...SHARED, DATA_DIR: own.dir, ERP_API_URL: `${backend.url}/api` });
});
test.afterAll(async () => {
  await front?.stop();
  await backend?.stop();
  store.remove();
  own.remove();
});

/** What the captcha of the page shows; the backend keeps it, nobody reads pictures here. */
async function captchaOf(page: Page) {
  const key = await page.locator("[name=randomStr]").inputValue();
  const picture = page.locator("[data-captcha]");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
  return answerOf(store.dir, key);
}

// Not one project after the other: that would start and fill both processes a second time.
for (const script of [true, false])
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script });

    test("a wrong captcha is refused with the sentence of 428, and everything else stays", async ({ page }) => {
      await page.goto(`${front.url}/login?next=%2Fcrud%2Findex`);
      await page.locator("[name=code]").fill("????");
      await signIn(page, "admin");
      await expect(page.getByRole("alert").or(page.locator("[name=code][aria-invalid]"))).toBeVisible();
      await expect(page.getByText(/验证码错误,请重新输入|验证码不合法/).first()).toBeVisible();
      await expect(page.locator("[name=username]")).toHaveValue("admin");
      await page.locator("[name=code]").evaluate((input) => input.removeAttribute("required"));
      await page.locator("[name=password]").fill("123456");
      await page.getByRole("button", { name: "登录", exact: true }).click();
      await expect(page.getByText(/请输入验证码|验证码不能为空/).first()).toBeVisible();
    });

    test("another picture has another answer", async ({ page }) => {
      await page.goto(`${front.url}/login`);
      await page.locator("[name=username]").fill("admin");
      const first = await captchaOf(page);
      const fresh = page.waitForResponse(/\/session\/captcha/);
      await page.getByRole("button", { name: "换一张" }).click();
      await fresh;
      await expect(page.locator("[name=username]")).toHaveValue("admin");
      if (script) await expect(page.locator("[name=code]")).toBeFocused();
      expect(await captchaOf(page)).not.toBe(first);
    });

    test("signing in, a list and a write work across the two processes", async ({ page }) => {
      await page.goto(`${front.url}/login?next=${encodeURIComponent("/admin/user/index?size=10")}`);
      await page.locator("[name=code]").fill(await captchaOf(page));
      await signIn(page, "admin");
      await expect(page).toHaveURL(/\/admin\/user\/index\?size=10$/);
      await expect(page.getByRole("main").locator("tbody tr")).toHaveCount(10);
      await page.goto(`${front.url}/admin/dict/create`);
      await page.getByLabel(/^字典类型/).fill(`apart_${Date.now()}`);
      await page.getByLabel(/^描述/).fill("另一个进程");
      await page.getByRole("button", { name: "保存" }).last().click();
      await expect(page.getByText("新增成功")).toBeVisible();
    });

    test("a token with 50 seconds or less is renewed without anybody noticing", async ({ page, context }) => {
      await page.goto(`${front.url}/login`);
      await page.locator("[name=code]").fill(await captchaOf(page));
      await signIn(page, "finance");
      await expect(page).toHaveURL(/\/wel\/index$/);
      const end = async () => {
        const all = await context.cookies(front.url);
        return Number(all.find((cookie) => cookie.name === "session-expires")?.value);
      };
      const first = await end();
      await expect(async () => {
        await page.goto(`${front.url}/info/index`);
        await expect(page).toHaveURL(/\/info\/index$/, { timeout: 500 });
        expect(await end()).toBeGreaterThan(first);
      }).toPass();
      // Requests at the same time share one renewal: nobody is signed out by it.
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => page.request.get(`${front.url}/info/index`, { maxRedirects: 0 })),
      );
      expect(answers.map((answer) => answer.status())).toEqual(Array(8).fill(200));
    });
  });

test("while the backend is away a page says so, and works again when it is back", async ({ page }) => {
  test.slow();
  await page.goto(`${front.url}/login`);
  await page.locator("[name=code]").fill(await captchaOf(page));
  await signIn(page, "exec");
  await expect(page).toHaveURL(/\/wel\/index$/);
  const { port } = new URL(backend.url);
  await backend.stop();
  const answer = await page.goto(`${front.url}/crud/index`);
  if (answer?.status() !== 200) expect([502, 503, 504]).toContain(answer?.status());
  const list = await page.goto(`${front.url}/admin/user/index`);
  expect([502, 503, 504]).toContain(list?.status());
  await expect(page.getByRole("main")).toContainText("无法连接到服务器");
  backend = await startServer({ ...SHARED, DATA_DIR: store.dir, PORT: port }, "backend");
  await page.reload();
  await expect(page.getByRole("heading", { name: "用户管理" })).toBeVisible();
});
