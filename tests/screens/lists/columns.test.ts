import { expect, type Page, testAs } from "../support";

const list = "/purchaseOrder/index";
const heads = async (page: Page) =>
  (await page.getByRole("main").locator("thead th").allInnerTexts()).map((text) => text.replace(/[\s⇅↑↓]/g, ""));

testAs("buyer")("columns take the places that the chooser gives them", async ({ page }) => {
  await page.goto(`${list}?columns=1`);
  const dialog = page.getByRole("dialog", { name: "列显隐" });
  await dialog.getByLabel("收货仓排第几列").fill("3");
  await dialog.getByLabel("订单总额排第几列").fill("90");
  await dialog.getByLabel("紧凑").check();
  await dialog.getByRole("button", { name: "保存" }).click();
  const after = await heads(page);
  expect(after.indexOf("收货仓")).toBe(after.indexOf("状态") + 1);
  expect(after.at(-2)).toBe("订单总额");
  await expect(page.locator(".list.compact")).toHaveCount(1);
  await page.goto(`${list}?columns=reset`);
  await page.getByRole("dialog").getByRole("button", { name: "确定" }).click();
  expect((await heads(page)).slice(2, 6)).toEqual(["单号", "状态", "供应商", "订单总额"]);
});

testAs("buyer")("the head of a list moves and widens its columns", async ({ page, request }) => {
  await page.goto(list);
  const keys = (await page.locator(".t").getAttribute("data-cols"))?.split(",") ?? [];
  const [first = "", second = ""] = [keys.at(2), keys.at(3)];
  const change = (form: Record<string, string>) =>
    request.post(list, { form: { _action: "columns", ...form }, headers: { Origin: page.url() } });
  expect((await change({ key: second, before: first })).status()).toBe(204);
  expect((await change({ key: second, width: "260" })).status()).toBe(204);
  await page.goto(list);
  const moved = (await page.locator(".t").getAttribute("data-cols"))?.split(",");
  expect(moved?.slice(0, 4)).toEqual([keys[0], keys[1], second, first]);
  await expect(page.locator(".t col").nth(4)).toHaveAttribute("width", "260");
  expect((await change({ key: "nothing", before: "" })).status(), "an unknown one").toBe(204);
});

testAs("warehouse")("what one may never read is no column and no choice", async ({ page, browserOf }) => {
  const stock = "/wms/stock/index";
  await page.goto(`${stock}?columns=1`);
  expect(await heads(page)).not.toContain("库存金额(CNY)");
  await expect(page.getByRole("dialog")).not.toContainText("库存金额");
  const finance = await browserOf("finance");
  await finance.goto(`${stock}?columns=1`);
  await expect(finance.getByRole("dialog")).toContainText("库存金额");
});
