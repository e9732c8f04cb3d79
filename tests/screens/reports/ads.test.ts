import { readXlsx } from "hucre/xlsx";
import { choose, expect, type Page, submit, testAs } from "../support";

const at = "/advertisement/report/index";
const main = (page: Page) => page.getByRole("main");
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const day = (text: string, days: number) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

const test = testAs("ads");

test("both periods stand in the address, follow a shortcut and come back", async ({ page }) => {
  await page.goto(at);
  const opened = page.url();
  const week = asked(page);
  expect(day(week.startDate ?? "", 6)).toBe(week.endDate);
  expect(day(week.endDate ?? "", -7)).toBe(week.lastEndDate);
  await main(page).getByRole("link", { name: "最近30天" }).click();
  const month = asked(page);
  expect(month.endDate).toBe(week.endDate);
  expect(day(month.startDate ?? "", -30)).toBe(month.lastStartDate);
  await expect(main(page)).toContainText(`对比 ${month.lastStartDate} 至 ${day(month.startDate ?? "", -1)}`);
  await main(page).getByRole("link", { name: "去年同期" }).click();
  const year = asked(page);
  expect(year.lastStartDate?.slice(0, 4)).toBe(String(Number(year.startDate?.slice(0, 4)) - 1));
  await main(page).getByRole("link", { name: "数据对比" }).click();
  expect(asked(page)).toEqual({ ...year, tab: "compared" });
  const kept = page.url();
  const rows = await main(page).getByRole("row").allInnerTexts();
  expect(rows).toHaveLength(12);
  for (let i = 0; i < 3; i++) await page.goBack();
  expect(page.url()).toBe(opened);
  await page.goto(kept);
  expect(await main(page).getByRole("row").allInnerTexts()).toEqual(rows);
});

test("a tile switches its series on and off; the last one stays", async ({ page }) => {
  await page.goto(`${at}?metrics=acos`);
  const tiles = main(page).getByRole("list", { name: "指标" }).getByRole("listitem");
  await expect(tiles).toHaveCount(11);
  const tile = (name: string) => tiles.getByRole("link", { name: new RegExp(`^${name} ?，`) });
  const chart = main(page).locator("figure");
  await expect(chart).not.toContainText("Clicks");
  await tile("Clicks").click();
  await expect(chart).toContainText("Clicks");
  expect(asked(page).metrics).toBe("clicks,acos");
  await tile("Clicks").click();
  await expect(chart).not.toContainText("Clicks");
  await tile("ACOS").click();
  expect(asked(page).metrics).toBe("acos");
  await expect(tile("ACOS")).toHaveAttribute("aria-current", "true");
});

test("a form that changes the days compares with the days before them", async ({ page }) => {
  await page.goto(`${at}?tab=listing`);
  const { endDate = "" } = asked(page);
  await page.getByLabel("开始日期").fill(day(endDate, -2));
  await main(page).getByText("更多条件").click();
  await choose(main(page), "adProduct", "SP 商品推广");
  await main(page).getByRole("button", { name: "搜索" }).click();
  await expect(page).toHaveURL(/adProduct=SP/);
  expect(asked(page)).toMatchObject({
    tab: "listing",
    startDate: day(endDate, -2),
    endDate,
    lastStartDate: day(endDate, -5),
    lastEndDate: day(endDate, -3),
  });
  const active = page.getByRole("list", { name: "已启用的筛选" });
  await active.getByRole("link", { name: /移除筛选 广告类型/ }).click();
  await expect(active).toHaveCount(0);
  await expect(page.getByLabel("开始日期")).toHaveValue(day(endDate, -2));
});

test("what the backend refuses stands at the form, everything kept", async ({ page }) => {
  const query = "startDate=2025-06-01&endDate=2099-01-01&productCode=AB";
  const answer = await page.goto(`${at}?tab=change&${query}`);
  expect(answer?.status()).toBe(422);
  await expect(main(page).getByRole("alert")).toContainText("结束日期不能晚于昨天");
  await expect(page.getByLabel("开始日期")).toHaveValue("2025-06-01");
  await expect(page.getByLabel("结束日期")).toHaveValue("2099-01-01");
  await expect(page.locator("[name=productCode]")).toHaveValue("AB");
  // A file that is refused is that page again, not a file.
  const file = await page.goto(`/export/advertisement/change?${query}`);
  expect(file?.headers()["content-type"]).toContain("html");
  await expect(page.getByRole("status").or(page.getByRole("alert")).first()).toContainText("结束日期不能晚于昨天");
});

test("columns are chosen for the table of one part", async ({ page }) => {
  await page.goto(`${at}?tab=listing`);
  const head = (name: string) => main(page).getByRole("columnheader", { name });
  await expect(head("CTR")).toHaveCount(1);
  await expect(head("Spend")).toHaveCount(0);
  await page.getByRole("link", { name: "列显隐" }).click();
  const dialog = page.getByRole("dialog", { name: "列显隐" });
  await dialog.getByRole("checkbox", { name: "Spend" }).check();
  await dialog.getByRole("checkbox", { name: "CTR" }).uncheck();
  await submit(page, dialog.getByRole("button", { name: "保存" }));
  await expect(head("Spend")).toHaveCount(1);
  await expect(head("CTR")).toHaveCount(0);
  await main(page).getByRole("link", { name: "活动变化" }).click();
  await expect(head("Sales").first()).toBeVisible();
});

test("the file of the products ends with the sums of the screen", async ({ page }) => {
  await page.goto(`${at}?tab=listing&size=10`);
  const shown = await main(page).locator("tfoot td:visible, tfoot th:visible").allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "导出", exact: true }).click(),
  ]);
  const book = await readXlsx(file.bytes());
  const rows = book.sheets[0]?.rows ?? [];
  expect(String(rows[0]?.[0]), "the first line names the filters").toContain("日期：");
  const head = rows.find((row) => row.includes("Impressions")) ?? [];
  const sum = (name: string) => Number(rows.at(-1)?.[head.indexOf(name)]);
  expect(shown).toContain(sum("Impressions").toLocaleString("en-US"));
  expect(shown).toContain(sum("Clicks").toLocaleString("en-US"));
  expect(shown).toContain(`${(sum("CTR") * 100).toFixed(2)}%`);
});

test("a word leads to its keywords, and those can be narrowed down", async ({ page }) => {
  await page.goto(`${at}?tab=wordcloud&metric=clicks`);
  const word = main(page).locator("a[href*='keyword=']").first();
  const name = ((await word.getAttribute("href")) ?? "").match(/keyword=([^&]+)/)?.[1] ?? "";
  await word.click();
  await expect(page).toHaveURL(/tab=keyword/);
  const text = decodeURIComponent(name.replaceAll("+", " "));
  const titles = await main(page).locator("tbody th").allInnerTexts();
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) expect(title.toLowerCase()).toContain(text);
  await main(page).getByRole("link", { name: "花费无转化" }).click();
  await expect(page.getByRole("list", { name: "已启用的筛选" })).toContainText("花费无转化");
  await expect(page).toHaveURL(/quick=noConversion/);
});

test("who may not see the reports gets neither page nor file", async ({ browserOf }) => {
  const page = await browserOf("cs_staff");
  expect((await page.goto(at))?.status()).toBe(403);
  expect((await page.request.get("/export/advertisement/report")).status()).toBe(403);
});
