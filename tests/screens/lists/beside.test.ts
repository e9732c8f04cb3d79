import { expect, follow, testAs } from "../support";

const test = testAs("admin");

test("a branch of the tree beside a list shows its rows and those below it, other filters stay", async ({ page }) => {
  await page.goto("/knowledge/base/index?status=published");
  const tree = page.getByRole("navigation", { name: "分类" });
  await follow(page, tree.getByRole("link", { name: "仓库", exact: true }));
  const rows = page.getByRole("main").locator("tbody");
  for (const title of ["收货操作规范", "盘点差异的处理"]) await expect(rows).toContainText(title);
  await expect(rows).not.toContainText("月结前要做的检查");
  expect(page.url()).toContain("status=published");
  await follow(page, tree.getByRole("link", { name: "入库", exact: true }));
  await expect(rows).toContainText("收货操作规范");
  await expect(rows).not.toContainText("盘点差异的处理");
  await follow(page, tree.getByRole("link", { name: "全部分类", exact: true }));
  await expect(rows).toContainText("月结前要做的检查");
});
