import { api } from "../../product/api";
import { expect, type Page, testAs } from "../support";

const test = testAs("ops");

const cell = (page: Page, row: number, label: string) => page.getByLabel(`第${row}行 ${label}`);
const rows = (page: Page) => page.locator("[data-lines=items] tbody tr");
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).last().click();

interface Sku {
  skuCode: string;
  status: string;
  moq: number | null;
}

async function skus(count: number): Promise<Sku[]> {
  const ops = await api("ops");
  const path = "/product/sku/page?size=100&skuType=normal";
  const { records } = await ops.get<{ records: Sku[] }>(path);
  const found = records.filter((s) => s.status === "approved").slice(0, count);
  expect(found).toHaveLength(count);
  return found;
}

async function blankForm(page: Page) {
  await page.goto("/porequisiton/create/index");
  await page.getByLabel("店铺").selectOption({ index: 1 });
  await page.getByLabel(/^需求仓库/).selectOption({ label: "深圳仓" });
  await page
    .getByLabel(/^期望到仓日/)
    .first()
    .fill("2099-01-20");
}

test("a new form has several empty rows, which are no rows when it is saved", async ({ page }) => {
  const [one, two] = await skus(2);
  await blankForm(page);
  await expect(rows(page)).toHaveCount(8);
  await cell(page, 2, "SKU").fill(one?.skuCode ?? "");
  await cell(page, 2, "请购数量").fill("20");
  await cell(page, 4, "SKU").fill(two?.skuCode ?? "");
  await press(page, "保存");
  // What is wrong is said of the row as it stands there now: the empty ones are behind.
  await expect(page.locator(".errors")).toContainText("第2行");
  await expect(cell(page, 1, "SKU")).toHaveValue(one?.skuCode ?? "");
  await expect(cell(page, 2, "SKU")).toHaveValue(two?.skuCode ?? "");
  await expect(rows(page)).toHaveCount(8);
  await cell(page, 2, "请购数量").fill("1,000");
  await press(page, "保存");
  await expect(page.locator("[data-flash]")).toContainText("新增成功");
  await expect(page.getByRole("main")).toContainText("1,020");
});

test("rows are added by the number, repeated and removed; the next one has the focus", async ({ page }) => {
  const [one] = await skus(1);
  await blankForm(page);
  await cell(page, 1, "SKU").fill(one?.skuCode ?? "");
  await cell(page, 1, "请购数量").fill("8");
  await page.getByLabel("请购明细添加的行数").fill("7");
  await press(page, "添加多行");
  await expect(rows(page)).toHaveCount(15);
  await expect(cell(page, 2, "SKU")).toHaveAttribute("autofocus", "");
  await press(page, "复制第1行");
  await expect(rows(page)).toHaveCount(16);
  await expect(cell(page, 2, "SKU")).toHaveValue(one?.skuCode ?? "");
  await expect(cell(page, 2, "请购数量")).toHaveValue("8");
  await press(page, "删除第1行");
  await expect(rows(page)).toHaveCount(15);
  await expect(cell(page, 2, "SKU")).toHaveValue("");
  await page.getByLabel("请购明细添加的行数").fill("100000");
  await press(page, "添加多行");
  await expect(rows(page)).toHaveCount(20);
});

test("amounts and sums follow what was typed; what nobody knows yet is no figure", async ({ page }) => {
  await blankForm(page);
  const foot = page.locator("[data-lines=items] tfoot");
  await expect(foot).toContainText("—");
  await expect(foot).not.toContainText("0");
  await cell(page, 1, "请购数量").fill("1,000");
  await cell(page, 1, "预估单价").fill("2.5");
  await cell(page, 2, "请购数量").fill("3");
  await press(page, "添加一行");
  await expect(rows(page).nth(0)).toContainText("2,500.00");
  await expect(rows(page).nth(1)).toContainText("—");
  await expect(foot).toContainText("1,003");
  await expect(foot).toContainText("2,500.00");
});

test("a quantity beside the smallest order is pointed at in its own cell", async ({ page }) => {
  const admin = await api();
  const path = "/product/sku/page?size=100&skuType=normal";
  const { records } = await admin.get<{ records: Sku[] }>(path);
  const sku = records.find((s) => s.status === "approved" && Number(s.moq) > 1);
  const qty = String(Number(sku?.moq) + 1);
  await blankForm(page);
  await cell(page, 1, "SKU").fill(sku?.skuCode ?? "");
  await cell(page, 1, "请购数量").fill(qty);
  await press(page, "保存");
  await page.getByRole("main").getByRole("link", { name: "编辑", exact: true }).click();
  const warned = page.locator("[data-lines=items] td.odd");
  await expect(warned).toHaveCount(1);
  await expect(warned).toContainText(`不是起订量${sku?.moq}的倍数`);
  await expect(cell(page, 1, "请购数量")).toHaveValue(qty);
});
