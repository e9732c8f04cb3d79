import { expect, testAs, unique } from "../support";

const test = testAs("admin");

test("a telephone stays as it was typed, and what texts may not have is said", async ({ page }) => {
  const code = unique("TEL")
    .toUpperCase()
    .replace(/[^A-Z0-9-]/g, "")
    .slice(0, 20);
  await page.goto("/finance/company/create");
  const main = page.getByRole("main");
  await main.getByLabel(/^编码/).fill(code);
  await main.getByLabel(/^电话/).fill("+1 415 555 0123 转 12");
  const save = () => main.getByRole("button", { name: "保存", exact: true }).last().click();
  await main.getByLabel(/^统一社会信用代码/).fill(`<9144>`);
  await save();
  // Refused, the form shows what is left of it, and says what is not.
  await expect(main).toContainText("已去掉不允许的字符 \" ' < >：统一社会信用代码");
  await expect(main.getByLabel(/^电话/)).toHaveValue("+1 415 555 0123 转 12");
  await main.getByLabel(/^名称/).fill(`深圳"${code}"公司`);
  await save();
  await expect(page.locator("body")).toContainText("已去掉不允许的字符 \" ' < >：名称");
  await expect(page.locator("body")).toContainText("+1 415 555 0123 转 12");
  await expect(page.locator("body")).toContainText(`深圳${code}公司`);
});

test("a row of a list says it too", async ({ page }) => {
  await page.goto("/finance/rate/index");
  const edit = page.getByRole("main").locator("a[href*='inline=']").first();
  await page.goto((await edit.getAttribute("href")) ?? "");
  await page.getByRole("main").locator("[name=source]").fill("中国银行<牌价>");
  await page.getByRole("main").getByRole("button", { name: "保存", exact: true }).first().click();
  const said = "修改成功，已去掉不允许的字符 \" ' < >：来源";
  await expect(page.locator("body")).toContainText(said);
  await expect(page.getByRole("main")).toContainText("中国银行牌价");
});
