import { cell } from "../../product/driver";
import { expect, test } from "../support";
import { codes, foot, newForm, rows, sheet } from "./sheet";

test.use({ user: "ops" });

test("columns stay where they are when a cell is touched", async ({ page }) => {
  await newForm(page);
  const left = async () => (await cell(page, 2, "SKU").boundingBox())?.x;
  const before = await left();
  await cell(page, 1, "SKU").click();
  await expect(sheet(page)).toHaveAttribute("data-rests");
  expect(await left()).toBe(before);
});

test("keys move among cells and rows, open new rows and never send the form", async ({ page }) => {
  const [one = "", two = ""] = await codes(2);
  const sent = await newForm(page);
  const keys = page.keyboard;
  await cell(page, 1, "SKU").focus();
  await keys.type(one);
  await keys.press("Enter");
  await expect(cell(page, 1, "请购数量")).toBeFocused();
  await keys.type("12");
  await keys.press("Enter");
  await expect(cell(page, 1, "预估单价")).toBeFocused();
  await keys.type("2.5");
  await expect(rows(page).first()).toContainText("30.00");
  await keys.press("Shift+Enter");
  await expect(cell(page, 1, "请购数量")).toBeFocused();
  await keys.press("ArrowDown");
  await expect(cell(page, 2, "请购数量")).toBeFocused();
  await keys.press("ArrowLeft");
  await expect(cell(page, 2, "SKU")).toBeFocused();
  await keys.press("Control+Enter");
  await expect(cell(page, 3, "SKU")).toBeFocused();
  await keys.press("ArrowUp");
  await keys.press("ArrowUp");
  await expect(cell(page, 1, "SKU")).toBeFocused();
  await expect(foot(page)).toContainText("12");

  await cell(page, 8, "SKU").fill(two);
  await expect(rows(page)).toHaveCount(9);
  await cell(page, 8, "备注").focus();
  await keys.press("Enter");
  await expect(cell(page, 9, "SKU")).toBeFocused();
  await page.getByRole("button", { name: "添加一行" }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(cell(page, 2, "SKU")).toBeFocused();
  await page.getByLabel("请购明细添加的行数").fill("10");
  await keys.press("Enter");
  await expect(rows(page)).toHaveCount(20);
  expect(sent).toEqual([]);
});

test("Enter means what is typed now, not what was offered for the half of it", async ({ page }) => {
  const [one = ""] = await codes(1);
  await newForm(page);
  await cell(page, 1, "SKU").focus();
  await page.keyboard.type(one.slice(0, -1));
  await expect(page.locator("#ref-list [role=option]").first()).toBeVisible();
  // A scanner: the rest and Enter come before any answer can.
  await cell(page, 1, "SKU").evaluate((input: HTMLInputElement, code) => {
    input.value = code;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }, one);
  await expect(cell(page, 1, "请购数量")).toBeFocused();
  await expect(cell(page, 1, "SKU")).toHaveValue(one);
});

test("keys that are faster than their script are done in their order", async ({ page }) => {
  await page.route(/\/keys\.client-/, async (route) => {
    await new Promise((next) => setTimeout(next, 1500));
    await route.continue();
  });
  await newForm(page);
  await cell(page, 1, "请购数量").focus();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await page.keyboard.type("2.5");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.type("x7");
  await expect(cell(page, 2, "SKU")).toHaveValue("x7");
  await expect(cell(page, 1, "请购数量")).toHaveValue("12");
  await expect(cell(page, 1, "预估单价")).toHaveValue("2.5");
});
