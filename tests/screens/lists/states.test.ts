import { expect, testAs } from "../support";

const test = testAs("buyer");
const orders = "/purchaseOrder/index";

test("a tab for each state shows its rows and keeps the other filters", async ({ page }) => {
  await page.goto(`${orders}?orderType=normal`);
  const tabs = page.getByRole("navigation", { name: "采购单管理按状态" });
  await expect(tabs.getByRole("link", { name: /^全部/ })).toHaveAttribute("aria-current", "page");
  const draft = tabs.getByRole("link", { name: /^草稿/ });
  const count = Number((await draft.innerText()).replace(/\D/g, ""));
  expect(count).toBeGreaterThan(0);
  await draft.click();
  await expect(page).toHaveURL(/orderType=normal/);
  await expect(page).toHaveURL(/status=draft/);
  await expect(tabs.getByRole("link", { name: /^草稿/ })).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".pager")).toContainText(`共 ${count} 条`);
  // The tab says it: it is no condition above the table, and folds no other one open.
  await expect(page.getByRole("list", { name: "已启用的筛选" })).not.toContainText("状态");
  await tabs.getByRole("link", { name: /^全部/ }).click();
  await expect(page).toHaveURL(/orderType=normal/);
  await expect(page).not.toHaveURL(/status=/);
});

test("several states at once are conditions, and no tab", async ({ page }) => {
  await page.goto(`${orders}?status=draft,void`);
  const tabs = page.getByRole("navigation", { name: "采购单管理按状态" });
  await expect(tabs.locator("[aria-current]")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "已启用的筛选" })).toContainText("草稿、已作废");
});
