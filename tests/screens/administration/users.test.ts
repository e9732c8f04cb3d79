import { api, makeUser } from "../../product/api";
import { choose, expect, rowWith, startSession, testAs, unique } from "../support";

const test = testAs("admin");
const list = "/admin/user/index";
const byName = (username: string) => `${list}?username=${username}`;

test("a new user gets a one-time password, shown once, that signs in", async ({ page }) => {
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
  for (const problem of ["用户名以字母开头", "手机号码格式不正确", "邮箱格式不正确", "请至少选择一个角色"])
    await expect(summary).toContainText(problem);
  await expect(dialog.getByLabel(/^用户名/)).toHaveValue("1x");
  await expect(dialog.getByLabel(/^姓名/)).toHaveValue("张三");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveValue("not-an-address");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveAttribute("aria-invalid", "true");
  await summary.getByRole("link", { name: /邮箱格式不正确/ }).click();
  await expect(dialog.getByLabel(/^邮箱/)).toBeFocused();
});

test("a name that is taken is refused at its field", async ({ page }) => {
  const { username } = await makeUser();
  const other = await makeUser();
  const row = await (await api()).get<{ mobile: string }>(`/admin/user/1`);
  await page.goto(`${byName(other.username)}&edit=${other.id}`);
  const dialog = page.getByRole("dialog", { name: "编辑用户" });
  await expect(dialog.getByLabel(/^用户名/)).toBeDisabled();
  await dialog.getByLabel(/^手机/).fill(row.mobile);
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByRole("alert")).toContainText("手机号码已被使用");
  expect(username).not.toBe(other.username);
});

test("an edit is saved and stands in the history of the row", async ({ page }) => {
  const user = await makeUser();
  await page.goto(byName(user.username));
  await rowWith(page, user.username).getByRole("link", { name: "编辑" }).click();
  const dialog = page.getByRole("dialog", { name: "编辑用户" });
  await dialog.getByRole("textbox", { name: "岗位" }).fill("首席测试官");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("修改成功")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`username=${user.username}$`));
  await expect(rowWith(page, user.username)).toContainText("首席测试官");
  await rowWith(page, user.username).getByRole("link", { name: user.displayname }).click();
  const view = page.getByRole("dialog");
  await expect(view).toContainText("首席测试官");
  await expect(view).toContainText("系统管理员");
});

test("what somebody else changed meanwhile is not overwritten", async ({ page, browserOf }) => {
  const user = await makeUser();
  const address = `${byName(user.username)}&edit=${user.id}`;
  await page.goto(address);
  const other = await browserOf("admin");
  await other.goto(address);
  await other.getByRole("dialog").getByRole("textbox", { name: "岗位" }).fill("先到先得");
  await other.getByRole("dialog").getByRole("button", { name: "保存" }).click();
  await expect(other.getByText("修改成功")).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "编辑用户" });
  await dialog.getByRole("textbox", { name: "岗位" }).fill("后来的");
  await dialog.getByLabel(/^邮箱/).fill("late@example.com");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByRole("alert")).toContainText(/已被|刷新|修改/);
  await expect(dialog.getByRole("textbox", { name: "岗位" })).toHaveValue("后来的");
  await expect(dialog.getByLabel(/^邮箱/)).toHaveValue("late@example.com");
  await dialog.getByRole("link", { name: "载入最新内容" }).click();
  await expect(dialog.getByRole("textbox", { name: "岗位" })).toHaveValue("先到先得");
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

test("a password is reset to one that is shown once and counts at once", async ({ page }) => {
  const user = await makeUser();
  await page.goto(byName(user.username));
  const row = rowWith(page, user.username);
  await row.getByRole("button", { name: "更多" }).click();
  await row.getByRole("link", { name: "重置密码" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "重置密码" }).click();
  const done = page.getByRole("dialog", { name: "重置密码成功" });
  const password = (await done.locator("code").innerText()).trim();
  await startSession(user.username, password);
  await page.goto(byName(user.username));
  await expect(page.getByText(password)).toHaveCount(0);
});

test("a batch tells what became of each row, one's own account included", async ({ page }) => {
  const user = await makeUser();
  await page.goto(`${list}?username=${user.username},admin`);
  for (const name of [user.username, "admin"])
    await page
      .getByRole("row")
      .filter({ has: page.getByRole("cell", { name, exact: true }) })
      .getByRole("checkbox")
      .check();
  await page.getByRole("button", { name: "批量锁定" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(user.displayname);
  await question.getByRole("button", { name: "锁定" }).click();
  const results = page.getByRole("dialog", { name: "批量锁定结果" });
  await expect(results).toContainText("成功 1 条，失败 1 条");
  await expect(results.getByRole("listitem").filter({ hasText: "系统管理员" })).toContainText(
    "不能删除或锁定当前登录账号",
  );
  await results.getByRole("link", { name: "知道了" }).click();
  await expect(rowWith(page, user.username)).toContainText("锁定");
});

test("a batch without a choice says so", async ({ page }) => {
  await page.goto(list);
  await page.getByRole("button", { name: "批量锁定" }).click();
  await expect(page.getByText(/请先选择|请选择/).first()).toBeVisible();
});

test("a user is deleted after a question", async ({ page }) => {
  const user = await makeUser();
  await page.goto(byName(user.username));
  const row = rowWith(page, user.username);
  await row.getByRole("button", { name: "更多" }).click();
  await row.getByRole("link", { name: "删除" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("确定删除吗？");
  await question.getByRole("link", { name: "取消" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: "更多" }).click();
  await row.getByRole("link", { name: "删除" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click();
  await expect(page.getByText("删除成功")).toBeVisible();
  await expect(page.getByText("暂无数据，点击刷新")).toBeVisible();
});

test("sent twice, a form makes one user", async ({ page }) => {
  const username = unique("twice");
  await page.goto(`${list}?add=1`);
  const form = await page.getByRole("dialog").locator("form").entries();
  const body = { ...form, username, displayname: "只此一人", deptId: "2", roleIds: "4" };
  const headers = { Origin: new URL(page.url()).origin };
  const answers = await Promise.all(
    [1, 2].map(() => page.request.post(list, { form: body, headers, maxRedirects: 0 })),
  );
  for (const answer of answers) expect(answer.status()).toBeLessThan(500);
  const admin = await api();
  const found = await admin.get<{ total: number }>(`/admin/user/page?username=${username}`);
  expect(found.total).toBe(1);
});
