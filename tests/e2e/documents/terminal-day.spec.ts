import { terminalDay } from "../../product/terminal-day";
import { expect, test } from "../support";

test.use({ user: "warehouse" });

test("a keeper's day by scanner alone, the network lost twice", async ({ page }) => {
  test.setTimeout(180_000);
  await terminalDay(page, expect);
});
