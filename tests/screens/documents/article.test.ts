import { api } from "../../product/api";
import { expect, testAs, unique } from "../support";

const test = testAs("admin");

test("an article is read with its contents, which lead to its headings", async ({ page }) => {
  const admin = await api();
  const [category] = await admin.get<{ id: string }[]>("/knowledge/category/options");
  const title = unique("文章");
  const cells = Array.from({ length: 30 }, (_, i) => `<td>第${i}列</td>`).join("");
  const content = `<h2>何时退款</h2><p>三天内。</p><h3>例外 &amp; 时限</h3><table><tbody><tr>${cells}</tr></tbody></table>`;
  const made = await admin.post<{ id: string }>("/knowledge/article", {
    title,
    categoryId: category?.id,
    articleType: "article",
    visibleScope: "all",
    content,
  });
  await page.goto(`/knowledge/base/openTag/detail/${made.id}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("三天内。");
  const contents = main.locator("details.contents-above");
  await expect(contents.locator("a")).toHaveCount(2);
  for (const name of ["何时退款", "例外 & 时限"]) {
    const href = await contents.locator("a").filter({ hasText: name }).getAttribute("href");
    await expect(main.locator(href ?? "")).toHaveText(name);
  }
  await expect(main.locator(".wide-table table")).toHaveCount(1);
  await expect(main.locator(".prose"), "the text is there once").toHaveCount(1);
});
