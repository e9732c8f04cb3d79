import { expect, test } from "../support";

test.use({ user: "purchase_manager" });

test("a number typed from any page leads to its document in one Enter", async ({ page }) => {
  await page.goto("/purchaseOrder/index");
  const link = page.getByRole("main").getByRole("link", { name: /^CG/ }).first();
  const no = String(await link.textContent()).trim();
  await page.keyboard.press("Control+k");
  const box = page.getByRole("banner").getByRole("combobox", { name: /^搜索单据和菜单/ });
  await expect(box).toBeFocused();
  await page.keyboard.type(no.slice(0, -4));
  const offered = page.getByRole("listbox", { name: "搜索建议" });
  await expect(offered.getByRole("option", { selected: true })).toBeVisible();
  // At once: what is offered is still for what was typed before.
  await page.keyboard.type(no.slice(-4));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(no);
});

test("filters are asked for while typing rests, and shown at once on Enter", async ({ page }) => {
  await page.goto("/purchaseOrder/index");
  const asked: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("keyword=")) asked.push(request.headers()["x-part"]);
  });
  const field = page.getByRole("main").getByRole("searchbox", { name: "关键字" });
  const ahead = page.waitForResponse(/keyword=CG26/);
  await field.pressSequentially("CG26", { delay: 10 });
  await ahead;
  await field.press("Enter");
  await expect(page).toHaveURL(/keyword=CG26/);
  await expect(field).toBeFocused();
  expect(new Set(asked)).toEqual(new Set(["ahead"]));
});
