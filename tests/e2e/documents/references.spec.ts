import { api } from "../../product/api";
import { cell, main } from "../../product/driver";
import { findings } from "../axe";
import { expect, follow, submit, test, unique } from "../support";

test.use({ user: "admin" });

interface Sku {
  skuCode: string;
  name: string;
  status: string;
}

/** A SKU and a part of its name that no other has. */
async function alone() {
  const path = "/product/sku/page?size=100&skuType=normal";
  const { records } = await (await api("admin")).get<{ records: Sku[] }>(path);
  const approved = records.filter((s) => s.status === "approved");
  const found = approved.find((s) => records.filter((o) => o.name.includes(s.name)).length === 1);
  expect(found).toBeDefined();
  return found ?? { skuCode: "", name: "" };
}

test("one clear match is taken by Enter, a part without picking, a missing row is made beside", async ({ page }) => {
  const { skuCode, name } = await alone();
  const keys = page.keyboard;
  await page.goto("/porequisiton/create/index");
  await expect(page.locator("[data-lines=items]")).toHaveAttribute("data-awake", "");
  const list = page.getByRole("listbox", { name: "可选项" });
  await cell(page, 1, "SKU").focus();
  await keys.type(skuCode.slice(0, 2));
  await expect(list.getByRole("option").nth(1)).toBeVisible();
  await expect(cell(page, 1, "SKU")).toHaveAttribute("aria-expanded", "true");
  expect(await findings(page, "#ref-list")).toEqual([]);
  await cell(page, 1, "SKU").fill(name);
  await expect(list.getByRole("option")).toHaveCount(1);
  await keys.press("Enter");
  await expect(cell(page, 1, "SKU")).toHaveValue(skuCode);
  await expect(list).toHaveCount(0);
  await expect(cell(page, 1, "请购数量")).toBeFocused();
  // Left as it was typed, it is looked up.
  await cell(page, 2, "SKU").fill(name);
  await cell(page, 2, "请购数量").focus();
  await expect(cell(page, 2, "SKU")).toHaveValue(skuCode);

  const form = "/product/openTag/createSpu";
  await page.goto(form);
  await page.getByLabel(/^款名/).fill("带供应商的款");
  const supplier = unique("临时供应商");
  await page.getByLabel(/^默认供应商/).fill(supplier);
  await expect(page.getByText(`没有符合“${supplier}”的供应商`)).toBeVisible();
  await keys.press("Escape");
  await follow(page, page.getByRole("link", { name: "新建供应商", exact: true }));
  await page.getByLabel(/^名称/).fill(supplier);
  await page.getByLabel(/^类型/).selectOption({ label: "货品" });
  await page.getByLabel(/^地址/).fill("深圳");
  await page.getByLabel(/^负责采购员/).selectOption({ index: 1 });
  await page.getByLabel(/^结算方式/).selectOption({ label: "现结" });
  const code = `91440300MA5E${supplier.replace(/\D/g, "").slice(-6).padStart(6, "0")}`;
  await page.getByLabel(/^统一社会信用代码/).fill(code);
  await submit(page, main(page).getByRole("button", { name: "保存", exact: true }).last());
  await expect(page).toHaveURL(new RegExp(`${form}$`));
  await expect(page.getByLabel(/^默认供应商/)).toHaveValue(supplier);
  await expect(page.getByLabel(/^款名/)).toHaveValue("带供应商的款");
});

test("a long select is typed into, and stays a select", async ({ page }) => {
  await page.goto("/product/openTag/index/0");
  const select = page.locator("select[name=developerId]");
  const options = (await select.locator("option").allInnerTexts()).filter((o) => o !== "请选择");
  const wanted = options.find((o) => options.filter((p) => p.includes(o)).length === 1) ?? "";
  const field = page.locator("input[aria-label^=开发员]");
  const keys = page.keyboard;
  await select.focus();
  await expect(field).toBeFocused();
  await keys.press("ArrowDown");
  const shown = page.getByRole("listbox", { name: "可选项" }).getByRole("option");
  await expect(shown).toHaveCount(options.length + 1);
  await keys.type("没有这样的人");
  await expect(page.getByText("没有“没有这样的人”这个选项")).toBeVisible();
  await field.fill(wanted);
  await expect(shown).toHaveCount(1);
  await keys.press("Enter");
  await expect(field).toHaveValue(wanted);
  await keys.press("Tab");
  await expect(select).toBeVisible();
  await expect(select.locator("option:checked")).toHaveText(wanted);
  await expect(shown).toHaveCount(0);
  // As a draft that is put back, while the input stands there.
  const other = options.find((o) => o !== wanted) ?? "";
  await select.focus();
  await select.selectOption({ label: other }, { force: true });
  await expect(field).toHaveValue(other);
  await field.fill("");
  await keys.press("Tab");
  await expect(select.locator("option:checked")).toHaveText("请选择");
  await select.focus();
  await select.selectOption({ label: other }, { force: true });
  await keys.press("Tab");
  await expect(select.locator("option:checked")).toHaveText(other);
});
