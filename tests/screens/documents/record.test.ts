import { expect, testAs } from "../support";

const test = testAs("admin");

test("a comment that was posted is not offered again as unsent", async ({ page }) => {
  await page.goto("/purchaseOrder/index?v=0");
  await page.getByRole("main").locator("tbody th a").first().click();
  await page
    .getByRole("navigation", { name: "单据内容" })
    .getByRole("link", { name: /^评论/ })
    .click();
  const text = page.getByLabel("评论内容");
  await text.fill("请跟进交期");
  await page.getByRole("button", { name: "发表评论" }).click();
  await expect(page.locator("body")).toContainText("评论已发表");
  await expect(text).toHaveValue("");
  await expect(page.getByText("已恢复上次未提交的内容")).toHaveCount(0);
  await page.getByRole("button", { name: "发表评论" }).click();
  await expect(page.locator("body")).toContainText("请输入评论内容");
});

test("the form of a row says which one it is, its refusal too", async ({ page }) => {
  await page.goto("/porequisiton/index?status=draft&v=0");
  const no = (await page.getByRole("main").locator("tbody th a").first().innerText()).trim();
  await page.getByRole("main").getByRole("link", { name: "编辑", exact: true }).first().click();
  const head = page.getByRole("heading", { level: 1 });
  await expect(head).toContainText(no);
  await page
    .getByLabel(/^期望到仓日/)
    .first()
    .fill("");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.locator(".errors")).toContainText("期望到仓日");
  await expect(head).toContainText(no);
});
