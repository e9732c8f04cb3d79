import { expect, signIn, test } from "../support";

test("signing in leads to the page that was asked for, query included", async ({ page }) => {
  await page.goto("/admin/user/index?username=adm&size=50");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, "admin");
  await expect(page).toHaveURL(/\/admin\/user\/index\?username=adm&size=50$/);
  await expect(page.getByRole("heading", { name: "用户管理" })).toBeVisible();
});

test("the session cookie cannot be read by script and the token is nowhere in the page", async ({ page, context }) => {
  await page.goto("/login");
  await signIn(page, "admin");
  await expect(page).toHaveURL(/\/wel\/index$/);
  const sealed = (await context.cookies()).find((c) => c.name === "x-access-token");
  expect(sealed).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  const visible = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }));
  expect(visible).not.toContain("x-access-token");
});

test("a demo account fills in the form", async ({ page }) => {
  await page.goto("/login?next=%2Fcrud%2Findex");
  await page.getByText(/^演示账号/).click();
  await page.getByRole("link", { name: /^cs_lead / }).click();
  await expect(page.locator("[name=username]")).toHaveValue("cs_lead");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect(page).toHaveURL(/\/crud\/index$/);
});

test.describe("somebody who is signed in", () => {
  test.use({ user: "exec" });
});
