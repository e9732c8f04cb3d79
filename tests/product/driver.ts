import type { Download, Page } from "@playwright/test";
import type * as e2e from "../e2e/support";

/**
 * What a flow needs of the browser that it runs in. The screens' browser speaks Playwright's words and
 * stands in for it.
 */
export interface Driver extends Pick<typeof e2e, "attach" | "choose" | "expect" | "follow" | "rowWith" | "submit"> {
  browserOf(username: string): Promise<Page>;
  bytesOf(file: Download): Promise<Uint8Array>;
}

/** A walk of docs/tour: what is done for each of its steps, in their order. */
export type Walk = (driver: Driver) => Promise<(() => Promise<void>)[]>;

/** Plays a walk to its end. */
export async function play(walk: Walk, driver: Driver): Promise<void> {
  for (const step of await walk(driver)) await step();
}

/** What stands beside menu and bars. */
export const main = (page: Page) => page.getByRole("main");
/** A field of a line. */
export const cell = (page: Page, row: number, label: string) => page.getByLabel(`第${row}行 ${label}`);

/** The first number with this prefix on the page. */
export const numberOf = async (page: Page, prefix: string) =>
  new RegExp(`${prefix}\\d{10}`).exec(await main(page).innerText())?.[0] ?? "";

/** What people do with documents, whatever document it is. */
export function acts({ expect, follow, rowWith, submit }: Driver) {
  /** Presses a button or follows a link of the page by its name. */
  const press = async (page: Page, name: string) => {
    const wanted = { name, exact: true };
    const link = main(page).getByRole("link", wanted);
    const target = main(page).getByRole("button", wanted).or(link).first();
    return (await target.getAttribute("href")) !== null ? follow(page, target) : submit(page, target);
  };
  /** Bar and menu are on every page but those of a phone or terminal; what asks first lies above them. */
  const atBar = async (page: Page) => {
    const isThere = await page.locator("header.bar").count();
    if (!isThere || (await page.getByRole("dialog").count())) await page.goto("/wel/index");
  };
  /** Presses its button in the bar, and stands at the newest first. */
  const waiting = async (page: Page) => {
    await atBar(page);
    await follow(page, page.locator("header.bar .bar-tools a[href='/activiti/todo/index']"));
  };
  return {
    press,
    /** Opens the fields of a form that are folded above its lines. */
    unfold: (page: Page) => main(page).getByText("更多填写项").click(),
    /** Goes there by the menu: a group of the bar, a branch, an entry. */
    async open(page: Page, branch: string, entry: string, group = "供应链") {
      await atBar(page);
      await page.getByRole("group", { name: "菜单分组" }).getByText(group, { exact: true }).click();
      const menu = page.getByRole("navigation", { name: "主菜单" });
      const link = menu.getByRole("link", { name: entry, exact: true });
      if (!(await link.isVisible())) await menu.getByText(branch, { exact: true }).click();
      await follow(page, link);
    },
    /** From the mark in the bar to a document of one of the six goods that the demonstration tells of. */
    async guided(page: Page, goods: string, ...labels: string[]) {
      await atBar(page);
      // On a small screen the mark says 演示 alone.
      await follow(page, page.locator("header.bar").getByRole("link", { name: /^演示/ }));
      const guide = page.url();
      for (const label of labels) {
        await page.goto(guide);
        const chapter = main(page).locator("section.card", { hasText: goods });
        await follow(page, chapter.getByRole("link", { name: label }).first());
        await expect(main(page).getByRole("heading", { level: 1 }).first()).toBeVisible();
      }
    },
    /** A sheet that opens beside the page. */
    async sheet(page: Page, name: string) {
      const link = main(page).getByRole("link", { name, exact: true }).first();
      const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
      await expect(opened.locator("table").first()).toBeVisible();
    },
    /** An action that asks first. */
    async confirmed(page: Page, name: string) {
      await press(page, name);
      await submit(page, page.getByRole("dialog").locator("form").getByRole("button").last());
    },
    /** Decides from the list of what waits for this person. */
    async approve(page: Page, no: string) {
      await waiting(page);
      await follow(page, rowWith(page, no).getByRole("link").first());
      await press(page, "通过");
      await expect(page.locator("[data-flash]")).toContainText("已通过");
    },
  };
}
