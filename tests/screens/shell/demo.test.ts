import { expect, testAs } from "../support";

const admin = testAs("admin");
const keeper = testAs("warehouse");

admin("every bar says that the company is invented, and leads to what there is to see", async ({ page }) => {
  await page.goto("/wel/index");
  await expect(page.getByRole("link", { name: "演示数据" })).toHaveAttribute("href", "/demo/index");
  await page.goto("/mobile");
  await expect(page.getByRole("link", { name: "演示数据" })).toHaveAttribute("href", "/mobile/demo/index");
});

keeper("so does the warehouse terminal", async ({ page }) => {
  await page.goto("/terminal");
  await expect(page.getByRole("link", { name: "演示数据" })).toHaveAttribute("href", "/demo/index");
});

admin("a printed sheet says it too", async ({ page }) => {
  await page.goto("/demo/index");
  const order = await page
    .getByRole("link", { name: /^采购单/ })
    .first()
    .getAttribute("href");
  await page.goto(`/purchaseOrder/print?ids=${/\d+$/.exec(order ?? "")?.[0]}`);
  await expect(page.locator(".papers.demo")).toHaveCount(1);
});

admin("every link of the guide opens", async ({ page }) => {
  await page.goto("/demo/index");
  const links = page.getByRole("main").locator("ol a");
  const hrefs: string[] = [];
  for (const link of await links.all()) hrefs.push((await link.getAttribute("href")) ?? "");
  expect(hrefs.length).toBeGreaterThanOrEqual(30);
  for (const href of hrefs) {
    const answer = await page.goto(href);
    expect(answer?.status(), href).toBe(200);
    await expect(page.getByRole("main"), href).not.toContainText("没有权限");
  }
});

admin("a reset is asked for by a word", async ({ page }) => {
  await page.goto("/demo/reset");
  await page.getByLabel("确认").fill("算了");
  await page.getByRole("button", { name: "恢复初始状态", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("请输入“恢复”");
});

keeper("nobody but administrators is offered it", async ({ page }) => {
  await page.goto("/demo/index");
  await expect(page.getByRole("link", { name: "恢复初始状态" })).toHaveCount(0);
  expect((await page.goto("/demo/reset"))?.status()).toBe(403);
});
