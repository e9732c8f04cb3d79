import { expect, startSession, testAs } from "../support";

const test = testAs(null);

// Logging out ends the session for good, so each test has one of its own.
test.beforeEach(async ({ context }) => {
  await context.addCookies((await startSession("ads")).cookies);
});

test("logging out clears session, lock, tabs and drafts, here and on the server", async ({ page, context }) => {
  await page.goto("/crud/index");
  const before = await context.cookies();
  await page.goto("/logout");
  await page.getByRole("button", { name: "确定" }).click();
  await expect(page).toHaveURL(/\/login\?reason=out$/);
  await expect(page.getByRole("status")).toHaveText("已安全退出系统");
  const left = (await context.cookies()).map((cookie) => cookie.name);
  for (const name of ["x-access-token", "session-expires", "tabs"]) expect(left).not.toContain(name);

  // Somebody who kept the cookie has nothing of it.
  await context.addCookies(before.filter((cookie) => cookie.name === "x-access-token"));
  await page.goto("/wel/index");
  await expect(page).toHaveURL(/\/login/);
});

test("the question leads back to where it was asked", async ({ page }) => {
  await page.goto("/info/index");
  await page.goto("/logout", { referer: page.url() });
  await page.getByRole("link", { name: "取消" }).click();
  await expect(page).toHaveURL(/\/info\/index$/);
});
