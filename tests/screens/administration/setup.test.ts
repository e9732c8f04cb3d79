import { expect, submit, testAs } from "../support";

const test = testAs("admin");
const PAGE = "/baseSetup/setup/index";

test("a step is done without for a reason; one that is too short stays as it was typed", async ({ page }) => {
  await page.goto(PAGE);
  const row = page.getByRole("row").filter({ hasText: "品类与字典" });
  const before = await row.innerText();
  // The demonstration has its own categories.
  expect(before).toContain("已完成");
  await page.goto(`${PAGE}?skip=stores`);
  const dialog = page.getByRole("dialog", { name: "跳过“店铺”" });
  await dialog.getByRole("textbox", { name: /^跳过原因/ }).fill("没有");
  await submit(page, dialog.getByRole("button", { name: "跳过" }));
  await expect(dialog).toContainText("跳过原因至少5个字");
  await expect(dialog.getByRole("textbox", { name: /^跳过原因/ })).toHaveValue("没有");
});

test("who may not set up does not see the page", async ({ browserOf }) => {
  const page = await browserOf("buyer");
  expect((await page.goto(PAGE)).status()).toBe(403);
});
