import { readXlsx } from "hucre/xlsx";
import { expect, origin, type Page, testAs } from "../support";

const test = testAs("buyer");
const list = "/purchaseOrder/index";
const dialog = (page: Page) => page.getByRole("dialog", { name: "导出采购单" });

async function fileOf(page: Page, button: RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: button }).click(),
  ]);
  return (await readXlsx(file.bytes())).sheets[0]?.rows ?? [];
}

test("the selected rows leave with the chosen columns", async ({ page }) => {
  await page.goto(list);
  const row = page.getByRole("row").filter({ hasText: "执行中" }).first();
  const no = await row.getByRole("link", { name: /^CG/ }).innerText();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "保留勾选" }).click();
  await page.getByRole("link", { name: "导出", exact: true }).click();
  for (const box of await dialog(page).locator("[name=columns]").all()) if (await box.isChecked()) await box.uncheck();
  await dialog(page).getByLabel("状态", { exact: true }).check();
  await dialog(page).getByLabel("单号", { exact: true }).check();
  const rows = await fileOf(page, /^导出选中的1条/);
  expect(rows[0]?.[0]).toBe("演示数据　筛选条件：选中的1条");
  expect(rows.slice(1)).toEqual([
    ["单号", "状态"],
    [no, "执行中"],
  ]);
  const all = await fileOf(page, /^导出全部/);
  expect(all.length, "all rows, whatever is selected").toBeGreaterThan(3);
});

test("lines leave as rows of their own", async ({ page }) => {
  await page.goto(`${list}?do=export&status=executing`);
  await dialog(page).getByLabel("每条明细一行").check();
  const rows = await fileOf(page, /^导出全部/);
  expect(rows[0]?.[0]).toBe("演示数据　筛选条件：状态：执行中");
  expect(rows[1]).toContain("SKU");
});

test("a file made in the background shows how far it is and waits under 我的下载", async ({ page, request }) => {
  // A list of so many rows asks for it by itself.
  const begun = await request.post(`${list}?status=executing`, {
    form: { _action: "export", columns: "no" },
    headers: { Origin: origin },
    maxRedirects: 0,
  });
  const { location = "" } = begun.headers();
  expect(location).toMatch(/exporting=\d+/);
  await page.goto(location);
  await expect(page.getByRole("main")).toContainText("采购单.xlsx");
  const others = await request.get("/downloads/999999");
  expect([others.status(), await others.json()]).toEqual([404, { message: "导出不存在或已过期" }]);
  const row = page.getByRole("row").filter({ hasText: "状态：执行中" });
  const state = async () => {
    await page.goto("/downloads");
    return row.innerText();
  };
  await expect.poll(state, { timeout: 15_000 }).toContain("已完成");
  const [file] = await Promise.all([page.waitForEvent("download"), row.getByRole("link", { name: "下载" }).click()]);
  const rows = (await readXlsx(file.bytes())).sheets[0]?.rows ?? [];
  expect(rows[1]).toEqual(["单号"]);
});

testAs("exec")("who may not export is told so", async ({ page }) => {
  expect((await page.goto("/admin/user/index?do=export")).status()).toBe(403);
});
