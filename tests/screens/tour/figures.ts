import type { Page } from "@playwright/test";
import { acts, type Driver, main, type Walk } from "../../product/driver";

const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const table = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
const tile = (page: Page, name: string) => main(page).locator(".panels > li, .tiles > li").filter({ hasText: name });
/** -1.09万 → -10900: what a cell says, as far as it says it. */
const amount = (text: string) => Number(text.replace(/[,万]/g, "")) * (text.includes("万") ? 10_000 : 1);

/** The figures, from the company to a model and a keyword: docs/tour/figures.md. */
export const figures: Walk = async (driver: Driver) => {
  const { expect, browserOf, follow } = driver;
  const { guided, open, press } = acts(driver);
  const [exec, ads] = await Promise.all(["exec", "ads"].map(browserOf));
  if (!exec || !ads) throw new Error("two people are needed");
  const first = (page: Page, name: string) => follow(page, table(page, name).getByRole("link").first());

  return [
    async () => {
      await exec.goto("/wel/index");
      await expect(tile(exec, "主营业务收入")).toContainText(/[\d,]+\.\d\d万/);
      await expect(table(exec, "部门排名").getByRole("row")).toHaveCount(7);
      await open(exec, "驾驶舱", "经营总览", "数据");
    },
    async () => {
      const worst = tile(exec, "净利润末位小组");
      const name = await worst.locator("strong").innerText();
      await follow(exec, worst.getByRole("link"));
      const rows = table(exec, "小组排名（末位在前）").locator("tbody tr");
      const profits = (await rows.locator("td:nth-child(3)").allInnerTexts()).map(amount);
      expect(profits).toEqual([...profits].sort((a, b) => a - b));
      await expect(rows.first()).toContainText(name);
      await follow(exec, rows.first().getByRole("link").first());
      const drawer = exec.getByRole("dialog", { name: `${name}：近13个月` });
      await expect(drawer.locator("figure")).toHaveCount(2);
      await follow(exec, drawer.getByRole("link", { name: "下钻到型号" }));
    },
    async () => {
      await open(exec, "驾驶舱", "经营总览", "数据");
      await first(exec, "事业部排名");
      await first(exec, "部门排名");
      const dept = asked(exec);
      await expect(exec.locator("#q-divisionId")).toHaveValue(dept.divisionId ?? "");
      await first(exec, "小组排名");
      await follow(exec, exec.getByRole("dialog").getByRole("link", { name: "下钻到型号" }));
      await first(exec, "型号排名");
      const steps = main(exec).getByRole("navigation", { name: "当前位置" }).getByRole("listitem");
      await expect(steps).toHaveCount(5);
      const keys = ["divisionId", "deptId", "groupId", "modelCode"];
      expect(Object.keys(asked(exec))).toEqual(expect.arrayContaining(keys));
      await follow(exec, steps.nth(2).getByRole("link"));
      expect(asked(exec)).toEqual(dept);
      await exec.goBack();
      await expect(steps).toHaveCount(5);
    },
    async () => {
      await open(exec, "驾驶舱", "交易报表", "数据");
      await press(exec, "按部门");
      const rows = table(exec, "交易报表（按部门）").locator("tbody tr");
      const folded = await rows.count();
      await follow(exec, rows.first().getByRole("link", { name: /^展开/ }));
      const opened = await rows.count();
      expect(opened).toBeGreaterThan(folded);
      const incomes = (await rows.locator("td:nth-child(3)").allInnerTexts()).map(amount);
      const inside = incomes.slice(1, opened - folded + 1).reduce((a, b) => a + b, 0);
      expect(Math.abs(inside - (incomes[0] ?? 0))).toBeLessThan(100 * opened);
      await follow(exec, rows.first().locator("th a").last());
      expect(asked(exec)).toMatchObject({ by: "group" });
      await press(exec, "按型号");
      expect(asked(exec).deptId).toBeTruthy();
      await expect(main(exec).locator("figure")).toContainText("累计占比");
      const [file] = await Promise.all([
        exec.waitForEvent("download"),
        main(exec).getByRole("link", { name: "导出", exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
      await press(exec, "指标口径");
      await expect(exec.getByRole("dialog", { name: "指标口径" })).toContainText("退款－增值税");
    },
    async () => {
      await open(ads, "广告管理", "广告报表", "运营");
      await press(ads, "最近30天");
      const chart = main(ads).locator("figure").first();
      await expect(chart).not.toContainText("Clicks");
      await follow(
        ads,
        main(ads)
          .getByRole("list", { name: "指标" })
          .getByRole("link", { name: /^Clicks/ }),
      );
      await expect(chart).toContainText("Clicks");
    },
    async () => {
      await press(ads, "关键词变化");
      await press(ads, "花费无转化");
      await expect(main(ads).locator("tbody tr").first()).toBeVisible();
      await press(ads, "词云");
      await follow(ads, main(ads).locator("a[href*='keyword=']").first());
      await expect(main(ads).locator("tbody tr").first()).toBeVisible();
      await open(ads, "广告管理", "预算管理", "运营");
      await expect(main(ads).locator("tbody tr").first()).toBeVisible();
    },
    async () => {
      await guided(exec, "快充充电器", "亏损的月份");
      await guided(exec, "露营灯", "销量与利润");
    },
  ];
};
