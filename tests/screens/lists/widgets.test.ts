import { expect, type Page, testAs } from "../support";

const test = testAs("admin");

const open = (page: Page, widget: string) => page.goto(`/crud/index?widget=${widget}`);

test("without script a file stays while its box is ticked", async ({ page }) => {
  await open(page, "upload");
  await expect(page.getByLabel("保留").first()).toBeChecked();
});

test("rich text is a plain textarea without script", async ({ page }) => {
  await open(page, "island");
  await expect(page.locator("textarea[name=content]")).toHaveValue(/<p>.*<\/p>/);
  await expect(page.getByText("示例内容一")).toBeVisible();
});
