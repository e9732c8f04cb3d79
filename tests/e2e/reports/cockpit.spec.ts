import type { Page } from "@playwright/test";
import { findings } from "../axe";
import { expect, test } from "../support";

const overview = "/cockpit/overview/index";
const report = "/cockpit/tradeReport/index";
const main = (page: Page) => page.getByRole("main");
const _asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const tile = (page: Page, name: string | RegExp) =>
  main(page).locator(".panels > li, .tiles > li").filter({ hasText: name });
const _table = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
/** Ids of the filters' controls. */
const filter = (page: Page, name: string) => page.locator(`#q-${name}`);

/** -1.09万 → -10900: what a cell says, as far as it says it. */
const _amount = (text: string) =>
  Number(text.replace(/[,万]/g, "")) * (text.includes("万") ? 10_000 : 1);
const _wan = (value: number) =>
  Math.abs(value) < 10_000
    ? value.toLocaleString("en-US", { minimumFractionDigits: 2 })
    : `${(value / 10_000).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}万`;

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

  test("another month is another address, and a bookmark", async ({
    page,
    browserOf,
    javaScriptEnabled: js,
  }) => {
    await page.goto(overview);
    const now = await tile(page, / 主营业务收入/)
      .first()
      .innerText();
    await narrow(page, js, "reportMonth", { index: 2 });
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

  test("another division forgets the department of the first", async ({
    page,
    javaScriptEnabled: js,
  }) => {
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
