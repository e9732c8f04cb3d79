import { readXlsx } from "hucre/xlsx";
import { describe } from "vitest";
import { expect, type Page, testAs } from "../support";

const overview = "/cockpit/overview/index";
const report = "/cockpit/tradeReport/index";
const main = (page: Page) => page.getByRole("main");
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const tile = (page: Page, name: string | RegExp) =>
  main(page).locator(".panels > li, .tiles > li").filter({ hasText: name });
const table = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
/** Ids of the filters' controls. */
const filter = (page: Page, name: string) => page.locator(`#q-${name}`);

/** -1.09万 → -10900: what a cell says, as far as it says it. */
const amount = (text: string) => Number(text.replace(/[,万]/g, "")) * (text.includes("万") ? 10_000 : 1);
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

  test("from division to department, group and model, and back", async ({ page }) => {
    await page.goto(overview);
    await table(page, "事业部排名").getByRole("link").first().click();
    await table(page, "部门排名").getByRole("link").first().click();
    const dept = page.url();
    await expect(filter(page, "divisionId")).toHaveValue(asked(page).divisionId ?? "");
    await table(page, "小组排名").getByRole("link").first().click();
    const drawer = page.getByRole("dialog", { name: /近13个月/ });
    await expect(drawer.locator("figure")).toHaveCount(2);
    await drawer.getByRole("link", { name: "下钻到型号" }).click();
    await table(page, "型号排名").getByRole("link").first().click();
    const steps = main(page).getByRole("navigation", { name: "当前位置" }).getByRole("listitem");
    await expect(steps).toHaveCount(5);
    expect(Object.keys(asked(page))).toEqual(expect.arrayContaining(["divisionId", "deptId", "groupId", "modelCode"]));
    await steps.nth(2).getByRole("link").click();
    expect(asked(page)).toEqual(asked({ url: () => dept } as Page));
    await page.goBack();
    await expect(steps).toHaveCount(5);
  });

  test("three clicks from the menu to the worst group", async ({ page }) => {
    await page.goto("/cockpit/tradeReport/index");
    await page.getByRole("link", { name: "经营总览", exact: true }).first().click();
    const worst = tile(page, "净利润末位小组");
    const name = await worst.locator("strong").innerText();
    await worst.getByRole("link").click();
    const rows = table(page, "小组排名（末位在前）").locator("tbody tr");
    const profits = (await rows.locator("td:nth-child(3)").allInnerTexts()).map(amount);
    expect(profits).toEqual([...profits].sort((a, b) => a - b));
    await expect(rows.first()).toContainText(name);
    await rows.first().getByRole("link").click();
    await expect(page.getByRole("dialog", { name: `${name}：近13个月` })).toBeVisible();
  });

  test("departments open in the address; other reports keep months and filters", async ({ page }) => {
    await page.goto(`${report}?by=dept`);
    const rows = table(page, "交易报表（按部门）").locator("tbody tr");
    const folded = await rows.count();
    await rows.first().getByRole("link", { name: /^展开/ }).click();
    await expect(rows.first().getByRole("link", { name: /^收起/ })).toBeVisible();
    const open = await rows.count();
    expect(open).toBeGreaterThan(folded);
    const incomes = (await rows.locator("td:nth-child(3)").allInnerTexts()).map(amount);
    const inside = incomes.slice(1, open - folded + 1).reduce((a, b) => a + b, 0);
    expect(Math.abs(inside - (incomes[0] ?? 0))).toBeLessThan(100 * open);
    await rows.first().locator("th a").last().click();
    expect(asked(page)).toMatchObject({ by: "group" });
    await main(page).getByRole("link", { name: "按型号" }).click();
    expect(asked(page).deptId).toBeTruthy();
    await expect(main(page).locator("figure")).toContainText("累计占比");
    await page.getByRole("link", { name: "指标口径" }).click();
    await expect(page.getByRole("dialog", { name: "指标口径" })).toContainText("退款－增值税");
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
