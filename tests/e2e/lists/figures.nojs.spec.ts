import { expect, origin, test } from "../support";

test.use({ user: "admin" });

/** Themes and widths; a theme changes colours alone. */
const LOOKS = [
  ["default", "wide", 1366],
  ["default", "narrow", 390],
  ["theme-star", "wide", 1366],
] as const;
const FIGURES = "months compared campaign pareto parts ranking losses changes".split(" ");
/** Fonts differ between machines: what is compared is what is drawn. */
const NO_TEXT = "text, .ranks span, .ranks b, .foot-bar { visibility: hidden }";

test.describe("pictures", () => {
  // The policy would refuse the style that hides the text.
  test.use({ bypassCSP: true });
  for (const [theme, name, width] of LOOKS)
    test(`every kind of figure looks as it did: ${theme}, ${name}`, async ({ page }) => {
      const value = `${theme}~409eff~111111111`;
      await page.context().addCookies([{ name: "prefs", value, url: origin }]);
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/crud/index?widget=figure");
      for (const figure of FIGURES) {
        const marks = page.locator(`#ex-${figure} > :is(.plot, .ranks)`);
        const picture = await marks.screenshot({ style: NO_TEXT, animations: "disabled" });
        expect.soft(picture).toMatchSnapshot([theme, `${figure}-${name}.png`], { maxDiffPixelRatio: 0.003 });
      }
    });
});
