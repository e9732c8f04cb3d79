import { acts, type Driver, main, type Walk } from "../../product/driver";
import { month } from "../../product/month";
import { payments } from "../../product/payments";
import { statement } from "../../product/statement";

const LIMIT = 50_000;
/** ¥86,259.40 → 86259.4. */
const amountOf = (cell: string) => Number(cell.replace(/[^\d.]/g, ""));

/** What a purchase costs, until it is paid: docs/tour/money.md. */
export const money: Walk = async (driver: Driver) => {
  const { expect, follow, rowWith } = driver;
  const { guided, open } = acts(driver);
  const [finance, cashier] = await Promise.all(["finance", "cashier"].map(driver.browserOf));
  if (!finance || !cashier) throw new Error("two people are needed");
  return [
    () => guided(finance, "卷发棒", "请款单", "合并付款", "退汇的OA付款", "重新付出"),
    ...(await payments(driver)),
    async () => {
      await open(cashier, "财务管理", "付款单", "财务");
      await follow(
        cashier,
        main(cashier)
          .getByRole("link", { name: /^OA审批中/ })
          .first(),
      );
      const cells = await main(cashier).locator("tbody tr td").allInnerTexts();
      const large = cells.find((cell) => cell.startsWith("¥") && amountOf(cell) >= LIMIT) ?? "none";
      await follow(cashier, rowWith(cashier, large).first().getByRole("link", { name: /^FK/ }));
      await expect(
        main(cashier)
          .getByRole("link", { name: /^OA\d+/ })
          .first(),
      ).toBeVisible();
    },
    ...(await statement(driver)),
    ...(await month(driver)),
  ];
};
