import { makeUser } from "../../product/api";
import { choose, expect, rowWith, startSession, test, unique } from "../support";

test.use({ user: "admin" });
const list = "/admin/user/index";
const byName = (username: string) => `${list}?username=${username}`;

test("a new user gets a one-time password, shown once, that signs in @nojs", async ({ page }) => {
  const username = unique("new");
  await page.goto(list);
  await page.getByRole("link", { name: "新增", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "新增用户" });
  await dialog.getByLabel(/^用户名/).fill(username);
  await dialog.getByLabel(/^姓名/).fill("新同事");
  await choose(dialog, "deptId", "总经办");
  await choose(dialog, "roleIds", "运营专员");
  await dialog.getByRole("button", { name: "保存" }).click();

  const done = page.getByRole("dialog", { name: "新增成功" });
  await expect(done.getByText("只显示这一次")).toBeVisible();
  const password = (await done.locator("code").innerText()).trim();
  expect(password.length).toBeGreaterThanOrEqual(8);
  await done.getByRole("link", { name: "知道了" }).click();
  await page.goto(byName(username));
  await expect(rowWith(page, username)).toContainText("新同事");
  await expect(page.getByText(password)).toHaveCount(0);
  const { cookies } = await startSession(username, password);
  expect(cookies.map((c) => c.name)).toContain("x-access-token");
});

test("problems are listed, linked to their fields, and nothing typed is lost", async ({ page }) => {
  await page.goto(`${list}?add=1`);
  const dialog = page.getByRole("dialog", { name: "新增用户" });
  await dialog.getByLabel(/^用户名/).fill("1x");
  await dialog.getByLabel(/^姓名/).fill("张三");
  await dialog.getByLabel(/^手机/).fill("23800000000");
  await dialog.getByLabel(/^邮箱/).fill("not-an-address");
  await dialog.getByRole("button", { name: "保存" }).click();

  const summary = dialog.getByRole("alert");
  await expect(summary).toContainText("请修正以下问题");
  for (const problem of [
    "用户名以字母开头",
    "手机号码格式不正确",
    "邮箱格式不正确",
    "请至少选择一个角色",
  ])
    await expect(summary).toContainText(problem);
  await expect(dialog.getByLabel(/^用户名/)).toHaveValue("1x");
  await expect(dialog.getByLabel(/^姓名/)).toHaveValue("张三");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveValue("not-an-address");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveAttribute("aria-invalid", "true");
  await summary.getByRole("link", { name: /邮箱格式不正确/ }).click();
  await expect(dialog.getByLabel(/^邮箱/)).toBeFocused();
});

test("a user is locked after a question, and unlocked again @nojs", async ({ page }) => {
  const user = await makeUser();
  await page.goto(byName(user.username));
  const row = rowWith(page, user.username);
  await row.getByRole("link", { name: "锁定" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("锁定后该用户立即退出登录");
  await expect(question).toContainText(user.displayname);
  await question.getByRole("button", { name: "锁定" }).click();
  await expect(page.getByText("锁定成功")).toBeVisible();
  await expect(row.getByRole("cell", { name: "锁定", exact: true })).toBeVisible();
  await row.getByRole("button", { name: "更多" }).click();
  await row.getByRole("button", { name: "解锁" }).click();
  await expect(page.getByText("解锁成功")).toBeVisible();
  await expect(row.getByRole("cell", { name: "正常", exact: true })).toBeVisible();
});
