import { api } from "../../product/api";
import { expect, test } from "../support";

/** Somebody of the demonstration, another one when it is tried again: codes are limited per number. */
async function demoUser() {
  const admin = await api();
  const filters = "mobile=199555&lockFlag=0&roleIds=4";
  const { records } = await admin.get<{ records: { mobile: string; displayname: string }[] }>(
    `/admin/user/page?size=100&${filters}`,
  );
  const found = records[test.info().retry];
  if (!found) throw new Error("no demo user with a mobile number");
  return found;
}

test("a mobile number and the code that the demonstration shows sign in", async ({ page }) => {
  const { mobile, displayname } = await demoUser();
  await page.goto("/login?type=mobile&next=%2Finfo%2Findex");
  await page.locator("[name=mobile]").fill(mobile);
  await page.getByRole("button", { name: "获取验证码" }).click();
  const told = page.getByText(/验证码为 \d+/);
  await expect(told).toBeVisible();
  await expect(page.locator("[name=mobile]")).toHaveValue(/199/);
  const code = /验证码为 (\d+)/.exec((await told.textContent()) ?? "")?.[1] ?? "";
  await page.locator("[name=code]").fill("000000" === code ? "111111" : "000000");
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(page.getByText("验证码错误").or(page.getByText("验证码不")).first()).toBeVisible();
  await page.locator("[name=code]").fill(code);
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(page).toHaveURL(/\/info\/index$/);
  await expect(page.getByRole("button", { name: displayname })).toBeVisible();
});
