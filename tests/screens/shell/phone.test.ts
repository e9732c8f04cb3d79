import { expect, testAs } from "../support";

const test = testAs("admin");

test("what a thumb reaches at the foot of every page leads somewhere", async ({ page }) => {
  await page.goto("/wel/index");
  const links = page.getByRole("navigation", { name: "常用" }).getByRole("link");
  await expect(links).toHaveText(["首页", "待办", "搜索", "扫码", "终端"]);
  for (const link of await links.all()) {
    const href = await link.getAttribute("href");
    expect((await page.goto(href ?? ""))?.status(), `${href}`).toBe(200);
  }
});

test("a scanned number is looked for", async ({ page }) => {
  await page.goto("/scan");
  await page.getByLabel("单号、条码或箱唛").fill("用户管理");
  await page.getByRole("button", { name: "打开", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/user\/index/);
});

test("a document's card names its goods: the first line, and how many there are", async ({ page }) => {
  await page.goto("/purchaseOrder/index");
  await expect(page.getByRole("main").getByRole("rowheader").first()).toContainText(/\S × \d+/);
});
