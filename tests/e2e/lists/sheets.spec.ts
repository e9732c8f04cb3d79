import { main } from "../../product/driver";
import { paste } from "../documents/sheet";
import { expect, submit, test } from "../support";

test.use({ user: "admin" });

const cells = (page: Parameters<typeof main>[0], field: string) =>
  main(page).locator(`[data-typed] [name$=".${field}"]`);

test("a column is pasted over five rows, walked through, saved and kept while one is away", async ({ page }) => {
  await page.goto("/supplier/index?v=0&sheet=1&status=approved");
  const days = cells(page, "leadDays");
  await expect(page.locator("[data-typed]")).toHaveAttribute("data-awake", "");
  const said = main(page).locator("[data-changed]");
  await days.first().focus();
  await paste(page, "91\n92\n93\n94\n95");
  for (const [i, value] of ["91", "92", "93", "94", "95"].entries()) await expect(days.nth(i)).toHaveValue(value);
  await expect(said).toHaveText("已改 5 行");
  await expect(main(page).getByText("已粘贴5行")).toBeVisible();
  // Two columns side by side, from the cell on.
  await days.nth(0).focus();
  await paste(page, "81\t一\n82\t二");
  await expect(cells(page, "remark").nth(1)).toHaveValue("二");
  await expect(days.nth(1)).toHaveValue("82");

  await days.nth(4).focus();
  await page.keyboard.press("Enter");
  await expect(days.nth(5)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(days.nth(3)).toBeFocused();
  const was = await days.nth(3).locator("xpath=..").locator("[data-was]").inputValue();
  await page.keyboard.type(was);
  await expect(said, "what it had is no change").toHaveText("已改 4 行");

  // Half typed, it is there again after another page.
  await page.waitForTimeout(500);
  await page.goto("/supplier/index?v=0");
  await page.goto("/supplier/index?v=0&sheet=1&status=approved");
  await expect(days.nth(4)).toHaveValue("95");
  await expect(said).toHaveText("已改 4 行");

  await submit(page, main(page).getByRole("button", { name: "保存", exact: true }));
  await expect(page.locator("[data-flash]")).toContainText("已保存 4 行");
  await page.goto("/supplier/index?v=0&sheet=1&status=approved");
  await expect(days.nth(0)).toHaveValue("81");
  await expect(said).toHaveText("");
  await days.nth(0).fill("70");
  await expect(said).toHaveText("已改 1 行");
  await page.waitForTimeout(500);
  await main(page).getByRole("link", { name: "取消", exact: true }).click();
  await page.goto("/supplier/index?v=0&sheet=1&status=approved");
  await expect(days.nth(0), "given up is given up").toHaveValue("81");
});

test("what none of the ticked rows can do is not offered for them", async ({ page }) => {
  await page.goto("/purchaseOrder/index?v=0&size=50");
  const rowIn = (state: string) => main(page).getByRole("row").filter({ hasText: state }).first().locator(".l0 input");
  const submitAll = page.getByRole("button", { name: "批量提交" });
  const [draft, finished] = [rowIn("草稿"), rowIn("已完成")];
  await finished.check();
  await expect(page.locator("[data-ticked]")).toHaveText("1");
  await expect(submitAll).toBeHidden();
  await draft.check();
  await expect(submitAll).toBeVisible();
  await draft.uncheck();
  await expect(submitAll).toBeHidden();
});

test("ticked rows say what they come to, exactly", async ({ page }) => {
  await page.goto("/purchaseOrder/index?v=0");
  const sums = page.locator("[data-sums]");
  const boxes = main(page).locator("tbody .l0 input");
  const figures = await main(page)
    .locator('tbody td[data-s^="totalQty="]')
    .evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("data-s")?.split("=")[1])));
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  const expected = ((figures[0] ?? 0) + (figures[2] ?? 0)).toLocaleString("en-US");
  await expect(sums).toContainText(`总数量 ${expected}`);
  await expect(page.locator("[data-ticked]")).toHaveText("2");
  await boxes.nth(2).uncheck();
  await expect(sums).toContainText(`总数量 ${(figures[0] ?? 0).toLocaleString("en-US")}`);
  await main(page).getByRole("checkbox", { name: "全选" }).check();
  const foot = await main(page).locator("tfoot tr").first().innerText();
  const all = figures.reduce((sum, n) => sum + n, 0).toLocaleString("en-US");
  expect(foot).toContain(`Σ:${all}`);
  await expect(sums).toContainText(`总数量 ${all}`);
});
