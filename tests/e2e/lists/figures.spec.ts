import type { Page } from "@playwright/test";
import { expect, test } from "../support";

test.use({ user: "admin" });

const NOTICE = "图表脚本加载失败，已显示静态图";
const open = (page: Page) => page.goto("/crud/index?widget=figure");
/** One figure, once its canvas is there. */
async function awake(page: Page, id: string) {
  const figure = page.locator(`#${id}`);
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator("canvas")).toBeVisible();
  return figure;
}

test("a chart wakes when it is seen, tells its numbers and switches series off", async ({ page }) => {
  await open(page);
  await expect(page.locator("#ex-changes rect.fill").first()).toBeAttached();
  const figure = await awake(page, "ex-months");
  await expect(page.locator("#ex-changes canvas")).toHaveCount(0);
  const box = (await figure.locator("canvas").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.42, box.y + 80);
  await expect(figure.locator(".tip")).toContainText("2024-11");
  await expect(figure.locator(".tip")).toContainText("2,011.12万");
  await expect(figure.getByText("2,400万", { exact: true })).toBeVisible();

  const income = figure.getByRole("button", { name: "主营业务收入" });
  await income.click();
  await expect(income).toHaveAttribute("aria-pressed", "false");
  await expect(figure.getByText("2,400万", { exact: true })).toHaveCount(0);
  await expect(figure.getByText("400万", { exact: true })).toBeVisible();
  await awake(page, "ex-changes");
});

test("the canvas has the height of the figure before it", async ({ page }) => {
  await page.route(/\/draw\.client-/, (route) => setTimeout(() => route.continue(), 1000));
  await open(page);
  const before = await page.locator("#ex-months").boundingBox();
  const figure = await awake(page, "ex-months");
  expect(await figure.boundingBox()).toEqual(before);
});

test("a bar and its label lead to the rows behind them", async ({ page }) => {
  await open(page);
  const figure = await awake(page, "ex-ranking");
  const row = (await figure.locator("ol li").nth(1).boundingBox())!;
  await page.mouse.click(row.x + row.width * 0.3, row.y + row.height / 2);
  await page.waitForURL(/region=%E6%AC%A7%E6%B4%B2$/);
  await page.locator("#ex-compared a").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/month=2024-06$/);
});

test("a chart is saved as a picture", async ({ page }) => {
  await open(page);
  const figure = await awake(page, "ex-months");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    figure.getByRole("button", { name: "保存为图片" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("近13个月主营业务收入、净利润（元）与净利率.png");
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const png = Buffer.concat(chunks);
  // The header of a PNG: its width and height.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2400, 1280]);
  expect(png.length).toBeGreaterThan(20_000);
});

for (const script of ["draw.client", "chart"])
  test(`without its script (${script}) the figure stays and says so`, async ({ page }) => {
    await page.route(new RegExp(`/${script}-`), (route) => route.abort());
    await open(page);
    const card = page.locator(".card", { has: page.locator("#ex-months") });
    await expect(card.getByText(NOTICE)).toBeVisible();
    await expect(card.locator("path.fill").first()).toBeVisible();
    await expect(card.getByText("2,400万", { exact: true })).toBeVisible();
  });

test("a script that does not come within 120 seconds is given up", async ({ page }) => {
  await page.clock.install();
  await page.route(/\/draw\.client-/, () => {});
  const asked = page.waitForRequest(/\/draw\.client-/);
  await open(page);
  await asked;
  const notice = page.getByText(NOTICE).first();
  await expect(notice).toBeHidden();
  await page.clock.fastForward(121_000);
  await expect(notice).toBeVisible();
});
