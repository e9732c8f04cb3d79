import type { Page } from "@playwright/test";
import { documents } from "#documents";
import { expect, test } from "../support";

/*
 * How many rows of its lines a form shows on the first screenful. Where a form begins with fewer, because
 * another document says its rows, the room for rows counts. LONG=true prints the table of all.
 */

test.use({ user: "admin", viewport: { width: 1366, height: 768 } });

const ROWS = 8;

/** Forms in which rows must be filled in. */
const sheets = documents.filter(
  ({ can, number, screens, lines = {} }) =>
    number &&
    can?.add !== false &&
    screens.create &&
    Object.values(lines).some((l) => !l.computed && (l.required || l.sourced)),
);

/** A row of a list leads to the form, by this word. */
const FROM: Readonly<Record<string, readonly [list: string, link: string]>> = {
  wms_sign: ["/delivery/index?status=shipped", "签收"],
  ad_change: ["/advertisement/keyword/index", "调竞价"],
};

/** There are no rows before another document is chosen: nothing to measure in a blank form. */
const NONE = ["requisition_cancel", "customs_declaration", "merged_payment", "rebate", "cs_refund"];

/** Whole rows in view above the sums and the buttons, and those that there is room for. */
const counted = (page: Page) =>
  page.evaluate(() => {
    const foot = innerHeight - (document.querySelector("form.form > .foot")?.getBoundingClientRect().height ?? 0);
    const table = document.querySelector("form.form .cells");
    const rows = [...(table?.querySelectorAll("tbody > tr") ?? [])].map((row) => row.getBoundingClientRect());
    const [first] = rows;
    if (!table || !first) return undefined;
    const sums = table.querySelector("tfoot")?.getBoundingClientRect();
    return {
      rows: rows.filter(({ bottom }) => bottom <= Math.min(foot, sums?.top ?? foot) + 1).length,
      all: rows.length,
      room: Math.floor((foot - first.top - (sums?.height ?? 0)) / first.height),
    };
  });

test("a form shows eight rows of its lines on the first screenful", async ({ page }) => {
  test.setTimeout(sheets.length * 10_000);
  const short: string[] = [];
  const told: string[] = [];
  const none: string[] = [];
  for (const { name, screens } of sheets) {
    const [list, link] = FROM[name] ?? [];
    await page.goto(list ?? screens.create?.replace(/\{\w+\}/g, "0") ?? "");
    if (link) await page.locator("main .t tbody").getByRole("link", { name: link }).first().click();
    if (link) await page.waitForURL((url) => url.pathname === screens.create);
    const seen = await counted(page);
    if (!seen) none.push(name);
    else {
      told.push(`${name}\t${seen.rows}/${seen.all}\t${seen.room}`);
      if ((seen.all < ROWS ? seen.room : seen.rows) < ROWS) short.push(told.at(-1) ?? "");
    }
  }
  if (process.env.LONG) console.log(told.join("\n"));
  expect(none).toEqual(NONE);
  expect(short).toEqual([]);
});
