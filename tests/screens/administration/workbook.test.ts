import { bookOf } from "#backend/domain/base/workbook/workbook.testing";
import { expect, submit, testAs } from "../support";

const test = testAs("admin");
const PAGE = "/baseSetup/setup/import";

test("a workbook is asked for, kept, and told of while it waits for its check", async ({ page }) => {
  await page.goto(PAGE);
  await submit(page, page.getByRole("button", { name: "上传并检查" }));
  await expect(page.getByRole("alert")).toContainText("请选择文件");
  const rows = [["G7", "七组", "YY", null]];
  const file = {
    name: "小组.xlsx",
    mimeType: "application/zip",
    buffer: Buffer.from(await bookOf({ "07小组": rows })),
  };
  await page.getByLabel("文件").setInputFiles(file);
  await submit(page, page.getByRole("button", { name: "上传并检查" }));
  await expect(page.getByRole("status").first()).toContainText("正在检查");
  // Nothing runs by the clock here: what waits is given up.
  await submit(page, page.getByRole("button", { name: "取消" }));
  await page.goto(PAGE);
  await expect(page.getByRole("row").filter({ hasText: "小组.xlsx" })).toContainText("检查中");
});

test("the guide leads to the sheets of a step", async ({ page }) => {
  await page.goto("/baseSetup/setup/index");
  const row = page.getByRole("row").filter({ hasText: "部门与人员" });
  await expect(row.getByRole("link", { name: "下载模板" })).toHaveAttribute("href", /sheets=03%2C04%2C07/);
  await expect(row.getByRole("link", { name: "导入" })).toHaveAttribute("href", PAGE);
});

test("who may not import does not see the page", async ({ browserOf }) => {
  const page = await browserOf("ops");
  expect((await page.goto(PAGE)).status()).toBe(403);
});
