import { readXlsx, writeXlsx } from "hucre/xlsx";
import { expect, type Page, submit, testAs } from "../support";

const test = testAs("admin");
const list = "/finance/rate/index";
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name });

async function upload(page: Page, rows: (string | number | null)[][]) {
  const bytes = await writeXlsx({ sheets: [{ name: "汇率", rows }] });
  const [name, mimeType] = ["汇率.xlsx", "application/octet-stream"];
  await page.getByLabel("文件").setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  await submit(page, button(page, "上传"));
}

test("a file with a wrong row writes nothing; corrected it goes in whole", async ({ page }) => {
  const [day, other] = ["1991-05-17", "1991-05-18"];
  await page.goto(list);
  await main(page).getByRole("link", { name: "导入" }).click();
  const heads = ["货币", "生效日期", "官方汇率"];
  await upload(page, [heads, ["美元", day, 7.1], ["月球币", other, "很多"]]);

  // A column that no heading explains is chosen by hand.
  await expect(main(page)).toContainText("还没有对应的必填字段：币种");
  await page.getByLabel("币种").selectOption({ label: "A 货币" });
  await submit(page, button(page, "检查"));

  // Every wrong cell is named.
  const wrong = main(page).getByRole("row").filter({ hasText: "第3行" });
  await expect(wrong).toHaveCount(2);
  await expect(wrong.first()).toContainText("币种没有“月球币”");
  await expect(wrong.last()).toContainText("C 官方汇率");
  await expect(button(page, "确认导入")).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /下载带“错误”列的文件/ }).click(),
  ]);
  const { rows } = (await readXlsx(file.bytes())).sheets[0]!;
  expect(rows[2]?.at(-1)).toContain("币种没有“月球币”");

  // The corrected file goes in after it was confirmed.
  await page.getByRole("link", { name: "重新上传文件" }).click();
  heads[0] = "币种";
  await upload(page, [heads, ["美元", day, 7.1], ["欧元", day, 8.2]]);
  await submit(page, button(page, "检查"));
  await expect(main(page)).toContainText("将新增2条");
  await submit(page, button(page, "确认导入"));
  await expect(main(page)).toContainText("导入成功：新增2条");
  await page.goto(`${list}?effectiveDateFrom=${day}&effectiveDateTo=${day}`);
  await expect(main(page).locator("tbody tr")).toHaveCount(2);
});

test("rows that are to be confirmed are shown and taken by one box for all of them", async ({ page }) => {
  await page.goto(`${list}?import=new`);
  const heads = ["币种", "生效日期", "官方汇率"];
  const days = ["2091-01-01", "2091-01-02"];
  await upload(page, [heads, ...days.map((day) => ["日元", day, 9])]);
  await submit(page, button(page, "检查"));
  await expect(main(page)).toContainText("有2行需要确认");
  const rows = page.getByRole("region", { name: "需要确认的行" }).getByRole("row");
  await expect(rows.last()).toContainText("JPY汇率9与");
  await submit(page, button(page, "确认导入"));
  await expect(main(page).getByRole("alert")).toContainText("有2行需要确认");
  await page.getByLabel("我已确认").check();
  await submit(page, button(page, "确认导入"));
  await expect(main(page)).toContainText("导入成功：新增2条");
});

test("the template explains its columns; who may not add has no import", async ({ page, browserOf }) => {
  await page.goto(`${list}?import=new`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /导入模板/ }).click(),
  ]);
  const { sheets } = await readXlsx(file.bytes());
  expect(sheets[0]?.rows[0]).toEqual(["币种*", "生效日期*", "官方汇率*", "自定汇率", "来源"]);
  expect(sheets[1]?.name).toBe("填写说明");
  const other = await browserOf("promo");
  expect((await other.goto(`${list}?import=new`))?.status()).toBe(403);
});
