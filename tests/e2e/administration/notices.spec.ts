import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { makeNotice, makeUser } from "../../product/api";
import { choose, expect, rowWith, startSession, test, unique } from "../support";

// it_staff writes, admin audits, a new user receives: nobody else hears of these notices.
test.use({ user: "it_staff" });

interface Receiver {
  id: string;
  username: string;
  displayname: string;
}

/** Fills in the form of a new notice, with the editor when there is script. */
async function write(page: Page, title: string, receiver: Receiver, script: boolean) {
  await page.goto("/admin/systemnotice/create");
  await page.getByRole("textbox", { name: /^标题/ }).fill(title);
  await page.getByRole("textbox", { name: /^通知摘要/ }).fill("摘要也要有");
  await page.getByLabel(/^推送类型/).selectOption({ label: "系统公告" });
  await page.getByLabel(/^接收范围/).selectOption({ label: "指定人员" });
  await choose(page, "userIds", receiver.displayname);
  if (!script) await page.locator("textarea[name=content]").fill("<p>正文在<b>这里</b></p>");
  else {
    await page.locator("textarea[name=content]").hover();
    await expect(page.getByRole("toolbar", { name: "正文格式" })).toBeVisible();
    await page.getByRole("textbox", { name: "正文" }).pressSequentially("正文在这里");
  }
}

async function receiverPage(
  browserOf: (u: null) => Promise<Page>,
  user: { username: string; password: string },
) {
  const page = await browserOf(null);
  await page.context().addCookies((await startSession(user.username, user.password)).cookies);
  return page;
}

test("a notice is written, submitted, audited by somebody else, and rings a bell", async ({
  page,
  browserOf,
  javaScriptEnabled,
}) => {
  test.slow();
  const script = javaScriptEnabled !== false;
  const reader = await makeUser();
  const title = unique("公告");
  await write(page, title, reader, script);
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
  const unread = Number(await bell.locator(".badge").textContent());
  // The next page asks anew only when the bell has been heard.
  const heard = script && receiver.waitForResponse((r) => r.url().endsWith("/bell"));
  await bell.click();
  await heard;
  const latest = receiver.getByRole("link", { name: new RegExp(title) }).first();
  await expect(latest).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
  if (script) {
    await receiver.reload();
    await expect(bell, "opening the popover read it").toHaveAccessibleName(
      unread > 1 ? `消息，${unread - 1}条未读公告` : "消息",
    );
    await receiver.goto("/admin/message-center");
  } else await latest.click();
  await expect(receiver).toHaveURL(/\/admin\/message-center/);
  await expect(receiver.getByRole("main")).toContainText(title);
  await receiver.goto("/admin/message-center?isRead=1");
  await expect(receiver.getByRole("listitem").filter({ hasText: title })).toContainText("已读");

  await auditor.goto(address);
  const [file] = await Promise.all([
    auditor.waitForEvent("download"),
    auditor.getByRole("link", { name: "导出阅读情况" }).click(),
  ]);
  const book = await readXlsx(readFileSync(await file.path()));
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
