import { api } from "../../product/api";
import { expect, testAs } from "../support";

const test = testAs("finance");

test("the page of a rate shows its currency's history, as a figure and as a table", async ({ page }) => {
  const finance = await api("finance");
  const rate = (effectiveDate: string, officialRate: string, more: object = {}) =>
    finance.post<{ id: string }>("/finance/rate", {
      currency: "MXN",
      effectiveDate,
      officialRate,
      source: "中间价",
      confirmed: true,
      ...more,
    });
  await rate("1990-01-01", "0.4");
  const { id } = await rate("1990-02-01", "0.41", { myRate: "0.5", source: "银行报价" });
  await page.goto("/finance/rate/index?currency=MXN&effectiveDateTo=1990-12-31");
  const main = page.getByRole("main");
  await main.getByRole("row").filter({ hasText: "1990-02-01" }).getByRole("link").first().click();
  expect(page.url()).toContain(`/finance/rate/detail?id=${id}`);
  const table = main.getByRole("region", { name: "MXN历史汇率" });
  const line = table.getByRole("row").filter({ hasText: "1990-02-01" });
  for (const text of ["0.41", "0.5", "25.00", "银行报价"]) await expect(line).toContainText(text);
  await expect(table.getByRole("row").filter({ hasText: "1990-01-01" })).toContainText("中间价");
  const figure = main.locator("figure").first();
  await expect(figure).toContainText("官方汇率");
  await expect(figure).toContainText("自定汇率");
});
