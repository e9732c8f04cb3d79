import { api } from "../../product/api";
import { expect, testAs } from "../support";

const test = testAs(null);

const firstOf = async (path: string) => {
  const { records } = await (await api()).get<{ records: { id: string; no: string }[] }>(path);
  const [first] = records;
  if (!first) throw new Error(`no demo row: ${path}`);
  return first;
};

test("who may not edit a SKU reads it at the address of its form", async ({ browserOf }) => {
  const { id } = await firstOf("/product/sku/page?size=1&status=approved&skuType=normal");
  const address = `/product/openTag/editSku/${id}`;
  const [ops, product] = [await browserOf("ops"), await browserOf("product")];
  expect((await ops.goto(address))?.status()).toBe(200);
  await expect(ops.getByRole("main").getByText("英文名", { exact: true })).toBeVisible();
  await expect(ops.locator("main [name=skuCode]")).toHaveCount(0);
  expect((await product.goto(address))?.status()).toBe(200);
  await expect(product.locator("main [name=skuCode]")).toHaveCount(1);
});

test("the page of a supplier has its prices, orders and punctuality, each at its address", async ({ browserOf }) => {
  const { id } = await firstOf("/supplier/supplier/page?size=1&status=approved&descs=openPoAmount");
  const admin = await browserOf("admin");
  await admin.goto(`/createSuppplier/index?id=${id}`);
  const tabs = admin.getByRole("navigation", { name: "单据内容" });
  await tabs.getByRole("link", { name: /^采购单/ }).click();
  await expect(admin).toHaveURL(/tab=orders/);
  await expect(admin.getByRole("region", { name: "最近的采购单" }).getByRole("row")).not.toHaveCount(1);
  await tabs.getByRole("link", { name: "质量与交期" }).click();
  await expect(admin.getByText("准时率（按期", { exact: false })).toBeVisible();
});
