import { makeUser } from "../../product/api";
import { expect, rowWith, test } from "../support";

test.use({ user: "admin" });
const list = "/admin/user/index";
const byName = (username: string) => `${list}?username=${username}`;

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
  for (const problem of ["用户名以字母开头", "手机号码格式不正确", "邮箱格式不正确", "请至少选择一个角色"])
    await expect(summary).toContainText(problem);
  await expect(dialog.getByLabel(/^用户名/)).toHaveValue("1x");
  await expect(dialog.getByLabel(/^姓名/)).toHaveValue("张三");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveValue("not-an-address");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveAttribute("aria-invalid", "true");
  await summary.getByRole("link", { name: /邮箱格式不正确/ }).click();
  await expect(dialog.getByLabel(/^邮箱/)).toBeFocused();
});

test("a user is locked after a question, and unlocked again", async ({ page }) => {
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
