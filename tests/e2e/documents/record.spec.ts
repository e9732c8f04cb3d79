import { expect, test, unique } from "../support";

test.use({ user: "admin" });

test("a comment that was posted is not offered again as unsent", async ({ page }) => {
  await page.goto("/purchaseOrder/index?v=0");
  await page.getByRole("main").locator("tbody th a").first().click();
  await page.getByRole("navigation", { name: "单据内容" }).getByRole("link", { name: /^评论/ }).click();
  const text = page.getByLabel("评论内容");
  await text.fill("请跟进交期");
  // Drafts are kept a moment after the last key.
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "发表评论" }).click();
  await expect(page.locator("body")).toContainText("评论已发表");
  await expect(text).toHaveValue("");
  await expect(page.getByText("已恢复上次未提交的内容")).toHaveCount(0);
  await page.getByRole("button", { name: "发表评论" }).click();
  await expect(page.locator("body")).toContainText("请输入评论内容");
});

test("without network a form stays with what was typed, and goes when told to", async ({ page, context }) => {
  await page.goto("/purchaseOrder/index?v=1");
  await page.getByRole("main").locator("tbody th a").first().click();
  await page.getByRole("link", { name: /^评论/ }).click();
  const text = page.getByLabel("评论内容");
  const words = unique("请在途中确认");
  const guard = page.waitForResponse((r) => r.url().endsWith(".js"));
  await text.fill(words);
  await guard;
  await page.waitForLoadState("networkidle");
  // Lost a moment ago: the browser does not know yet.
  await context.route("**/*", (route) => route.abort());
  await page.getByRole("button", { name: "发表评论" }).click();
  const again = page.getByRole("button", { name: "重新提交" });
  await expect(again).toBeFocused();
  await expect(page.getByText("内容没有提交")).toBeVisible();
  await again.click();
  await expect(text).toHaveValue(words);
  await context.unroute("**/*");
  await again.click();
  await expect(page.locator("[data-flash=success]")).toContainText("评论已发表");
  await expect(page.getByText(words)).toBeVisible();
});
