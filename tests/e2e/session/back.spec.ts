import { expect, test } from "../support";
import { back, hidesWhatWasLeft, LIST, withPagesKept } from "./back";

// By http, without what a trusted origin has: script sees to it.
const current = withPagesKept("http");
hidesWhatWasLeft(current);

test("Back brings a page of the same session from the cache", async () => {
  const page = current();
  await page.evaluate(() => Object.assign(window, { left: 1 }));
  await page.getByRole("link", { name: "首页" }).first().click();
  await expect(page).not.toHaveURL(new RegExp(LIST));
  await back(page);
  await expect(page.getByRole("heading", { name: "采购单" })).toBeVisible();
  expect(await page.evaluate(() => "left" in window)).toBe(true);
});
