import { findings } from "../axe";
import { expect, test } from "../support";

const at = "/advertisement/report/index";
const parts = ["report", "compared", "listing", "change", "keyword", "wordcloud"];

test.use({ user: "ads" });

test("on a phone no part sticks out; none has a serious finding", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const part of parts) {
    await page.goto(`${at}?tab=${part}&size=10`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, part).toBeLessThanOrEqual(390);
    // The other three are tables like that of the changes.
    if (["report", "change", "wordcloud"].includes(part)) expect(await findings(page, "main"), part).toEqual([]);
  }
});
