import { api, makeUser, revokeTokens } from "../../product/api";
import { expect, type Page, signIn, startSession, testAs, unique } from "../support";

const test = testAs(null);

/** Somebody with a session of this test's own, which can be ended without harm. */
async function somebody(page: Page, roleCode: string) {
  const user = await makeUser(roleCode);
  await page.context().addCookies((await startSession(user.username, user.password)).cookies);
  return user;
}

test("a session that ends while a form is filled loses nothing that was typed", async ({ page }) => {
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

test("what was kept goes to nobody else", async ({ page }) => {
  const user = await somebody(page, "ADMIN");
  await page.goto("/admin/dict/create");
  await page.getByLabel(/^描述/).fill("只属于我");
  await page.getByLabel(/^字典类型/).fill(unique("mine_"));
  await revokeTokens(user.id);
  await page.getByRole("button", { name: "保存" }).last().click();
  await signIn(page, "exec");
  await expect(page.getByText("只属于我")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "填写的内容已保留" })).toHaveCount(0);
});

test("a page asked for after the end leads back to itself", async ({ page }) => {
  const user = await somebody(page, "OPS");
  await page.goto("/wel/index");
  await revokeTokens(user.id);
  await expect(async () => {
    await page.goto("/crud/index?size=30");
    await expect(page).toHaveURL(/\/login/);
  }, "the console remembers who somebody is for some seconds").toPass();
  await signIn(page, user.username, user.password);
  await expect(page).toHaveURL(/\/crud\/index\?size=30$/);
});

test("a forged or cut session cookie counts as none", async ({ page, context }) => {
  await somebody(page, "OPS");
  const [own] = (await context.cookies()).filter((c) => c.name === "x-access-token");
  if (!own) throw new Error("no session cookie");
  for (const value of [own.value.slice(0, -4), `${own.value.slice(0, -6)}AAAAAA`, "1.x"]) {
    await context.addCookies([{ ...own, value }]);
    await page.goto("/wel/index");
    await expect(page).toHaveURL(/\/login/);
  }
});

test("the profile shows a change at once", async ({ page }) => {
  const user = await somebody(page, "OPS");
  await page.goto("/info/index");
  await expect(page.getByRole("button", { name: user.displayname })).toBeVisible();
  const admin = await api();
  const row = await admin.get(`/admin/user/${user.id}`);
  await admin.put("/admin/user", { ...row, displayname: "改名了" });
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("button", { name: "改名了" })).toBeVisible();
  }).toPass();
});
