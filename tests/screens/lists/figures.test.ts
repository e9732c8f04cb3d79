import { expect, testAs } from "../support";

const test = testAs("admin");

test("a figure, its links and its table need no script", async ({ page }) => {
  await page.goto("/crud/index?widget=figure");
  const figure = page.locator("#ex-compared");
  await expect(figure.locator("path.fill")).toBeVisible();
  await figure.getByText("数据表").click();
  const row = figure.getByRole("row", { name: /2024-11/ });
  await expect(row).toContainText("2,011.12万");
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/month=2024-11$/);
  await expect(page.getByText("保存为图片")).toHaveCount(0);
});

test("a word leads to its rows, the table has all words in order", async ({ page }) => {
  await page.goto("/crud/index?widget=word-cloud");
  const figure = page.locator("#ex-words");
  await expect(figure.locator(".z10")).toHaveText("phone stand");
  await figure.getByText("数据表").click();
  await expect(figure.getByRole("row").nth(1)).toContainText("18,230");
  await figure.locator(".z10").click();
  await expect(page).toHaveURL(/keyword=0$/);
});
