import { expect, startSession, test } from "../support";

// Logging out ends the session for good, so each test has one of its own.
test.beforeEach(async ({ context }) => {
  await context.addCookies((await startSession("ads")).cookies);
});

test("logging out asks first", async ({ page }) => {
  await page.goto("/wel/index");
  await page.getByRole("button", { name: "夏知秋" }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page.getByText("是否退出系统, 是否继续?")).toBeVisible();
  await page.getByRole("button", { name: "取消" }).click();
  await expect(page.getByText("是否退出系统, 是否继续?")).toBeHidden();
  await page.reload();
  await expect(page).toHaveURL(/\/wel\/index$/);
});

test("logging out clears session, lock, tabs and drafts, here and on the server", async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  await page.goto("/crud/index");
  const before = await context.cookies();
  await page.goto("/logout");
  await page.getByRole("button", { name: "确定" }).click();
  await expect(page).toHaveURL(/\/login\?reason=out$/);
  await expect(page.getByRole("status")).toHaveText("已安全退出系统");
  const left = (await context.cookies()).map((cookie) => cookie.name);
  for (const name of ["x-access-token", "session-expires", "tabs"]) expect(left).not.toContain(name);
  // What the page that was left wrote while it went is cleared by the script of this one.
  if (javaScriptEnabled !== false) await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);

  // Somebody who kept the cookie has nothing of it.
  await context.addCookies(before.filter((cookie) => cookie.name === "x-access-token"));
  await page.goto("/wel/index");
  await expect(page).toHaveURL(/\/login/);
});

test("going back after logging out shows no page of the console", async ({ page }) => {
  await page.goto("/info/index");
  await page.goto("/logout");
  await page.getByRole("button", { name: "确定" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await page.goBack();
  await expect(page.getByText("夏知秋")).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
});
