import { api } from "../../product/api";
import { expect, type Page, testAs, unique } from "../support";

/* References are typed: by a code, a part of it, a name or its first letters; the server looks them up. */

const test = testAs("ops");
const FORM = "/porequisiton/create/index";

const cell = (page: Page, row: number, field: string) => page.locator(`[name="items[${row}].${field}"]`);

async function begun(page: Page): Promise<void> {
  await page.goto(FORM);
  await page.getByLabel("店铺").selectOption({ index: 1 });
  await page.getByLabel(/^需求仓库/).selectOption({ label: "深圳仓" });
  await page
    .getByLabel(/^期望到仓日/)
    .first()
    .fill("2099-01-20");
  await cell(page, 0, "qty").fill("60");
}

const save = (page: Page) => page.getByRole("button", { name: "保存", exact: true }).last().click();

/** A SKU that a part of its name finds alone. */
async function alone() {
  const { records } = await (await api("buyer")).get<{ records: { skuCode: string; name: string; status: string }[] }>(
    "/product/sku/page?size=100&skuType=normal&keyword=餐具水具",
  );
  const approved = records.filter((s) => s.status === "approved");
  const found = approved.find((s) => approved.filter((o) => o.name.includes(s.name)).length === 1);
  return found ?? { skuCode: "", name: "" };
}

test("a part that one row alone has is accepted", async ({ page }) => {
  const sku = await alone();
  await begun(page);
  await cell(page, 0, "skuId").fill(sku.name);
  await save(page);
  await expect(page.locator("main")).toContainText(sku.skuCode);
  await expect(page.locator("main")).toContainText("草稿");
});

test("of several rows one is chosen, and everything else stays", async ({ page }) => {
  await begun(page);
  await cell(page, 0, "skuId").fill("餐具水具");
  await page.getByLabel("请购原因").fill("补货");
  await save(page);
  await expect(page.getByText(/“餐具水具”符合.+SKU，请选择一个/).first()).toBeVisible();
  await expect(page.getByLabel("请购原因")).toHaveValue("补货");
  await expect(cell(page, 0, "skuId")).toHaveValue("餐具水具");
  const choice = cell(page, 0, "skuId~");
  const { skuCode } = await alone();
  await choice.selectOption(skuCode);
  await save(page);
  await expect(page.locator("main")).toContainText(skuCode);
  await expect(page.locator("main")).toContainText("草稿");
});

test("what no row has says what was looked at", async ({ page }) => {
  await begun(page);
  await cell(page, 0, "skuId").fill("没有这样的东西");
  await save(page);
  await expect(page.getByText(/找不到SKU“没有这样的东西”（已按SKU编码、品名、.*FNSKU查找）/).first()).toBeVisible();
});

test("what a row knows of its SKU stands there before it is saved", async ({ page }) => {
  const { skuCode, name } = await alone();
  await begun(page);
  await cell(page, 0, "skuId").fill(skuCode.toLowerCase());
  await page.getByRole("button", { name: "添加一行" }).click();
  await expect(cell(page, 0, "skuId")).toHaveValue(skuCode);
  await expect(page.locator(".lines")).toContainText(name);
  await expect(page.locator(".lines")).toContainText("近30天销量");
  await expect(page.locator(".lines")).toContainText("起订量");
});

testAs("admin")("a row that is missing is made and comes back into its field", async ({ page }) => {
  const form = "/product/openTag/createSpu";
  await page.goto(form);
  const link = page.getByRole("link", { name: /^新建供应商/ });
  await expect(link).toHaveAttribute("target", "_blank");
  const create = await link.getAttribute("href");
  await page.goto(`${create}?back=${encodeURIComponent(form)}&for=defaultSupplierId`);
  await expect(page.locator("main")).toContainText("新建供应商");
  const name = unique("临时供应商");
  await page.getByLabel(/^名称/).fill(name);
  await page.getByLabel(/^类型/).selectOption({ label: "货品" });
  await page.getByLabel(/^地址/).fill("深圳");
  await page.getByLabel(/^负责采购员/).selectOption({ index: 1 });
  await page.getByLabel(/^结算方式/).selectOption({ label: "现结" });
  await page.getByLabel(/^统一社会信用代码/).fill("91440300MA5EXAMPL3");
  await save(page);
  expect(page.url()).toContain(form);
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain(name);
});
