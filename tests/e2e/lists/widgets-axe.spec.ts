import type { Page } from "@playwright/test";
import { findings } from "../axe";
import { expect, origin, test } from "../support";

test.use({ user: "admin" });

const STATES = ["", "?add=1", "?view=1001", "?columns=1", "?delete=1001", "?name=没有"];
const WIDGETS = [
  ..."table pagination filter form field input choice multi-select date tree upload".split(" "),
  ..."error-summary dialog button tag tab-links statistic carousel description".split(" "),
  ..."timeline card alert empty breadcrumb progress panel metric-tiles figure word-cloud island".split(" "),
];
const ALL = [...STATES, ...WIDGETS.map((w) => `?widget=${w}`)];

const PARTS = 4;

/** How far a page is wider than its screen; what script draws follows a moment later. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Looks at some pages of /crud/index under a theme. */
async function look(page: Page, theme: string, urls: string[]) {
  test.setTimeout(180_000);
  const value = `${theme}~409eff~111111111`;
  await page.context().addCookies([{ name: "prefs", value, url: origin }]);
  for (const url of urls) {
    await page.goto(`/crud/index${url}`);
    expect.soft(await findings(page, url.includes("widget=") ? "main" : undefined), `${theme} ${url}`).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => tooWide(page), `${url} is wider than a phone`).toBe(0);
    await page.setViewportSize({ width: 1366, height: 768 });
  }
}

for (let part = 0; part < PARTS; part++)
  test(`no serious finding on any widget, none wider than a phone (${part + 1}/${PARTS})`, ({ page }) =>
    look(
      page,
      "default",
      ALL.filter((_, i) => i % PARTS === part),
    ));

// Lists and forms in these themes: shell/accessibility.spec.ts.
for (const theme of ["theme-white", "theme-star"])
  test(`${theme}: no serious finding`, ({ page }) => look(page, theme, ["?widget=alert", "?widget=tree"]));

test("cards on a phone: no serious finding", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/crud/index");
  expect(await findings(page)).toEqual([]);
});
