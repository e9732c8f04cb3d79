import { countedOf, counting, dropJob, scanner, workIn } from "../../product/terminal";
import { expect, test } from "../support";

test.use({ user: "warehouse" });

test("a scanner alone counts: the field has the focus after every page", async ({ page }) => {
  const { place, a: code } = await counting("warehouse", 3);
  await dropJob("warehouse", "in", place);
  await workIn(page, place);
  await page.goto("/terminal/in");
  const band = page.locator("#band");
  for (let n = 1; n <= 4; n++) {
    await expect(page.locator("[name=code]")).toBeFocused();
    await scanner(page, code);
    await expect(band).toContainText(`共${n}件`);
  }
  await scanner(page, "NO-SUCH-CODE");
  await expect(band).toHaveText("不认识的条码 NO-SUCH-CODE");
  const box = await band.boundingBox();
  expect(box?.width).toBeGreaterThan(700);
  await page.reload();
  await expect(band, "it stays until the next good scan").toHaveClass(/bad/);
  expect((await countedOf("warehouse", "in", place)).counts).toEqual({ [code]: 4 });
  const targets = await page
    .locator("a, button, summary, input:not([type=hidden]):not([type=radio])")
    .evaluateAll((all) => all.filter((el) => el.checkVisibility()).map((el) => el.getBoundingClientRect().height));
  expect(Math.min(...targets)).toBeGreaterThanOrEqual(48);
});
