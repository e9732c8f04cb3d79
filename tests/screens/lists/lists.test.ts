import { readXlsx } from "hucre/xlsx";
import { api } from "../../product/api";
import { choose, expect, type Page, submit, testAs, unique } from "../support";

const test = testAs("admin");
const list = "/admin/user/index";
const search = (page: Page) => main(page).getByRole("search");
const main = (page: Page) => page.getByRole("main");
const column = async (page: Page, label: string) => {
  const heads = await main(page).getByRole("columnheader").allInnerTexts();
  const at = heads.findIndex((head) => head.startsWith(label)) + 1;
  return main(page).locator(`tbody tr > :nth-child(${at})`).allInnerTexts();
};

test("filters are a link, stand above the list and go one by one", async ({ page }) => {
  await page.goto(`${list}?size=50`);
  await page.getByLabel("用户名", { exact: true }).fill("ops");
  await search(page).getByRole("button", { name: "更多条件" }).click();
  await choose(search(page), "lockFlag", "正常");
  await search(page).getByRole("button", { name: "搜索" }).click();
  await expect(page).toHaveURL(/username=ops/);
  await expect(page, "the page size stays").toHaveURL(/size=50/);
  for (const name of await column(page, "用户名")) expect(name).toContain("ops");
  const active = page.getByRole("list", { name: "已启用的筛选" });
  await expect(active).toContainText("用户名：ops");
  await expect(active).toContainText("状态：正常");
  const address = page.url();
  await active.getByRole("link", { name: /移除筛选 用户名/ }).click();
  await expect(active).not.toContainText("用户名：ops");
  await expect(active).toContainText("状态：正常");
  await page.goto(address);
  await active.getByRole("link", { name: "全部清除" }).click();
  await expect(active).toHaveCount(0);
  await expect(page).not.toHaveURL(/username|lockFlag/);
});

test("a search begins at page 1, and nothing found can be asked again", async ({ page }) => {
  await page.goto(`${list}?current=3`);
  await page.getByLabel("关键字").fill("没有这样的人");
  await search(page).getByRole("button", { name: "搜索" }).click();
  await expect(page).not.toHaveURL(/current=3/);
  await page.getByRole("link", { name: "暂无数据，点击刷新" }).click();
  await expect(page).toHaveURL(/keyword=/);
});

test("several values in one text filter find any of them", async ({ page }) => {
  await page.goto(list);
  await page.getByLabel("用户名", { exact: true }).fill("admin， exec");
  await search(page).getByRole("button", { name: "搜索" }).click();
  const names = await column(page, "用户名");
  expect(names).toContain("admin");
  expect(names).toContain("exec");
});

test("a header sorts up, down and not at all", async ({ page }) => {
  await page.goto(`${list}?size=100`);
  const head = main(page).getByRole("columnheader", { name: /^用户名/ });
  const sorted = (names: string[]) => [...names].sort((a, b) => (a < b ? -1 : 1));
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const up = await column(page, "用户名");
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  const down = await column(page, "用户名");
  expect(down[0]).not.toBe(up[0]);
  expect(sorted(up)[0]?.[0]).toBe(up[0]?.[0]);
  await head.getByRole("link").click();
  await expect(head).not.toHaveAttribute("aria-sort");
});

test("pages, page numbers that run on, and the jump", async ({ page }) => {
  await page.goto(`${list}?size=20`);
  const pager = page.getByRole("navigation", { name: "分页" });
  await expect(pager).toContainText(/共 \d+ 条/);
  await expect(main(page).locator("tbody tr")).toHaveCount(20);
  await pager.getByRole("link", { name: "下一页" }).click();
  expect((await column(page, "#"))[0]).toBe("21");
  await pager.getByLabel(/^前往/).fill("3");
  await pager.getByLabel(/^前往/).press("Enter");
  await expect(page).toHaveURL(/current=3/);
  expect((await column(page, "#"))[0]).toBe("41");
  await pager.getByLabel("每页条数").selectOption("10");
  await pager.getByLabel(/^前往/).fill("1");
  await pager.getByLabel(/^前往/).press("Enter");
  await expect(main(page).locator("tbody tr")).toHaveCount(10);
  await expect(page, "a page size begins at page 1").not.toHaveURL(/current=[2-9]/);
  await page.goto(`${list}?current=999`);
  await expect(page, "behind the last page is the last page").not.toHaveURL(/current=999/);
  expect(await main(page).locator("tbody tr").count()).toBeGreaterThan(0);
});

test("rows stay chosen while pages turn, and a batch is about all of them", async ({ page }) => {
  await page.goto(`${list}?size=10`);
  const tick = (nth: number) => main(page).locator("tbody input[name=ids]").nth(nth).check();
  const keep = async () => {
    await page.getByRole("button", { name: "保留勾选" }).click();
  };
  await page.getByRole("button", { name: "批量锁定" }).click();
  await expect(page.locator("body"), "none is ticked").toContainText("请先选择数据");
  const names = [(await column(page, "姓名"))[1]];
  await tick(1);
  await keep();
  await page.getByRole("link", { name: "下一页" }).click();
  await expect(page).toHaveURL(/current=2/);
  await expect(page.getByRole("list", { name: "已选" })).toContainText("其他页已选 1 条");
  names.push((await column(page, "姓名"))[0]);
  await tick(0);
  await page.getByRole("button", { name: "批量锁定" }).click();
  const dialog = page.getByRole("dialog");
  for (const name of names) await expect(dialog).toContainText(name ?? "");
  await dialog.getByRole("link", { name: "取消" }).click();
  await expect(main(page).locator("tbody input[name=ids]").first()).toBeChecked();
  await page.getByRole("link", { name: "上一页" }).click();
  await expect(main(page).locator("tbody input[name=ids]").nth(1)).toBeChecked();
  await page.getByRole("link", { name: "清除全部选择" }).click();
  await expect(main(page).locator("tbody input:checked")).toHaveCount(0);
  await expect(page).not.toHaveURL(/picked/);
});

test("columns are chosen for one page only, and the choice can be forgotten", async ({ page }) => {
  await page.goto(list);
  await page.getByRole("link", { name: "列显隐" }).click();
  const dialog = page.getByRole("dialog", { name: "列显隐" });
  await dialog.getByRole("checkbox", { name: "岗位" }).uncheck();
  await dialog.getByRole("checkbox", { name: "邮箱" }).check();
  await dialog.getByRole("button", { name: "保存" }).click();
  const head = (name: string) => main(page).getByRole("columnheader", { name });
  await expect(head("邮箱")).toHaveCount(1);
  await expect(head("岗位")).toHaveCount(0);
  await page.goto("/admin/role/index");
  await page.goto(list);
  await expect(head("邮箱")).toHaveCount(1);
  await page.getByRole("link", { name: "列显隐" }).click();
  await dialog.getByRole("link", { name: "恢复默认" }).click();
  await expect(page.getByText("确定清除表格本地样式，恢复默认样式吗？")).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确定|恢复/ })
    .click();
  await expect(head("岗位")).toHaveCount(1);
  await expect(head("邮箱")).toHaveCount(0);
});

test("the export holds the rows of the list as it is filtered", async ({ page }) => {
  await page.goto(`${list}?username=ops_manager&size=100&ascs=username`);
  const names = await column(page, "用户名");
  expect(names.length).toBeGreaterThan(3);
  await page.getByRole("link", { name: "导出", exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("dialog")
      .getByRole("button", { name: /^导出全部/ })
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const book = await readXlsx(file.bytes());
  const rows = (book.sheets[0]?.rows ?? []).map((row) => row.map(String));
  expect(rows[0]?.join(), "the first line names the filters").toContain("用户名：ops_manager");
  const head = rows.findIndex((row) => row.includes("用户名"));
  const at = rows[head]?.indexOf("用户名") ?? -1;
  expect(rows.slice(head + 1).map((row) => row[at])).toEqual(names);
});

test("a view brings back filters, order and columns; one may be the default", async ({ page }) => {
  const warehouses = "/wms/warehouse/index";
  const name = unique("视图");
  const views = () => main(page).getByRole("list", { name: "视图", exact: true });
  const dialog = page.getByRole("dialog", { name: "视图" });
  const row = (text: string) => dialog.getByRole("listitem").filter({ hasText: text });
  await page.goto(`${warehouses}?kind=fba&descs=code&v=0`);
  const codes = await column(page, "编码");
  await page.getByRole("link", { name: "视图", exact: true }).click();
  await dialog.getByLabel(/^名称/).fill(name);
  await submit(page, dialog.getByRole("button", { name: "保存当前条件" }));

  await page.goto(`${warehouses}?v=0`);
  await views().getByRole("link", { name }).click();
  expect(await column(page, "编码")).toEqual(codes);
  await expect(views().getByRole("link", { name })).toHaveAttribute("aria-current", "true");

  await page.getByRole("link", { name: "视图", exact: true }).click();
  await submit(page, row(name).getByRole("button", { name: "设为默认" }));
  await page.goto(warehouses);
  await expect(page, "a list without a query opens with the default").toHaveURL(/kind=fba/);
  await views().getByRole("link", { name: "全部" }).click();
  await expect(page).not.toHaveURL(/kind=fba/);

  await page.getByRole("link", { name: "视图", exact: true }).click();
  const renamed = unique("新名");
  await row(name).getByRole("textbox").fill(renamed);
  await submit(page, row(name).getByRole("button", { name: "改名" }));
  await row(renamed).getByRole("button", { name: "删除" }).click();
  await expect(row(renamed)).toHaveCount(0);
  await page.goto(warehouses);
  await expect(page).not.toHaveURL(/kind=fba/);
});

test("a view is shared with a role, taken back, and kept from who does not hold it", async ({ page, browserOf }) => {
  const warehouses = "/wms/warehouse/index";
  const name = unique("视图");
  const dialog = (of: Page) => of.getByRole("dialog", { name: "视图" });
  const row = (of: Page) => dialog(of).getByRole("listitem").filter({ hasText: name });
  const dialogAt = `${warehouses}?kind=fba&v=0&views=1`;
  await page.goto(dialogAt);
  await dialog(page).getByLabel(/^名称/).fill(name);
  await dialog(page).getByLabel("共享给", { exact: true }).selectOption({ label: "角色：仓管质检" });
  await submit(page, dialog(page).getByRole("button", { name: "保存当前条件" }));
  await page.goto(dialogAt);
  await expect(row(page)).toContainText("已共享给仓管质检");

  await dialog(page).getByLabel(/^名称/).fill(name);
  await dialog(page).getByLabel("共享给", { exact: true }).selectOption({ label: "角色：采购员" });
  await submit(page, dialog(page).getByRole("button", { name: "保存当前条件" }));
  await expect(dialog(page).getByRole("alert")).toContainText("视图名称已存在");
  await expect(dialog(page).getByLabel("共享给", { exact: true }), "what was chosen").not.toHaveValue("");
  await page.goto(dialogAt);

  const keeper = await browserOf("warehouse");
  await keeper.goto(dialogAt);
  await expect(row(keeper)).toContainText("系统管理员共享给仓管质检");
  await expect(row(keeper).getByRole("button", { name: "删除" })).toHaveCount(0);
  await expect(row(keeper).getByRole("button", { name: "取消共享" })).toHaveCount(0);
  await row(keeper).getByRole("link", { name }).click();
  await expect(keeper).toHaveURL(/kind=fba/);
  const mark = main(keeper).getByRole("list", { name: "视图", exact: true }).getByRole("link", { name });
  await expect(mark, "at the head").toContainText("共享 · 系统管理员");
  const buyer = await browserOf("buyer");
  await buyer.goto(dialogAt);
  await expect(row(buyer)).toHaveCount(0);

  await row(page).getByRole("textbox").fill("");
  await submit(page, row(page).getByRole("button", { name: "改名" }));
  await expect(dialog(page).getByRole("alert")).toContainText("请输入视图名称");
  await row(page).getByRole("combobox").selectOption({ label: "仅自己" });
  await submit(page, row(page).getByRole("button", { name: "改共享" }));
  await expect(row(page)).not.toContainText("共享给仓管质检");
  await keeper.goto(dialogAt);
  await expect(row(keeper)).toHaveCount(0);

  const theirs = unique("仓库的");
  const one = (of: Page) => dialog(of).getByRole("listitem").filter({ hasText: theirs });
  await dialog(keeper).getByLabel(/^名称/).fill(theirs);
  await dialog(keeper).getByLabel("共享给", { exact: true }).selectOption({ label: "角色：仓管质检" });
  await submit(keeper, dialog(keeper).getByRole("button", { name: "保存当前条件" }));
  await page.goto(dialogAt);
  await expect(one(page), "who manages roles takes it back").toContainText("共享给仓管质检");
  await submit(page, one(page).getByRole("button", { name: "取消共享" }));
  await expect(one(page)).toHaveCount(0);
});

test("a row is edited in the list itself: first click edits, second saves", async ({ page }) => {
  const rates = "/finance/rate/index?currency=HKD&v=0";
  const admin = await api();
  const effectiveDate = "1990-05-17";
  await admin.post("/finance/rate", { currency: "HKD", effectiveDate, officialRate: "4.1" });
  await page.goto(`${rates}&effectiveDateFrom=${effectiveDate}&effectiveDateTo=${effectiveDate}`);
  const row = main(page).locator("tbody tr");
  await row.getByRole("link", { name: "行内编辑" }).click();
  await row.getByLabel("自定汇率").fill("-1");
  const answer = await submit(page, row.getByRole("button", { name: "保存" }));
  expect(answer.status()).toBe(422);
  await expect(main(page).locator(".alert.warning")).toContainText("自定汇率不能小于0");
  await row.getByLabel("自定汇率").fill("4.15");
  await row.getByLabel("自定汇率").press("Enter");
  await expect(main(page)).toContainText("修改成功");
  await expect(row).toContainText("4.15");
});

test("a question of the backend is answered by a box, in the row and in the form", async ({ page }) => {
  const admin = await api();
  const rate = (effectiveDate: string) => ({ currency: "AED", effectiveDate, officialRate: "2" });
  await admin.post("/finance/rate", rate("1990-06-01"));
  await admin.post("/finance/rate", rate("1990-06-02"));
  const rates = "/finance/rate/index?currency=AED&v=0&effectiveDateFrom=1990-06-02";
  await page.goto(`${rates}&effectiveDateTo=1990-06-03`);
  const row = main(page).locator("tbody tr");
  await row.getByRole("link", { name: "行内编辑" }).click();
  await row.getByLabel("自定汇率").fill("2.5");
  await row.getByLabel("来源").fill("银行牌价");
  const asked = await submit(page, row.getByRole("button", { name: "保存" }));
  expect(asked.status()).toBe(409);
  await expect(main(page)).toContainText("AED汇率2.5与1990-06-01的2相差超过20%，请确认无误");
  await main(page).getByLabel("我已确认").check();
  await submit(page, row.getByRole("button", { name: "保存" }));
  await expect(main(page)).toContainText("修改成功");
  await expect(row).toContainText("2.5");

  await page.getByRole("link", { name: "新增", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("币种").selectOption("AED");
  await dialog.getByLabel("生效日期").fill("1990-06-03");
  await dialog.getByLabel("官方汇率").fill("9");
  await submit(page, dialog.getByRole("button", { name: "保存" }));
  await expect(dialog).toContainText("AED汇率9与1990-06-02的2.5相差超过20%，请确认无误");
  await dialog.getByLabel("我已确认").check();
  await submit(page, dialog.getByRole("button", { name: "保存" }));
  await expect(main(page)).toContainText("新增成功");
  await expect(main(page).locator("tbody tr")).toHaveCount(2);
});
