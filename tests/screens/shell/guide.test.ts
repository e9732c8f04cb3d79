import { ARTICLES } from "#backend/demo/knowledge/texts";
import { expect, follow, testAs } from "../support";

const test = testAs("admin");

test("what is written about a page is one click away, from its forms and documents too", async ({ page }) => {
  const guide = page.getByRole("link", { name: /^本页知识/ });
  await page.goto("/orderUpdate/index");
  await expect(guide).toHaveText("本页知识：从请购到采购单");
  await expect(page.locator("#crumbs")).toContainText("采购单");
  await follow(page, guide);
  await expect(page.getByRole("main")).toContainText("转请购按供应商和币种合并");
  await page.goto("/admin/role/index");
  await expect(guide).toHaveCount(0);
});

test("every page that the demonstration writes about is there and says so", async ({ page }) => {
  for (const path of new Set(ARTICLES.flatMap(({ pages = [] }) => pages))) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: /^本页知识/ }), path).toHaveCount(1);
  }
});
