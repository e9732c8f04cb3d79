import { api } from "../../product/api";
import { expect, testAs } from "../support";

const test = testAs("purchase_manager");

const firstOrder = async () => {
  const { records } = await (await api("purchase_manager")).get<{ records: { id: string; no: string }[] }>(
    "/purchase/order/page?size=1",
  );
  const [order] = records;
  if (!order) throw new Error("no demo order");
  return order;
};

test("a whole number leads to its document in one step", async ({ page }) => {
  const { id, no } = await firstOrder();
  await page.goto("/wel/index");
  const box = page.getByRole("banner").getByRole("searchbox");
  await box.fill(no.toLowerCase());
  await box.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/orderUpdate/index\\?id=${id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(no);
});

test("a part of it is asked for by a page, with kinds, states and the way to all of them", async ({ page }) => {
  await page.goto("/search?q=CG");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "采购单" })).toBeVisible();
  await main.getByRole("link", { name: "在采购单列表中查看全部" }).click();
  await expect(page).toHaveURL(/\/purchaseOrder\/index\?keyword=CG/);
});

test("what is starred or was seen last stands there before anything is typed", async ({ page }) => {
  const { id, no } = await firstOrder();
  await page.goto(`/orderUpdate/index?id=${id}`);
  await page.getByRole("button", { name: "收藏", exact: true }).click();
  await expect(page.getByRole("status").first()).toContainText("已收藏");
  await page.goto("/search");
  const main = page.getByRole("main");
  const heading = main.getByRole("heading", { name: "收藏", exact: true });
  await expect(heading).toBeVisible();
  await expect(main.getByRole("link", { name: new RegExp(no) })).toHaveCount(1);
  const html = await (await page.request.get("/search/suggest?q=")).text();
  expect(html).toContain(no);
  await page.goto(`/orderUpdate/index?id=${id}`);
  await page.getByRole("button", { name: "取消收藏" }).click();
  await page.goto("/search");
  await expect(heading).toHaveCount(0);
  await expect(main.getByRole("heading", { name: "最近访问" })).toBeVisible();
  await expect(main.getByRole("link", { name: new RegExp(no) })).toHaveCount(1);
});
