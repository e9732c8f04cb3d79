import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Everything on a page but its menu and top bar. */
export const BESIDE_SHELL = "beside the shell";

/** What opens from the top bar, on a page that was looked at itself. */
export const BESIDE_MAIN = "beside the page";

/** The rules that WCAG 2.1 AA stands on; what is mere custom takes a third of the time. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** Parts that are alike on every page of the desk. */
const SHELL = [".side", "header.bar"];

/**
 * Serious and critical findings of axe, in words. `within` looks at a part of the page only, or at
 * everything but the shell: what every page has around it need not be looked at each time.
 */
export async function findings(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  // The other mode opens a page of its own for each look, for frames of other sites: here are none.
  axe.setLegacyMode(true);
  if (within === BESIDE_SHELL) for (const part of SHELL) axe.exclude(part);
  else if (within === BESIDE_MAIN) axe.exclude("main").exclude(".side");
  else if (within) axe.include(within);
  // What passes is not told in full: telling it takes as long as looking.
  const { violations } = await axe.options({ resultTypes: ["violations"], runOnly: WCAG }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 200)).join(" | ")}`);
}
