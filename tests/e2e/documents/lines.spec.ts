import { api } from "../../product/api";
import { cell, main } from "../../product/driver";
import { expect, follow, test } from "../support";
import { codes, foot, newForm, paste, rows, save, sheet } from "./sheet";

test.use({ user: "ops" });

test("a block of 40 lines is pasted, said what does not fit, and saved", async ({ page }) => {
  const known = await codes(40);
  const sent = await newForm(page);
  const line = (code: string, i: number) => `${code}\t${i ? i + 1 : "1,000"}\t¥2.50\t2099/2/3\t`;
  const last = `${known[39]}\t许多\t1\t明天\t"两行\n备注"`;
  await cell(page, 1, "SKU").focus();
  await paste(page, `${[...known.slice(0, 39).map(line), last].join("\r\n")}\r\n`);
  await expect(page.getByText("已粘贴40行，2格需要核对")).toBeVisible();
  await expect(rows(page)).toHaveCount(41);
  await expect(cell(page, 1, "请购数量")).toHaveValue("1000");
  await expect(cell(page, 2, "期望到仓日")).toHaveValue("2099-02-03");
  await expect(cell(page, 40, "备注")).toHaveValue("两行 备注");
  await expect(cell(page, 40, "请购数量")).toBeFocused();
  await expect(cell(page, 40, "请购数量")).toHaveValue("许多");
  await expect(sheet(page).locator("td.bad")).toHaveText([/不是数字/, /“明天”不是日期/]);
  // 1000 and 2 to 39.
  await expect(foot(page)).toContainText("1,779");
  expect(sent).toEqual([]);

  await cell(page, 40, "请购数量").fill("21");
  await expect(sheet(page).locator("td.bad")).toHaveCount(1);
  await expect(foot(page)).toContainText("1,800");
  await save(page);
  await expect(page.locator(".errors")).toContainText("期望到仓日要填写日期");
  await expect(cell(page, 40, "期望到仓日")).toBeFocused();
  await expect(cell(page, 40, "期望到仓日")).toHaveValue("明天");
  await cell(page, 40, "期望到仓日").fill("2099-2-3");
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("新增成功");
  await expect(main(page)).toContainText("1,800");
});

test("columns that come with their words go where these stand", async ({ page }) => {
  const [one = ""] = await codes(1);
  await newForm(page);
  await cell(page, 1, "SKU").focus();
  await paste(page, `备注\t请购数量\tSKU*\n急用\t7\t${one}`);
  await expect(cell(page, 1, "SKU")).toHaveValue(one);
  await expect(cell(page, 1, "请购数量")).toHaveValue("7");
  await expect(cell(page, 1, "备注")).toHaveValue("急用");
});

test("a value is filled down, a row repeated and removed in place", async ({ page }) => {
  const [one = "", two = "", three = ""] = await codes(3);
  const sent = await newForm(page);
  await cell(page, 1, "SKU").focus();
  await paste(page, `${one}\t1\t\n${two}\t2\t9\n${three}\t3\t`);
  await expect(cell(page, 3, "SKU")).toHaveValue(three);
  await cell(page, 1, "预估单价").fill("4");
  await page.keyboard.press("Control+d");
  await expect(cell(page, 3, "预估单价")).toHaveValue("4");
  // What stands there is not written over, and no empty row gets a value.
  await expect(cell(page, 2, "预估单价")).toHaveValue("9");
  await expect(cell(page, 4, "预估单价")).toHaveValue("");
  await expect(foot(page)).toContainText("34.00");
  await cell(page, 1, "备注").fill("同批");
  await page.getByRole("button", { name: "向下填充" }).click();
  await expect(cell(page, 3, "备注")).toHaveValue("同批");
  await expect(cell(page, 1, "备注")).toBeFocused();

  await page.getByRole("button", { name: "复制第2行" }).click();
  await expect(cell(page, 3, "SKU")).toBeFocused();
  await expect(cell(page, 3, "请购数量")).toHaveValue("2");
  await expect(cell(page, 4, "SKU")).toHaveValue(three);
  await expect(foot(page)).toContainText("52.00");
  await cell(page, 3, "请购数量").fill("5");
  await page.getByRole("button", { name: "删除第2行" }).click();
  await expect(cell(page, 2, "请购数量")).toHaveValue("5");
  await expect(cell(page, 3, "SKU")).toHaveValue(three);
  expect(sent).toEqual([]);
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("新增成功");
  // The rows stand as they stood in the form.
  const shown = await main(page).locator("tbody").allInnerTexts();
  const order = [one, two, three].map((code) => shown.join().indexOf(code));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test("a half-typed form comes back whole, and after success not at all", async ({ page }) => {
  const known = await codes(12);
  await newForm(page);
  await cell(page, 1, "SKU").focus();
  for (const [i, code] of known.entries()) {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await page.keyboard.type(String(10 + i));
    await page.keyboard.press("Control+Enter");
  }
  await page.getByRole("button", { name: "删除第1行" }).click();
  await expect(cell(page, 11, "请购数量")).toHaveValue("21");
  await page.goto("/porequisiton/index");
  await page.goto("/porequisiton/create/index");
  await expect(page.getByText("已恢复上次未提交的内容")).toBeVisible();
  for (const [i, code] of known.slice(1).entries()) {
    await expect(cell(page, i + 1, "SKU")).toHaveValue(code);
    await expect(cell(page, i + 1, "请购数量")).toHaveValue(String(11 + i));
  }
  await expect(rows(page)).toHaveCount(12);
  await expect(foot(page)).toContainText("176");
  // Once more, without a key in between.
  await page.goto("/porequisiton/index");
  await page.goto("/porequisiton/create/index");
  await expect(rows(page)).toHaveCount(12);
  await expect(page.getByText("已恢复上次未提交的内容")).toBeVisible();
  await cell(page, 11, "请购数量").fill("");
  await save(page);
  await expect(page.locator(".errors")).toContainText("第11行");
  await expect(cell(page, 11, "请购数量")).toBeFocused();
  // The refused form is kept with its rows too.
  await page.goto("/porequisiton/index");
  await page.goto("/porequisiton/create/index");
  await expect(cell(page, 11, "SKU")).toHaveValue(known[11] ?? "");
  await cell(page, 11, "请购数量").fill("21");
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("新增成功");
  await page.goto("/porequisiton/create/index");
  await expect(sheet(page)).toHaveAttribute("data-awake", "");
  await expect(page.getByText("已恢复上次未提交的内容")).toHaveCount(0);
  await expect(cell(page, 1, "SKU")).toHaveValue("");
  await expect(rows(page)).toHaveCount(8);
});

test("what was typed over an older version is offered, and falls on its own rows", async ({ page }) => {
  const [one = "", two = "", three = "", four = ""] = await codes(4);
  await newForm(page);
  await cell(page, 1, "SKU").focus();
  await paste(page, `${one}\t1\n${two}\t2\n${three}\t3`);
  await expect(cell(page, 3, "SKU")).toHaveValue(three);
  await save(page);
  await follow(page, main(page).getByRole("link", { name: "编辑" }).first());
  const edit = page.url();
  await expect(sheet(page)).toHaveAttribute("data-awake", "");
  await cell(page, 2, "请购数量").fill("22");
  await cell(page, 4, "SKU").fill(four);
  await cell(page, 4, "请购数量").fill("44");
  await expect(foot(page)).toContainText("70");

  // Meanwhile the first row goes.
  const ops = await api("ops");
  const [, id] = /(\d+)(?:\?.*)?$/.exec(edit) ?? [];
  const row = await ops.get<{ items: object[] }>(`/purchase/requisition/${id}`);
  await page.goto("/porequisiton/index");
  await ops.put("/purchase/requisition", { ...row, items: row.items.slice(1) });
  await page.goto(edit);
  await expect(page.getByText("这条记录已被修改")).toBeVisible();
  await expect(cell(page, 1, "SKU")).toHaveValue(two);
  await expect(cell(page, 1, "请购数量")).toHaveValue("2");
  await page.getByRole("button", { name: "填入后核对" }).click();
  await expect(cell(page, 1, "请购数量")).toHaveValue("22");
  await expect(cell(page, 2, "请购数量")).toHaveValue("3");
  await expect(cell(page, 3, "SKU")).toHaveValue(four);
  await expect(foot(page)).toContainText("69");
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("成功");
  await page.goto(edit);
  await expect(cell(page, 3, "请购数量")).toHaveValue("44");
  await expect(page.getByText("未提交的内容")).toHaveCount(0);
});

test("a conflict in lines is seen, said at the button, and goes on", async ({ page }) => {
  const known = await codes(3);
  await newForm(page);
  await cell(page, 1, "SKU").focus();
  // Quantities that the form points at, as no multiple of the smallest order.
  await paste(page, known.map((code, i) => `${code}\t${i + 1}`).join("\n"));
  await expect(cell(page, 3, "SKU")).toHaveValue(known[2] ?? "");
  await save(page);
  await follow(page, main(page).getByRole("link", { name: "编辑" }).first());
  await expect(sheet(page)).toHaveAttribute("data-awake", "");
  await cell(page, 1, "请购数量").fill("11");
  const ops = await api("ops");
  const [, id] = /(\d+)(?:\?.*)?$/.exec(page.url()) ?? [];
  const row = await ops.get<{ items: { qty: number }[] }>(`/purchase/requisition/${id}`);
  await ops.put("/purchase/requisition", {
    ...row,
    items: row.items.map((line) => ({ ...line, qty: line.qty * 100 })),
  });
  await save(page);
  const panel = page.locator(".conflicts");
  await expect(panel).toBeInViewport();
  await expect(page.locator(".errors")).toBeFocused();
  const said = page.locator(".foot a.said");
  await expect(said).toBeInViewport();
  await expect(said).toContainText("有3处");
  // What is half settled belongs to the version that was typed over.
  await expect(panel.getByRole("radio", { checked: true })).toHaveCount(3);
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("修改成功");
  const saved = await ops.get<{ items: { qty: number }[] }>(`/purchase/requisition/${id}`);
  expect(saved.items.map((line) => line.qty)).toEqual([11, 200, 300]);
});
