import { expect, testAs } from "../support";

const list = "/purchaseOrder/index";
const preview = (at: string) => `/preview?at=${encodeURIComponent(at)}`;

testAs("buyer")(
  "a card says what a link leads to, and no more than one may read",
  async ({ page, request, browserOf }) => {
    await page.goto(list);
    const link = page.locator("tbody th a").first();
    const at = (await link.getAttribute("href")) ?? "";
    const card = await request.get(preview(at));
    expect(card.status()).toBe(200);
    const text = await card.text();
    expect(text).toContain(await link.innerText());
    expect(text).toContain("供应商");
    expect(text, "an amount with its currency").toMatch(/订单总额.*[¥$€]/);
    for (const other of [list, "/wel/index", "//elsewhere/x", "/purchaseOrder/detail/999999", "x"])
      expect((await request.get(preview(other))).status(), other).toBe(404);
    const ads = await browserOf("ads");
    expect((await ads.goto(preview(at))).status(), "who may not see orders").toBe(404);
  },
);

testAs("buyer")("what a row names is a link to it", async ({ page }) => {
  await page.goto(list);
  await expect(page.locator("tbody td a[href^='/createSuppplier']").first()).toBeVisible();
});
