import type { Page } from "@playwright/test";
import { documents } from "#documents";
import { expect, test } from "../support";

/*
 * What stands on the first screenful of a list: whole rows, and columns before the actions. Every run looks
 * at some lists; LONG=true looks at all of them, and prints their table.
 */

test.use({ user: "admin" });

const SIZES = [
  { width: 1366, height: 768, rows: 14, columns: 9 },
  { width: 1093, height: 614, rows: 8, columns: 4 },
  { width: 1920, height: 1080, rows: 20, columns: 9 },
] as const;

/** A line of sums more for each further currency takes the place of this many rows. */
const ROWS_OF_A_CURRENCY = 2;

/** Above the rows of these stand figures, a board or what is missing: so many are in view, at each size. */
const BELOW: Readonly<Record<string, readonly number[]>> = {
  gc_goods_mapping: [10, 6, 20],
  cooperation: [6, 5, 15],
  voc: [6, 5, 15],
  etl_task: [5, 0, 5],
};

const OFTEN = [
  "purchase_requisition",
  "purchase_order",
  "sku",
  "payment_request",
  "payment",
  "transfer",
  "user",
  "supplier",
  "wms_sign",
];

/** Whole rows and columns in view, of those that there are. */
const counted = (page: Page) =>
  page.evaluate(() => {
    const table = document.querySelector("main .t");
    if (!table) return undefined;
    const box = table.getBoundingClientRect();
    const edge = (cell: string, side: "left" | "top", otherwise: number) =>
      table.querySelector(cell)?.getBoundingClientRect()[side] ?? otherwise;
    const foot = edge("tfoot", "top", Math.min(box.bottom, innerHeight));
    const actions = edge("thead .r0", "left", box.right);
    const rows = [...table.querySelectorAll("tbody > tr")];
    const heads = [...table.querySelectorAll("thead th:not(.l0, .l2.ce, .r0, [scope=colgroup])")];
    return {
      rows: rows.filter((row) => row.getBoundingClientRect().bottom <= foot + 1).length,
      allRows: rows.length,
      sums: Math.max(1, ...[...table.querySelectorAll("tfoot td")].map((cell) => cell.querySelectorAll("div").length)),
      columns: heads.filter((head) => head.getBoundingClientRect().right <= actions + 1).length,
      allColumns: heads.length,
    };
  });

const lists = documents.filter(({ name, list }) => !list?.calendar && (process.env.LONG || OFTEN.includes(name)));

test("a list shows its rows and columns on the first screenful", async ({ page }) => {
  test.setTimeout(lists.length * 10_000);
  const short: string[] = [];
  const told: string[] = [];
  for (const { name, screens } of lists) {
    await page.goto(`${screens.list}?size=20`);
    const found: string[] = [];
    for (const [at, { width, height, ...least }] of SIZES.entries()) {
      await page.setViewportSize({ width, height });
      const seen = await counted(page);
      if (!seen) break;
      found.push(`${seen.rows}/${seen.allRows} ${seen.columns}/${seen.allColumns}`);
      const rows = (BELOW[name]?.[at] ?? least.rows) - (seen.sums - 1) * ROWS_OF_A_CURRENCY;
      const enough =
        seen.rows >= Math.min(rows, seen.allRows) && seen.columns >= Math.min(least.columns, seen.allColumns);
      if (!enough) short.push(`${name} ${width}×${height}: ${found.at(-1)}`);
    }
    told.push(`${name}\t${found.join("\t")}`);
  }
  if (process.env.LONG) console.log(told.join("\n"));
  expect(short).toEqual([]);
});

test("a head of groups takes two low rows", async ({ page }) => {
  for (const name of ["exchange_rate", "evaluation"]) {
    await page.goto(documents.find((d) => d.name === name)?.screens.list ?? "");
    await expect(page.locator("main .t thead tr")).toHaveCount(2);
    const head = await page.locator("main .t thead").boundingBox();
    expect(head?.height, name).toBeLessThanOrEqual(56);
  }
});

test("an approval is decided without scrolling, at every size", async ({ browserOf }) => {
  const page = await browserOf("exec");
  await page.goto("/activiti/todo/index");
  await page.locator("main .t tbody").getByRole("link").first().click();
  const approve = page.locator("#decide").getByRole("button", { name: "通过", exact: true });
  for (const size of [...SIZES, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await expect(approve).toBeInViewport({ ratio: 1 });
  }
});

test("approvals are walked through by keys, in one tab", async ({ browserOf }) => {
  const page = await browserOf("purchase_manager");
  await page.goto("/activiti/todo/index");
  await page.locator("main .t tbody").getByRole("link").first().click();
  const waiting = page.getByRole("navigation", { name: "待办审批" });
  const links = waiting.getByRole("link");
  await expect(links.first()).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("j");
  await expect(links.nth(1)).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    (await links.nth(1).locator("b").innerText()).trim(),
  );
  await page.keyboard.press("k");
  await expect(links.first()).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".strip li a", { hasText: "流程详情" })).toHaveCount(1);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const before = await links.count();
  await page.keyboard.press("a");
  await expect(page.getByText("已通过，这是下一条")).toBeVisible();
  await expect(links).toHaveCount(before - 1);
});

test("a document says its lines and its next step on the first screenful", async ({ page }) => {
  await page.goto("/purchaseOrder/index?status=executing");
  await page.locator("main .t tbody th").getByRole("link").first().click();
  await expect(page.locator("#parts tbody tr > *").first()).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".record-head .acts").getByRole("link").first()).toBeInViewport({ ratio: 1 });
});
