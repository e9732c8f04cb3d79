import { expect, startSession, test } from "../support";

const SECRET = "open sesame";

// A lock belongs to its session, so each test has one of its own.
test.beforeEach(async ({ context }) => {
  await context.addCookies((await startSession("promo")).cookies);
});

/** Sets a password and locks, the way both projects can. */
async function lock(page: import("@playwright/test").Page) {
  await page.goto("/lock?next=%2Finfo%2Findex");
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
}

test("the right password goes on where the lock began, a wrong one is counted", async ({
  page,
}) => {
  await lock(page);
  await page.getByLabel(/锁屏密码/).fill("wrong");
  await page.getByRole("button", { name: "解锁" }).click();
  await expect(page.getByText("锁屏密码错误，请重新输入（还可尝试 4 次）").first()).toBeVisible();
  await page.getByLabel(/锁屏密码/).fill(SECRET);
  await page.getByRole("button", { name: "解锁" }).click();
  await expect(page).toHaveURL(/\/info\/index$/);
});
