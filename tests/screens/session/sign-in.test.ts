import { describe } from "vitest";
import { api, makeUser, revokeTokens } from "../../product/api";
import { expect, signIn, startSession, testAs, unique } from "../support";

const test = testAs(null);

test("a wrong password is refused with the sentence of 426, and the name stays", async ({ page }) => {
  const { username } = await makeUser();
  await page.goto("/login");
  await signIn(page, username, "not-the-password");
  await expect(page.getByRole("alert")).toContainText("用户名不存在或密码错误");
  await expect(page.locator("[name=username]")).toHaveValue(username);
  await expect(page.locator("[name=password]")).toHaveValue("");
});

test("an unknown user gets the same sentence, and nothing is asked of the backend without a name", async ({ page }) => {
  await page.goto("/login");
  await signIn(page, "nobody.of.that.name", "whatever");
  await expect(page.getByRole("alert")).toContainText("用户名不存在或密码错误");
  const answer = await page.request.post("/login", {
    form: { username: "", password: "" },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(422);
  expect(await answer.text()).toContain("请输入用户名");
});

test("a person without a role is sent away with the sentence of the specification", async ({ page, context }) => {
  await page.goto("/login");
  await signIn(page, "newcomer");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("alert")).toHaveText("用户登录失败，该用户未配置角色，请联系管理员！");
  const names = (await context.cookies()).map((cookie) => cookie.name);
  expect(names).not.toContain("x-access-token");
});

test("signing in leads to the page that was asked for, query included", async ({ page }) => {
  await page.goto("/admin/user/index?username=adm&size=50");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, "admin");
  await expect(page).toHaveURL(/\/admin\/user\/index\?username=adm&size=50$/);
  await expect(page.getByRole("heading", { name: "用户管理" })).toBeVisible();
});

test("the administrator of a new tenant signs in by name and tenant, and has the menu", async ({ page }) => {
  const code = unique("co-");
  const admin = await api("admin");
  const made = await admin.post<{ account: string; oneTimePassword: string }>("/admin/tenant", {
    name: "新租户",
    code,
  });
  await page.goto("/login?next=/admin/user/index");
  await signIn(page, made.account, made.oneTimePassword);
  await expect(page.getByRole("heading", { name: "用户管理" })).toBeVisible();
  await expect(page.getByRole("main").locator("tbody tr")).toHaveCount(1);
});

test("the page asked for is never one of another host", async ({ page }) => {
  await page.goto(`/login?next=${encodeURIComponent("//evil.example/x")}`);
  await signIn(page, "admin");
  await expect(page).toHaveURL(/\/wel\/index$/);
});

test("a form from another origin signs nobody in", async ({ request }) => {
  const answer = await request.post("/login", {
    form: { username: "admin", password: "123456" },
    headers: { Origin: "http://evil.example" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(403);
  expect(answer.headers()["set-cookie"] ?? "").not.toMatch(/x-access-token=[^;]/);
});

test("a demo account fills in the form", async ({ page }) => {
  await page.goto("/login?next=%2Fcrud%2Findex");
  await page.getByText(/^演示账号/).click();
  await page.getByRole("link", { name: /^cs_lead / }).click();
  await expect(page.locator("[name=username]")).toHaveValue("cs_lead");
  await page.locator("[name=password]").fill("123456");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect(page).toHaveURL(/\/crud\/index$/);
});

test("the user name is remembered when that is wanted", async ({ page, context }) => {
  await page.goto("/login");
  await page.getByLabel("记住用户名").check();
  await signIn(page, "exec");
  await expect(page).toHaveURL(/\/wel\/index$/);
  await context.clearCookies({ name: "x-access-token" });
  await page.goto("/login");
  await expect(page.locator("[name=username]")).toHaveValue("exec");
  await expect(page.getByLabel("记住用户名")).toBeChecked();
});

describe("somebody who is signed in", () => {
  const test = testAs("exec");

  test("is led home from the log-in page", async ({ page }) => {
    await page.goto("/login");
    await expect(page).toHaveURL(/\/wel\/index$/);
  });
});

test("an account that the administrator locks is out at its next request", async ({ page, context }) => {
  const { id, username, password } = await makeUser();
  await context.addCookies((await startSession(username, password)).cookies);
  await page.goto("/wel/index");
  await expect(page).toHaveURL(/\/wel\/index$/);
  await revokeTokens(id);
  const admin = await api();
  const { version } = await admin.get<{ version: number }>(`/admin/user/${id}`);
  await admin.post(`/admin/user/${id}/lock`, { version });
  await expect(async () => {
    await page.goto("/info/index");
    // Another request of the page may notice it first: then this one has no session any more.
    await expect(page).toHaveURL(/\/login\?/);
  }).toPass();
  await signIn(page, username, password);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
