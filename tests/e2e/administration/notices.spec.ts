import type { Page } from "@playwright/test";
import { makeNotice, makeUser } from "../../product/api";
import { expect, startSession, test, unique } from "../support";

// it_staff writes, admin audits, a new user receives: nobody else hears of these notices.
test.use({ user: "it_staff" });

async function receiverPage(browserOf: (u: null) => Promise<Page>, user: { username: string; password: string }) {
  const page = await browserOf(null);
  await page.context().addCookies((await startSession(user.username, user.password)).cookies);
  return page;
}

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
