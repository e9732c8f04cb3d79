import { readXlsx } from "hucre/xlsx";
import { makeNotice, makeUser } from "../../product/api";
import { choose, expect, type Page, rowWith, startSession, testAs, unique } from "../support";

// it_staff writes, admin audits, a new user receives: nobody else hears of these notices.
const test = testAs("it_staff");

interface Receiver {
  id: string;
  username: string;
  displayname: string;
}

/** Fills in the form of a new notice. */
async function write(page: Page, title: string, receiver: Receiver) {
  await page.goto("/admin/systemnotice/create");
  await page.getByRole("textbox", { name: /^标题/ }).fill(title);
  await page.getByRole("textbox", { name: /^通知摘要/ }).fill("摘要也要有");
  await page.getByLabel(/^推送类型/).selectOption({ label: "系统公告" });
  await page.getByLabel(/^接收范围/).selectOption({ label: "指定人员" });
  await choose(page, "userIds", receiver.displayname);
  await page.locator("textarea[name=content]").fill("<p>正文在<b>这里</b></p>");
}

async function receiverPage(browserOf: (u: null) => Promise<Page>, user: { username: string; password: string }) {
  const page = await browserOf(null);
  await page.context().addCookies((await startSession(user.username, user.password)).cookies);
  return page;
}

test("a notice is written, submitted, audited by somebody else, and rings a bell", async ({ page, browserOf }) => {
  const reader = await makeUser();
  const title = unique("公告");
  await write(page, title, reader);
  await page.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("新增成功")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/systemnotice\/detail\/\d+$/);
  const address = page.url();
  const main = page.getByRole("main");
  await expect(main).toContainText("草稿");
  await expect(main).toContainText("正文在这里");

  await main.getByRole("link", { name: "编辑", exact: true }).click();
  await expect(page.getByRole("textbox", { name: /^标题/ })).toHaveValue(title);
  await page.getByRole("button", { name: "提交审核" }).click();
  await expect(main).toContainText("待审核");
  await expect(main.getByRole("link", { name: "审核", exact: true })).toHaveCount(0);

  const auditor = await browserOf("admin");
  await auditor.goto(`/admin/systemnotice/index?keyword=${encodeURIComponent(title)}`);
  await rowWith(auditor, title).getByRole("link", { name: title }).click();
  await expect(auditor).toHaveURL(address);
  await auditor.getByRole("link", { name: "审核", exact: true }).click();
  const dialog = auditor.getByRole("dialog");
  await dialog.getByLabel(/^审核结果/).selectOption({ label: "通过" });
  await dialog.getByRole("button", { name: "审核" }).click();
  await expect(auditor.getByText("审核成功")).toBeVisible();
  await expect(auditor.getByRole("main")).toContainText("已推送");

  const receiver = await receiverPage(browserOf, reader);
  await receiver.goto("/wel/index");
  const bell = receiver.getByRole("button", { name: /^消息/ });
  await expect(bell).toHaveAccessibleName(/^消息，\d+条未读公告$/);
  await bell.click();
  const latest = receiver.getByRole("link", { name: new RegExp(title) }).first();
  await expect(latest).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
  await latest.click();
  await expect(receiver).toHaveURL(/\/admin\/message-center/);
  await expect(receiver.getByRole("main")).toContainText(title);
  await receiver.goto("/admin/message-center?isRead=1");
  await expect(receiver.getByRole("listitem").filter({ hasText: title })).toContainText("已读");

  await auditor.goto(address);
  const [file] = await Promise.all([
    auditor.waitForEvent("download"),
    auditor.getByRole("link", { name: "导出阅读情况" }).click(),
  ]);
  const book = await readXlsx(file.bytes());
  const text = JSON.stringify(book.sheets.map((sheet) => sheet.rows));
  expect(text).toContain(reader.displayname);
  expect(text).toContain("已读");

  await auditor.getByRole("link", { name: "撤回", exact: true }).click();
  await dialog.getByRole("button", { name: "撤回" }).click();
  await expect(dialog.getByRole("alert")).toContainText("撤回原因");
  await dialog.getByLabel(/^撤回原因/).fill("写错了");
  await dialog.getByRole("button", { name: "撤回" }).click();
  await expect(auditor.getByRole("main")).toContainText("已撤回");
  await receiver.goto("/admin/message-center");
  await expect(receiver.getByRole("main").getByText(title)).toHaveCount(0);
});

test("rejecting wants an opinion and leads back to its author", async ({ page, browserOf }) => {
  const reader = await makeUser();
  const title = unique("驳回");
  await write(page, title, reader);
  await page.getByRole("button", { name: "提交审核" }).click();
  await expect(page.getByRole("main")).toContainText("待审核");
  const address = page.url();

  const auditor = await browserOf("admin");
  await auditor.goto(address);
  await auditor.getByRole("link", { name: "审核", exact: true }).click();
  const dialog = auditor.getByRole("dialog");
  await dialog.getByLabel(/^审核结果/).selectOption({ label: "驳回" });
  await dialog.getByRole("button", { name: "审核" }).click();
  await expect(dialog.getByRole("alert")).toContainText("请填写驳回原因");
  await expect(dialog.getByLabel(/^审核结果/)).toHaveValue("2");
  await dialog.getByLabel(/^审核意见/).fill("标题太短");
  await dialog.getByRole("button", { name: "审核" }).click();
  await expect(auditor.getByRole("main")).toContainText("已驳回");

  await page.goto("/admin/message-center?pushType=4");
  await expect(page.getByRole("main")).toContainText(`${title}：标题太短`);
  await page.goto(address);
  await page.getByRole("main").getByRole("link", { name: "编辑", exact: true }).click();
  await expect(page.getByRole("textbox", { name: /^标题/ })).toHaveValue(title);
});

test("nobody audits a notice of one's own", async ({ browserOf }) => {
  const page = await browserOf("admin");
  await write(page, unique("自审"), await makeUser());
  await page.getByRole("button", { name: "提交审核" }).click();
  await expect(page.getByRole("main")).toContainText("待审核");
  await page.getByRole("link", { name: "审核", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "审核" }).click();
  await expect(dialog.getByRole("alert")).toContainText("不能审批自己提交的单据");
});

test("what is missing is said at its field, and nothing typed is lost", async ({ page }) => {
  await page.goto("/admin/systemnotice/create");
  await page.getByRole("textbox", { name: /^标题/ }).fill("只有标题");
  await page.getByLabel(/^推送方式/).selectOption({ label: "定时" });
  await page.getByRole("button", { name: "提交审核" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("请修正以下问题");
  await expect(summary).toContainText(/通知摘要|摘要/);
  await expect(summary).toContainText("正文");
  await expect(page.getByRole("textbox", { name: /^标题/ })).toHaveValue("只有标题");
  await expect(page.getByLabel(/^推送方式/)).toHaveValue("timed");
});

test("script in a notice is taken out before anybody sees it", async ({ page }) => {
  await write(page, unique("脚本"), await makeUser());
  await page
    .locator("textarea[name=content]")
    .fill('<p onclick="alert(1)">无害</p><script>alert(2)</script><img src=x onerror=alert(3)>');
  await page.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("新增成功")).toBeVisible();
  const html = await page.content();
  expect(html).toContain("无害");
  expect(html).not.toMatch(/alert\(/);
});

test("messages are marked read, one by one or all together", async ({ browserOf }) => {
  const reader = await makeUser();
  const titles = ["一", "二"].map((n) => unique(`消息${n}`));
  for (const title of titles) await makeNotice(title, reader.id);
  const page = await receiverPage(browserOf, reader);
  await page.goto("/admin/message-center?isRead=0");
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("checkbox") });
  await expect(rows.filter({ hasText: titles[0] })).toHaveCount(1);
  await page.getByRole("button", { name: "标记已读" }).click();
  await expect(page.getByText("请先勾选要标记的消息")).toBeVisible();
  await page.getByRole("checkbox", { name: `选择 ${titles[0]}` }).check();
  await page.getByRole("button", { name: "标记已读" }).click();
  await expect(page.getByText("已将 1 条消息标记为已读")).toBeVisible();
  await expect(rows.filter({ hasText: titles[0] })).toHaveCount(0);
  await expect(rows.filter({ hasText: titles[1] })).toHaveCount(1);
  await page.getByRole("button", { name: "全部已读" }).click();
  const sure = page.getByRole("dialog").getByRole("button", { name: "确定" });
  const done = page.getByText("已全部标记为已读");
  await expect(sure.or(done)).toBeVisible();
  if (await sure.isVisible()) await sure.click();
  await expect(done).toBeVisible();
  await expect(rows).toHaveCount(0);
});
