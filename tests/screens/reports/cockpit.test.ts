import { readXlsx } from "hucre/xlsx";
import { describe } from "vitest";
import { expect, type Page, testAs } from "../support";

const overview = "/cockpit/overview/index";
const report = "/cockpit/tradeReport/index";
const main = (page: Page) => page.getByRole("main");
const tile = (page: Page, name: string | RegExp) =>
  main(page).locator(".panels > li, .tiles > li").filter({ hasText: name });
const table = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
/** Ids of the filters' controls. */
const filter = (page: Page, name: string) => page.locator(`#q-${name}`);

const wan = (value: number) =>
  Math.abs(value) < 10_000
    ? value.toLocaleString("en-US", { minimumFractionDigits: 2 })
    : `${(value / 10_000).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}万`;

/** Chooses and sends. */
async function narrow(page: Page, name: string, choice: { label: string } | { index: number }) {
  const select = filter(page, name);
  const before = page.url();
  await select.selectOption(choice);
  await page.getByRole("button", { name: "搜索", exact: true }).click();
  await expect(page).not.toHaveURL(before);
}

describe("of the management", () => {
  const test = testAs("exec");

  test("the home page shows the business, each number with its list", async ({ page }) => {
    await page.goto("/wel/index");
    const income = tile(page, "主营业务收入");
    await expect(income).toContainText(/[\d,]+\.\d\d万/);
    await expect(income).toContainText("环比");
    await expect(table(page, "部门排名").getByRole("row")).toHaveCount(7);
    await expect(main(page).locator("figure svg").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "待我审批" })).toHaveAttribute("href", /activiti\/todo/);
    const shown = await income.locator("strong").innerText();
    await income.getByRole("link").click();
    await expect(page).toHaveURL(/cockpit\/overview/);
    await expect(tile(page, / 主营业务收入/).first()).toContainText(shown);
  });

  test("another month is another address, and a bookmark", async ({ page, browserOf }) => {
    await page.goto(overview);
    const now = await tile(page, / 主营业务收入/)
      .first()
      .innerText();
    await narrow(page, "reportMonth", { index: 2 });
    const then = await tile(page, / 主营业务收入/)
      .first()
      .innerText();
    expect(then).not.toBe(now);
    const other = await browserOf("exec");
    await other.goto(page.url());
    expect(
      await tile(other, / 主营业务收入/)
        .first()
        .innerText(),
    ).toBe(then);
  });

  test("why margin fell: the lowest margin comes first in two clicks", async ({ page }) => {
    await page.goto(`${report}?by=model`);
    const byMargin = () => table(page, "交易报表（按型号）").getByRole("link", { name: "毛利率", exact: true }).click();
    await byMargin();
    await byMargin();
    await expect(page).toHaveURL(/orderBy=grossProfitPercent&order=asc|order=asc.*orderBy=grossProfitPercent/);
    const at = await table(page, "交易报表（按型号）").locator("thead th").allInnerTexts();
    const column = at.findIndex((text) => text.startsWith("毛利率"));
    const rows = await table(page, "交易报表（按型号）").locator("tbody tr").all();
    const shown = await Promise.all(rows.map((row) => row.locator("th, td").nth(column).innerText()));
    const margins = shown.filter((text) => /%/.test(text)).map(Number.parseFloat);
    expect(margins.length).toBeGreaterThan(5);
    expect(margins).toEqual([...margins].sort((a, b) => a - b));
  });

  test("the file has the rows and the sum of the screen", async ({ page }) => {
    await page.goto(`${report}?by=group&orderBy=netProfit&order=asc`);
    const first = await table(page, "交易报表（按小组）").locator("tbody th").first().innerText();
    const shown = await main(page).locator("tfoot td").allInnerTexts();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "导出", exact: true }).click(),
    ]);
    const rows = (await readXlsx(file.bytes())).sheets[0]?.rows ?? [];
    const at = rows.findIndex((row) => row.includes("主营业务收入(CNY)"));
    const sum = (name: string) => Number(rows.at(-1)?.[rows[at]?.indexOf(name) ?? -1]);
    expect(rows[at + 1]?.[0]).toBe(first);
    for (const name of ["主营业务收入(CNY)", "毛利(CNY)", "净利润(CNY)"]) expect(shown).toContain(wan(sum(name)));
    const incomes = rows.slice(at + 1, -1).map((row) => Number(row[rows[at]?.indexOf("主营业务收入(CNY)") ?? 0]));
    expect(incomes.reduce((a, b) => a + b, 0)).toBeCloseTo(sum("主营业务收入(CNY)"), 0);
  });
});

describe("without the rights", () => {
  const test = testAs("warehouse");

  test("there are no figures, and the pages refuse", async ({ page }) => {
    await page.goto("/wel/index");
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expect(main(page).locator("figure")).toHaveCount(0);
    await expect(main(page)).not.toContainText("毛利率");
    for (const url of [overview, report, "/cockpit/tradeReport/export?by=group"])
      expect((await page.goto(url))?.status(), url).toBe(403);
  });
});
