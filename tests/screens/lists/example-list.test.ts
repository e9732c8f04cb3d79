import { expect, type Page, rowWith, submit, testAs, unique } from "../support";

const test = testAs("admin");

const URL = "/crud/index";
const table = (page: Page) => page.getByRole("region", { name: "示例数据" });
const search = (page: Page) => page.getByRole("main").getByRole("search");
const rows = (page: Page) => table(page).locator("tbody tr");

/** Fills in the add or edit dialog with values that pass. */
async function fill(page: Page, name: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("名称").fill(name);
  const department = dialog.locator("details.pick");
  if ((await department.getAttribute("open")) === null) await department.locator("summary").first().click();
  await department.getByRole("radio", { name: "示例二组" }).check();
  await dialog.getByLabel("数量").fill("12");
  await dialog.getByLabel("单价").fill("9.9");
  await dialog.getByLabel("手机").fill("13800138000");
  await dialog.getByLabel("日期").fill("2026-07-01");
}

test("a search names its filters above the table, goes to page 1 and can be taken back", async ({ page }) => {
  await page.goto(`${URL}?current=3&size=20`);
  await expect(rows(page).first()).toContainText("41");
  await search(page).getByLabel("名称").fill("风扇");
  await search(page).getByRole("button", { name: "搜索" }).click();
  await expect(page).toHaveURL(/name=%E9%A3%8E%E6%89%87/);
  expect(page.url()).not.toContain("current=");
  expect(page.url()).toContain("size=20");
  await expect(rows(page).first()).toContainText("示例便携风扇");
  await page.getByRole("link", { name: "移除筛选 名称：风扇" }).click();
  await expect(page).not.toHaveURL(/name=/);
  await search(page).getByLabel("名称").fill("没有这种东西");
  await search(page).getByRole("button", { name: "搜索" }).click();
  await expect(page.getByRole("link", { name: "暂无数据，点击刷新" })).toBeVisible();
});

test("several numbers are found at once, however they are separated", async ({ page }) => {
  await page.goto(URL);
  await search(page).getByLabel("编号").fill("SL26060003，SL26060005  SL26060007");
  await search(page).getByRole("button", { name: "搜索" }).click();
  await expect(rows(page)).toHaveCount(3);
});

test("numbering runs on over pages, a new page size begins at page 1", async ({ page }) => {
  await page.goto(URL);
  const pager = page.getByRole("navigation", { name: "分页" });
  await pager.getByRole("link", { name: "下一页" }).click();
  await expect(rows(page).first().locator("td").nth(1)).toHaveText("11");
  await pager.getByLabel("每页条数").selectOption("30");
  const go = pager.getByRole("button", { name: "确定" });
  if (await go.isVisible()) await go.click();
  await expect(rows(page)).toHaveCount(30);
  await expect(rows(page).first().locator("td").nth(1)).toHaveText("1");
});

test("a header sorts up, then down, then not", async ({ page }) => {
  await page.goto(URL);
  const header = () => table(page).getByRole("columnheader", { name: /^数量/ }).last();
  await header().getByRole("link").click();
  await expect(header()).toHaveAttribute("aria-sort", "ascending");
  await header().getByRole("link").click();
  await expect(header()).toHaveAttribute("aria-sort", "descending");
  await header().getByRole("link").click();
  await expect(header()).not.toHaveAttribute("aria-sort");
});

test("the summary covers everything that was found", async ({ page }) => {
  const foot = table(page).locator("tfoot");
  const of = (row: number) => foot.locator("tr").nth(row).locator("td").first();
  await page.goto(URL);
  await expect(of(0)).toHaveText("Σ 本页");
  await expect(of(1)).toHaveText("Σ 全部");
  await page.goto(`${URL}?no=SL26060002,SL26060003`);
  await expect(foot.locator("tr"), "one page is everything").toHaveCount(1);
  await expect(of(0)).toHaveText("Σ 全部");
  await expect(foot).toContainText("计数:2");
  await expect(foot).toContainText("Σ:411.00");
});

test("adding: blank form, linked errors, values kept, then the row on top", async ({ page }) => {
  const name = unique("示例新增");
  await page.goto(URL);
  await page.getByRole("link", { name: "新增", exact: true }).click();
  await expect(page.getByLabel("名称").last()).toHaveValue("");
  await fill(page, name);
  await page.getByRole("dialog").getByLabel("手机").fill("1380013");
  const answer = await submit(page, page.getByRole("button", { name: "保存" }));
  expect(answer.status()).toBe(422);
  await expect(page.locator(".errors")).toBeFocused();
  await expect(page.locator(".errors a")).toHaveAttribute("href", "#f-phone");
  await expect(page.getByRole("dialog").getByLabel("名称")).toHaveValue(name);
  await page.getByRole("dialog").getByLabel("手机").fill("13800138000");
  await submit(page, page.getByRole("button", { name: "保存" }));
  await expect(rows(page).first()).toContainText(name);
  await expect(rows(page).first()).toContainText("$9.90");
});

test("a second editor is told that the row was changed", async ({ page, browserOf }) => {
  const other = await browserOf("admin");
  await page.goto(`${URL}?edit=1040`);
  await other.goto(`${URL}?edit=1040`);
  await fill(other, "示例先到");
  await submit(other, other.getByRole("button", { name: "保存" }));
  await fill(page, "示例后到");
  const answer = await submit(page, page.getByRole("button", { name: "保存" }));
  expect(answer.status()).toBe(409);
  await expect(page.locator(".errors")).toContainText("单据已被他人修改，请刷新后重试");
  await expect(page.getByRole("dialog").getByLabel("名称")).toHaveValue("示例后到");
});

test("viewing shows the row and takes no input", async ({ page }) => {
  await page.goto(`${URL}?view=1001`);
  await expect(page.getByRole("dialog").getByLabel("名称")).toBeDisabled();
  await expect(page.getByRole("button", { name: "保存" })).toHaveCount(0);
});

test("a row edited in place is checked by the column's rule", async ({ page }) => {
  await page.goto(`${URL}?row=1004`);
  await page.getByRole("textbox", { name: "数量" }).fill("");
  await submit(page, page.getByRole("button", { name: "保存" }));
  await expect(page.getByText("数量不能为空")).toBeVisible();
  await page.getByRole("textbox", { name: "数量" }).fill("777");
  await submit(page, page.getByRole("button", { name: "保存" }));
  await expect(rowWith(page, "SL26060005")).toContainText("777");
});

test("deleting asks by name; what is done cannot be deleted and says why", async ({ page }) => {
  const n = 61;
  await page.goto(`${URL}?delete=${999 + n}`);
  await expect(page.getByRole("dialog")).toContainText(`SL260600${n}`);
  await submit(page, page.getByRole("button", { name: "删除", exact: true }));
  await page.goto(`${URL}?no=SL260600${n}`);
  await expect(page.getByText("暂无数据，点击刷新")).toBeVisible();
  await page.goto(`${URL}?no=SL26060002`);
  await page.getByRole("button", { name: "更多操作" }).click();
  await expect(page.getByRole("button", { name: /删除\s*（已完成的示例不能删除）/ })).toBeVisible();
});

test("the layout of columns stays with the browser until it is given up", async ({ page }) => {
  await page.goto(`${URL}?columns=1`);
  await page.getByRole("dialog").getByRole("checkbox", { name: "部门" }).uncheck();
  await page.getByRole("dialog").getByRole("checkbox", { name: "启用" }).check();
  await submit(page, page.getByRole("button", { name: "保存" }));
  await page.goto(URL);
  await expect(table(page).getByRole("columnheader", { name: "部门" })).toHaveCount(0);
  await expect(table(page).getByRole("columnheader", { name: "启用" })).toHaveCount(1);
  await page.getByRole("link", { name: "列显隐" }).click();
  await page.getByRole("link", { name: "恢复默认" }).click();
  await expect(page.getByText("确定清除表格本地样式，恢复默认样式吗？")).toBeVisible();
  await submit(page, page.getByRole("button", { name: "确定" }).last());
  await expect(table(page).getByRole("columnheader", { name: "部门" })).toHaveCount(1);
});

test("a tree table asks for children by a link and folds them away", async ({ page }) => {
  await page.goto(`${URL}?widget=table`);
  await page.getByRole("link", { name: "展开示例节点1", exact: true }).click();
  await page.getByRole("link", { name: "展开示例节点12", exact: true }).click();
  await expect(page.getByRole("rowheader", { name: /示例节点121/ })).toBeVisible();
  await page.getByRole("link", { name: "收起示例节点1", exact: true }).click();
  await expect(page.getByRole("rowheader", { name: /示例节点1\d/ })).toHaveCount(0);
});
