import { expect, testAs } from "../support";

const test = testAs("admin");
const PAGE = "/baseSetup/dataStatus/index";

test("each store says what has come of each day; a cell says what is behind it and is fetched anew", async ({
  page,
}) => {
  await page.goto(PAGE);
  const main = page.getByRole("main");
  await expect(main.getByRole("list", { name: "图例" })).toContainText("缺失");
  await expect(main.getByRole("table", { name: "各店铺每天的数据" })).toBeVisible();
  await main.locator("a.d-ok").first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("当天的数据已到");
  await dialog.getByRole("link", { name: "关闭" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("stores come a page at a time, and how many lack something is said of all", async ({ page }) => {
  await page.goto(`${PAGE}?size=1&current=2`);
  const main = page.getByRole("main");
  await expect(main.getByText(/^\d+个店铺，(\d+个有|都没有)缺失或失败$/)).toBeVisible();
  await expect(main.locator("tr.begins")).toHaveCount(1);
  const second = await main.locator("tr.begins b").textContent();
  await page.goto(`${PAGE}?size=1`);
  expect(await main.locator("tr.begins b").textContent()).not.toBe(second);
  await page.goto(`${PAGE}?size=1&current=9999`);
  await expect(main.locator("tr.begins"), "behind the last page stands the last").toHaveCount(1);
});

test("settlements with the days between them, and what waits, each a page of its own", async ({ page }) => {
  await page.goto(`${PAGE}?tab=coverage`);
  await expect(page.getByRole("main")).toContainText("没有结算单");
  await page.getByRole("link", { name: /待处理/ }).click();
  await expect(page.getByRole("main")).toContainText("失败的报告文件");
});

test("who looks after buying has no part in it", async ({ browserOf }) => {
  const theirs = await browserOf("buyer");
  await theirs.goto(PAGE);
  await expect(theirs.getByRole("main")).toContainText("403");
});
