import { expect, origin, test } from "../support";

test.use({ user: "admin" });

const THEMES = ["default", "theme-white", "theme-star"];
const WIDTHS = { wide: 1366, narrow: 390 };
const FIGURES = "months compared campaign pareto parts ranking losses changes".split(" ");
/** Fonts differ between machines: what is compared is what is drawn. */
const NO_TEXT = "text, .ranks span, .ranks b { visibility: hidden }";

test.describe("pictures", () => {
  // The policy would refuse the style that hides the text.
  test.use({ bypassCSP: true });
  for (const theme of THEMES)
    for (const [name, width] of Object.entries(WIDTHS))
      test(`every kind of figure looks as it did: ${theme}, ${name}`, async ({ page }) => {
        const value = `${theme}~409eff~111111111`;
        await page.context().addCookies([{ name: "prefs", value, url: origin }]);
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/crud/index?widget=figure");
        for (const figure of FIGURES) {
          const marks = page.locator(`#ex-${figure} > :is(.plot, .ranks)`);
          const picture = await marks.screenshot({ style: NO_TEXT, animations: "disabled" });
          expect
            .soft(picture)
            .toMatchSnapshot([theme, `${figure}-${name}.png`], { maxDiffPixelRatio: 0.003 });
        }
      });
});
