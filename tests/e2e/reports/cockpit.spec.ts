import type { Page } from "@playwright/test";
import { findings } from "../axe";
import { expect, test } from "../support";

const overview = "/cockpit/overview/index";
const report = "/cockpit/tradeReport/index";
/** Ids of the filters' controls. */
const filter = (page: Page, name: string) => page.locator(`#q-${name}`);

/** Chooses and sends: with script the choice sends the form itself. */
async function narrow(
  page: Page,
  js: boolean | undefined,
  name: string,
  choice: { label: string } | { index: number },
) {
  const select = filter(page, name);
  const before = page.url();
  await select.selectOption(choice);
  if (js === false) await page.getByRole("button", { name: "搜索", exact: true }).click();
  await expect(page).not.toHaveURL(before);
}

test.describe("of the management", () => {
  test.use({ user: "exec" });

  test("another division forgets the department of the first", async ({ page, javaScriptEnabled: js }) => {
    await page.goto(overview);
    await narrow(page, js, "divisionId", { index: 1 });
    await narrow(page, js, "deptId", { index: 1 });
    await expect(filter(page, "deptId")).not.toHaveValue("");
    await narrow(page, js, "divisionId", { index: 2 });
    await expect(filter(page, "deptId")).toHaveValue("");
  });

  test("nothing serious for who cannot see or point", async ({ page }) => {
    for (const url of [overview, `${report}?by=dept&open=10`]) {
      await page.goto(url);
      expect(await findings(page, "main"), url).toEqual([]);
    }
  });
});

test.describe("without the rights", () => {
  test.use({ user: "warehouse" });
});
