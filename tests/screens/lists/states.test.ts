import { expect, type Page, testAs } from "../support";

const test = testAs("buyer");
const orders = "/purchaseOrder/index";

test("a tab for each state shows its rows and keeps the other filters", async ({ page }) => {
  await page.goto(`${orders}?orderType=normal`);
  const tabs = page.getByRole("navigation", { name: "采购单按状态" });
  await expect(tabs.getByRole("link", { name: /^全部/ })).toHaveAttribute("aria-current", "page");
  const draft = tabs.getByRole("link", { name: /^草稿/ });
  const count = Number((await draft.innerText()).replace(/\D/g, ""));
  expect(count).toBeGreaterThan(0);
  await draft.click();
  await expect(page).toHaveURL(/orderType=normal/);
  await expect(page).toHaveURL(/status=draft/);
  await expect(tabs.getByRole("link", { name: /^草稿/ })).toHaveAttribute("aria-current", "page");
  await expect(page.locator(".pager")).toContainText(`共 ${count} 条`);
  // The tab says it: it is no condition above the table, and folds no other one open.
  await expect(page.getByRole("list", { name: "已启用的筛选" })).not.toContainText("状态");
  await tabs.getByRole("link", { name: /^全部/ }).click();
  await expect(page).toHaveURL(/orderType=normal/);
  await expect(page).not.toHaveURL(/status=/);
});

test("several states at once are conditions, and no tab", async ({ page }) => {
  await page.goto(`${orders}?status=draft,void`);
  const tabs = page.getByRole("navigation", { name: "采购单按状态" });
  await expect(tabs.locator("[aria-current]")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "已启用的筛选" })).toContainText("草稿、已作废");
});

test("a list says the words of its choices, and is called as in the menu", async ({ page }) => {
  await page.goto("/poChange/index");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("采购变更单");
  await expect(page.locator("tbody")).toContainText("交期");
  await expect(page.locator("tbody")).not.toContainText(/\b(date|price|qty|fee)\b/);
});

/** Numbers of the queues on a page, by their names. */
async function waiting(page: Page): Promise<[label: string, count: string][]> {
  const heads = page.getByRole("main").getByRole("heading", { level: 2 });
  const texts = await heads.allInnerTexts();
  return texts.flatMap((text) => {
    const [, label, count] = /^(\S+) (\d+)$/.exec(text.trim()) ?? [];
    return label && count ? [[label, count] as [string, string]] : [];
  });
}

test("a queue of the desk counts what its list shows, own drafts too", async ({ page }) => {
  await page.goto("/todo");
  const queues = await waiting(page);
  expect(queues.map(([label]) => label)).toEqual(expect.arrayContaining(["待转采", "待签合同"]));
  for (const [label, count] of queues.filter(([name]) => /^(待转采|逾期)/.test(name))) {
    await page.goto("/todo");
    await page.getByRole("link", { name: label, exact: true }).click();
    await expect(page.locator(".pager")).toContainText(`共 ${count} 条`);
  }
  await page.goto("/todo");
  const drafts = page.locator(".card", { hasText: "我的草稿" }).getByRole("link", { name: /^采购单/ });
  const own = (await drafts.innerText()).replace(/\D/g, "");
  await drafts.click();
  await expect(page.getByRole("list", { name: "已启用的筛选" })).toContainText("创建人");
  await expect(page.locator(".pager")).toContainText(`共 ${own} 条`);
});

test("who may not act on what waits has no queue of it", async ({ page, browserOf }) => {
  const keeper = await browserOf("warehouse");
  await keeper.goto("/todo");
  await expect(keeper.getByRole("heading", { name: /待签收/ })).toBeVisible();
  await expect(keeper.getByText("待转采")).toHaveCount(0);
  await page.goto("/wel/index");
  await expect(page.getByRole("heading", { name: /待转采/ })).toBeVisible();
});

test("alerts are chosen on a page of one's own", async ({ page }) => {
  await page.goto("/alerts");
  const late = page.getByRole("listitem").filter({ hasText: "逾期采购单" });
  await late.getByRole("checkbox").check();
  await late.getByLabel("逾期采购单的阈值（天）").fill("3");
  await late.getByLabel("逾期采购单的通知方式").selectOption("now");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("预警订阅已保存")).toBeVisible();
  await expect(late.getByRole("checkbox")).toBeChecked();
  const threshold = late.getByLabel("逾期采购单的阈值（天）");
  await expect(threshold).toHaveValue("3");
  await threshold.fill("3.125");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("最多两位小数")).toBeVisible();
  await expect(threshold).toHaveValue("3.125");
});

/** Who begins, and what stands on his home page until he puts it away. */
const FIRST_DAYS = [
  ["admin", "系统管理员"],
  ["exec", "管理层"],
  ["it_staff", "信息技术"],
  ["finance", "财务"],
  ["cashier", "出纳"],
  ["purchase_manager", "采购经理"],
  ["buyer", "采购"],
  ["warehouse", "仓管质检"],
  ["logistics", "物流"],
  ["product", "产品"],
  ["ops", "运营"],
  ["ops_manager", "运营经理"],
  ["promo", "推广"],
  ["promo_lead", "推广主管"],
  ["kol", "红人"],
  ["kol_lead", "红人主管"],
  ["cs_staff", "客服"],
  ["cs_lead", "客服主管"],
  ["order", "订单"],
  ["ads", "广告"],
] as const;

for (const [username, who] of FIRST_DAYS)
  test(`${username} is told what to do first, and may open it`, async ({ browserOf }) => {
    const page = await browserOf(username);
    await page.goto("/wel/index");
    await expect(page.getByRole("heading", { name: `${who}的第一天`, exact: true })).toBeVisible();
    const hrefs = await page.locator(".first-steps a").attributes("href");
    expect(hrefs.length, "no step that this role may not take").toBe(username === "admin" ? 4 : 3);
    for (const href of hrefs) expect((await page.goto(href))?.status(), href).toBe(200);
  });

test("the hint of the first day goes for good when it was read", async ({ page }) => {
  await page.goto("/wel/index");
  await expect(page.getByRole("heading", { name: "采购的第一天" })).toBeVisible();
  await expect(page.getByRole("link", { name: /请购单转采/ })).toBeVisible();
  await page.getByRole("button", { name: "知道了，不再显示" }).click();
  await expect(page.getByRole("heading", { name: "待办" })).toBeVisible();
  await expect(page.getByText("采购的第一天")).toHaveCount(0);
});

test("a draft does not know yet what others make of it", async ({ page }) => {
  await page.goto("/porequisiton/index?status=draft");
  const [row] = await page.locator("tbody tr").allInnerTexts();
  expect(row, "how many were ordered stands before the amount").toMatch(/—.*\d\.\d\d/s);
});
