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

test("once a company works its check is only read, and its guide ends", async ({ page, browserOf }) => {
  await page.goto(PAGE);
  await expect(page.getByRole("row").filter({ hasText: "从启用日起按业务办理" })).toContainText("已完成");
  expect(await page.getByRole("button", { name: "保存启用日" }).count()).toBe(0);
  const finance = await browserOf("finance");
  await finance.goto("/finance/opening/check");
  // The demonstration brought something along, and nobody held it against an old system.
  await expect(finance.getByRole("main")).toContainText("本公司没有经过期初核对就已使用系统，期初单");
  expect(await finance.getByRole("button", { name: "签署" }).count()).toBe(0);
  const nobody = await browserOf("buyer");
  expect((await nobody.goto("/finance/opening/check")).status()).toBe(403);
});
