import type { Page } from "@playwright/test";
import { makeUser, revokeTokens } from "../../product/api";
import { expect, signIn, startSession, test, unique } from "../support";

/** Somebody with a session of this test's own, which can be ended without harm. */
async function somebody(page: Page, roleCode: string) {
  const user = await makeUser(roleCode);
  await page.context().addCookies((await startSession(user.username, user.password)).cookies);
  return user;
}

test("a session that ends while a form is filled loses nothing that was typed @nojs", async ({ page }) => {
  const user = await somebody(page, "ADMIN");
  const type = unique("kept_");
  await page.goto("/admin/dict/create");
  await page.getByLabel(/^字典类型/).fill(type);
  await page.getByLabel(/^描述/).fill("登录失效也不丢");
  await page.getByRole("button", { name: "添加一行" }).click();
  await page.getByLabel("第1行 值").fill("1");
  await page.getByLabel("第1行 标签").fill("一");

  await revokeTokens(user.id);
  await page.getByRole("button", { name: "保存" }).last().click();
  await expect(page.getByText("登录已失效。刚才填写的内容已为您保留")).toBeVisible();
  await signIn(page, user.username, "a wrong password on the way");
  await expect(page.getByRole("alert")).toContainText("用户名不存在或密码错误");
  await signIn(page, user.username, user.password);
  await expect(page.getByRole("heading", { name: "填写的内容已保留" })).toBeVisible();
  await page.getByRole("button", { name: "继续提交" }).click();
  await expect(page.getByText("新增成功")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(type);
  await expect(page.getByRole("main")).toContainText("登录失效也不丢");
  await expect(page.getByRole("region", { name: /字典项/ })).toContainText("一");
});

test("a draft outlives the end of the session, for its writer", async ({ page }) => {
  const user = await somebody(page, "ADMIN");
  await page.goto("/admin/dict/create");
  await page.getByLabel(/^描述/).fill("写了一半");
  await expect(page.locator(".strip .unsaved")).toHaveCount(1);
  await revokeTokens(user.id);
  await page.context().clearCookies({ name: "x-access-token" });
  await page.goto("/admin/dict/create");
  await signIn(page, user.username, user.password);
  await expect(page.getByText("已恢复上次未提交的内容")).toBeVisible();
  await expect(page.getByLabel(/^描述/)).toHaveValue("写了一半");
});
