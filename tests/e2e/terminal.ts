import { expect, type Page } from "@playwright/test";
import { countedOf, counting, dropJob, workIn } from "../product/terminal";

/**
 * A place at the terminal where a person counts what comes in, of which no other test knows.
 * @param nth warehouse of the person
 */
export async function counter(who: string, nth: number) {
  const { place, a, b } = await counting(who, nth);
  return {
    place,
    a,
    b,
    /** What the server has counted. */
    counts: async (as = who) => (await countedOf(as, "in", place)).counts,
    /** The page of a new job, with its worker at work; the person is signed in. */
    async open(page: Page) {
      await dropJob(who, "in", place);
      await workIn(page, place);
      await page.goto("/terminal/in");
      await page.evaluate(() => navigator.serviceWorker.ready);
      await expect(page.locator("[name=code]")).toBeFocused();
    },
  };
}
export type Counter = Awaited<ReturnType<typeof counter>>;

/** What says that scans wait to be sent. */
export const waiting = (page: Page) => page.locator("#waiting");
