import { expect, testAs } from "../support";

const test = testAs("finance");

test("the month that runs says why it is not closed yet", async ({ page }) => {
  const main = page.getByRole("main");
  await page.goto("/finance/monthClose/index");
  await main.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(main.getByText(/尚未结束，不能关账/).first()).toBeVisible();
});
