import { api } from "../../product/api";
import { expect, origin, type Page, startSession, testAs } from "../support";

const test = testAs(null);

const SECRET = "open sesame";

// A lock belongs to its session, so each test has one of its own.
test.beforeEach(async ({ context }) => {
  await context.addCookies((await startSession("promo")).cookies);
});

/** Sets a password and locks, the way both projects can. */
async function lock(page: Page) {
  await page.goto("/lock?next=%2Finfo%2Findex");
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
}

test("the first lock asks for a password, which may not be empty", async ({ page }) => {
  await page.goto("/info/index");
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page).toHaveURL(/\/lock\?next=%2Finfo%2Findex$/);
  await expect(page.getByPlaceholder("请输入锁屏密码")).toBeVisible();
  await page.getByLabel(/锁屏密码/).removeAttribute("required");
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByText("锁屏密码不能为空").first()).toBeVisible();
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
  await expect(page.getByText("叶初晴")).toBeVisible();
});

test("a locked session gets no page and no action, whatever is asked", async ({ page }) => {
  await lock(page);
  for (const url of ["/", "/wel/index", "/admin/message-center", "/search?q=a", "/mobile"]) {
    await page.goto(url);
    await expect(page, url).toHaveURL(/\/lock(\?|$)/);
  }
  const headers = { Origin: origin };
  const answers = [
    await page.request.get("/search/suggest?q=yh", { headers: { Accept: "*/*" }, maxRedirects: 0 }),
    await page.request.get("/export/user", { maxRedirects: 0 }),
    await page.request.post("/session/refresh", { headers, maxRedirects: 0 }),
    await page.request.post("/preferences", { headers, form: { theme: "theme-star" }, maxRedirects: 0 }),
    await page.request.post("/info/index", { headers, form: { displayname: "x" }, maxRedirects: 0 }),
  ];
  for (const answer of answers)
    expect([302, 303, 403], `${answer.url()} ${answer.status()}`).toContain(answer.status());
});

test("deleting cookies signs out at most, and an older cookie does not unlock", async ({ page, context }) => {
  const before = await context.cookies();
  await lock(page);
  const locked = await context.cookies();
  for (const { name } of locked.filter((c) => c.name !== "x-access-token")) {
    await context.clearCookies({ name });
    await page.goto("/wel/index");
    await expect(page, `without ${name}`).toHaveURL(/\/lock(\?|$)/);
  }
  await context.addCookies(before);
  await page.goto("/wel/index");
  await expect(page, "with the cookies of before").toHaveURL(/\/lock(\?|$)/);
  await context.clearCookies();
  await page.goto("/wel/index");
  await expect(page, "without any").toHaveURL(/\/login/);
});

test("another tab of the browser is locked as well", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/info/index");
  await lock(page);
  await other.getByRole("link", { name: "首页" }).first().click();
  await expect(other).toHaveURL(/\/lock(\?|$)/);
});

test("the right password goes on where the lock began, a wrong one is counted", async ({ page }) => {
  await lock(page);
  await page.getByLabel(/锁屏密码/).fill("wrong");
  await page.getByRole("button", { name: "解锁" }).click();
  await expect(page.getByText("锁屏密码错误，请重新输入（还可尝试 4 次）").first()).toBeVisible();
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "解锁" }).click();
  await expect(page).toHaveURL(/\/info\/index$/);
});

test("after five wrong passwords the session ends", async ({ page }) => {
  await lock(page);
  for (let tries = 0; tries < 5; tries++) {
    await page.getByLabel(/锁屏密码/).fill(`wrong ${tries}`);
    await page.getByRole("button", { name: "解锁" }).click();
    if (tries < 4) await expect(page.getByText(`还可尝试 ${4 - tries} 次`).first()).toBeVisible();
  }
  await expect(page).toHaveURL(/\/login\?.*reason=lock/);
  await expect(page.getByRole("alert")).toContainText("锁屏密码连续输错次数过多");
});

test("with a password set, one press locks; the way out is the password or logging out", async ({ page }) => {
  await lock(page);
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "解锁" }).click();
  await expect(page).toHaveURL(/\/info\/index$/);
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page).toHaveURL(/\/login\?reason=out/);
});

test("a form that meets the lock is kept and goes on after unlocking", async ({ page, context }) => {
  const mine = await api("promo");
  const { sysUser } = await mine.get<{ sysUser: { email?: string } }>("/admin/user/info");
  await page.goto("/info/index");
  await page.locator("[name=email]").fill("kept@example.com");
  const other = await context.newPage();
  await lock(other);
  await page.getByRole("main").getByRole("button", { name: "保存" }).first().click();
  await expect(page.getByText("刚才填写的内容已为您保留")).toBeVisible();
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "解锁" }).click();
  await page.getByRole("button", { name: "继续提交" }).click();
  await expect(page.locator("[name=email]")).toHaveValue("kept@example.com");
  const now = await mine.get<{ sysUser: { email?: string } }>("/admin/user/info");
  expect(now.sysUser.email).toBe("kept@example.com");
  expect(sysUser).toBeTruthy();
});
