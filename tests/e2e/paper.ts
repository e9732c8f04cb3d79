import type { Page } from "@playwright/test";
import { expect, follow, rowWith, submit } from "./support";

// What people do with documents, whatever document it is.

/** What stands beside menu and bars. */
export const main = (page: Page) => page.getByRole("main");
/** A field of a line. */
export const cell = (page: Page, row: number, label: string) =>
  page.getByLabel(`第${row}行 ${label}`);

/** Presses a button or follows a link of the page by its name. */
export async function press(page: Page, name: string) {
  const wanted = { name, exact: true };
  const target = main(page).getByRole("button", wanted).or(main(page).getByRole("link", wanted));
  const link = await target.first().evaluate((node) => node.tagName === "A");
  return link ? follow(page, target.first()) : submit(page, target.first());
}

/** An action that asks first. */
export async function confirmed(page: Page, name: string) {
  await press(page, name);
  await submit(page, page.getByRole("dialog").locator("form").getByRole("button").last());
}

/** The first number with this prefix on the page. */
export const numberOf = async (page: Page, prefix: string) =>
  new RegExp(`${prefix}\\d{10}`).exec(await main(page).innerText())?.[0] ?? "";

/** Decides from the list of what waits for this person. */
export async function approve(page: Page, no: string) {
  await page.goto("/activiti/todo/index?size=100");
  await follow(page, rowWith(page, no).getByRole("link").first());
  await press(page, "通过");
  await expect(page.locator("[data-flash]")).toContainText("已通过");
}
