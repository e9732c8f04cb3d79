import { api } from "../../product/api";
import { expect, submit, testAs } from "../support";

const test = testAs(null);

const LIST = "/advertisement/budgetManage/targetportfolio/index";
const FORM = "/advertisement/budgetManage/targetportfolio/openTag/create";

/** A month in which no budget was planned yet. */
const FREE_MONTH = "2031-03";

test("a budget: weeks by days, a sum that does not fit, submitted and taken back", async ({ browserOf }) => {
  const page = await browserOf("ads");
  const { records } = await (await api("ads")).get<{ records: { portfolioName: string }[] }>(
    "/advertisement/targetportfolio/page?size=1",
  );
  const main = page.getByRole("main");
  await page.goto(FORM);
  await page.locator("input[name=yearMonth]").fill(FREE_MONTH);
  await page.locator("input[name=portfolioId]").fill(records[0]?.portfolioName ?? "");
  await page.locator("input[name=budgetAmount]").fill("100");
  await page.locator("input[name=targetAcos]").fill("25");
  const spread = main.getByRole("button", { name: "按天均分", exact: true });
  const save = main.getByRole("button", { name: "保存", exact: true }).last();
  const amounts = main.locator("input[name$='.amount']");
  await submit(page, spread);
  const values = await Promise.all((await amounts.all()).map(async (i) => Number(await i.inputValue())));
  expect(values.length).toBeGreaterThan(3);
  expect(values.reduce((sum, v) => sum + v, 0)).toBeCloseTo(100, 9);
  await amounts.first().fill("0.01");
  await submit(page, save);
  await expect(main).toContainText("周预算合计须等于月预算");
  await submit(page, spread);
  await submit(page, save);
  expect(new URL(page.url()).searchParams.get("view")).toBe("1");
  await expect(main).toContainText("草稿");
  const confirmed = async (name: string) => {
    await submit(page, main.getByRole("link", { name, exact: true }).first());
    await submit(page, page.getByRole("dialog").locator("form").getByRole("button").last());
  };
  await confirmed("提交");
  await expect(main).toContainText("待审核");
  await confirmed("撤回");
  await expect(main).toContainText("草稿");
  await submit(page, main.getByRole("link", { name: "编辑", exact: true }).first());
  await expect(page.locator("input[name=budgetAmount]")).toHaveValue("100.00");
  await expect(page.locator("input[name=yearMonth]")).toHaveValue(FREE_MONTH);
  expect(new URL(page.url()).pathname).toBe(FORM);
  await page.goto(`${LIST}?yearMonth=${FREE_MONTH}`);
  await expect(main.getByRole("row").nth(1)).toContainText("运营");
  await expect(main.getByRole("row").nth(1)).toContainText(FREE_MONTH);
});

test("the home of who advertises leads to keywords without a buyer and to next month's budget", async ({
  browserOf,
}) => {
  const page = await browserOf("ads");
  const main = page.getByRole("main");
  await page.goto("/wel/index");
  const keywords = main.getByRole("heading", { name: /^无转化投放/ });
  const [count = ""] = /\d+$/.exec(await keywords.innerText()) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(5);
  await keywords.getByRole("link").click();
  await expect(main).toContainText(`共 ${count} 条`);
  await expect(main.getByRole("row").nth(1)).toContainText("无转化");

  await page.goto("/advertisement/budgetManage/portfolio/index?nextBudget=due,open");
  const name = await main.getByRole("row").nth(1).getByRole("link").first().innerText();
  await main.getByRole("row").nth(1).getByRole("link", { name: "编制下月预算" }).click();
  expect(new URL(page.url()).pathname).toBe(FORM);
  await expect(page.locator("input[name=portfolioId]")).toHaveValue(name);
  await expect(page.locator("input[name=yearMonth]")).toHaveValue(/^\d{4}-\d\d$/);
  await expect(page.locator("input[name=budgetAmount]")).toHaveValue(/\d/);
});
