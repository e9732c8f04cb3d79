import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { findings } from "../axe";
import { expect, startSession, test } from "../support";

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

interface Row {
  id: string;
  version: number;
  no: string;
  status: string;
}

/** A requisition that waits for `exec`: its manager has approved it. */
async function requisition(): Promise<Row> {
  const ops = await api("ops");
  const [store] = await ops.get<Row[]>("/basesetup/store/options");
  const [warehouse] = await ops.get<Row[]>("/wms/warehouse/options");
  const { records } = await ops.get<{ records: Row[] }>("/product/sku/page?size=50");
  const sku = records.find((r) => r.status === "approved");
  const made = await ops.post<Row>("/purchase/requisition", {
    reqType: "stock",
    storeId: store?.id,
    warehouseId: warehouse?.id,
    expectDate: "2099-01-01",
    items: [{ skuId: sku?.id, qty: 3000, estPrice: "20.00" }],
  });
  await ops.post(`/purchase/requisition/${made.id}/submit`, { version: made.version });
  const row = await ops.get<Row>(`/purchase/requisition/${made.id}`);
  const manager = await api("ops_manager");
  const waiting = await manager.get<{ records: { taskId: string; bizNo: string }[] }>("/act/task/todo?size=100");
  const task = waiting.records.find(({ bizNo }) => bizNo === row.no)?.taskId;
  await manager.post(`/act/task/${task}/approve`, { comment: "" });
  return row;
}

const main = (page: Page) => page.getByRole("main");
const foot = (page: Page, name: string) => page.getByRole("navigation", { name: "常用" }).getByRole("link", { name });
/** Nothing lies beside the screen. */
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("an executive approves, reads a chart and a notice on the phone @nojs", async ({ context, page }) => {
  const { id, no } = await requisition();
  await context.addCookies((await startSession("exec")).cookies);
  await page.goto("/mobile");
  const card = page.locator("#approval");
  const [, of = "1"] = /共 (\d+) 条/.exec(await card.innerText()) ?? [];
  await page.goto(`/mobile?n=${of}`);
  await expect(card).toContainText(no);
  await expect(card).toContainText("60,000.00");
  await card.getByRole("button", { name: "通过" }).click();
  await expect(page.locator("[data-flash=success]")).toContainText("已通过");
  const row = await (await api("ops")).get<Row>(`/purchase/requisition/${id}`);
  expect(row.status).toBe("approved");

  await main(page).getByRole("link", { name: "经营总览" }).last().click();
  await expect(page).toHaveURL(/\/mobile\/cockpit\/overview\/index/);
  await expect(main(page).locator(".figure").first()).toBeVisible();
  expect(await width(page)).toBe(390);

  await foot(page, "消息").click();
  await expect(page).toHaveURL(/\/mobile\/admin\/message-center/);
  await foot(page, "我的").click();
  await main(page).getByRole("link", { name: "经营与公告" }).click();
  await main(page).locator(".announced a").first().click();
  await expect(page).toHaveURL(/\/mobile\/admin\/message-center\?.*notice=/);
  expect(await width(page)).toBe(390);

  await page.locator("dialog[open]").getByRole("link", { name: "关闭" }).click();
  await foot(page, "首页").click();
  await expect(main(page).locator(".card", { hasText: "最近访问" }).first()).toContainText("经营总览");
});

test.describe("with script", () => {
  test.use({ user: "buyer" });

  test("pages are exchanged, Back restores the list as it was left, links stay below /mobile", async ({ page }) => {
    await page.goto("/mobile/purchaseOrder/index");
    await page.evaluate(() => Object.assign(window, { mark: 1 }));
    const link = main(page).getByRole("rowheader").nth(8).getByRole("link").first();
    await link.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    expect(top).toBeGreaterThan(100);
    await link.tap();
    await expect(page).toHaveURL(/\/mobile\/orderUpdate\/index/);
    await page.getByRole("link", { name: "返回", exact: true }).tap();
    await expect(page).toHaveURL(/\/mobile\/purchaseOrder\/index/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
    await foot(page, "待办").tap();
    await expect(page).toHaveURL(/\/mobile\/todo$/);
    await expect(foot(page, "待办")).toHaveAttribute("aria-current", "page");
    expect(await page.evaluate(() => "mark" in window)).toBe(true);
    await page.goBack();
    await expect(foot(page, "待办")).not.toHaveAttribute("aria-current", "page");
  });

  test("the group that is in view is marked while the page is scrolled", async ({ page }) => {
    await page.goto("/mobile");
    const tabs = page.getByRole("navigation", { name: "菜单分组" });
    await tabs.getByRole("link", { name: "供应链" }).tap();
    await expect(tabs.locator("[aria-current]")).toHaveText("供应链");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(tabs.locator("[aria-current]")).toHaveText(/财务/);
  });

  test("a dialog is a sheet at the foot of the screen", async ({ page }) => {
    await page.goto("/mobile/porequisiton/index?do=export");
    const box = await page.locator("dialog[open]").boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    expect(box?.width).toBe(390);
  });
});

/** What a thumb reaches is high enough, nothing lies beside the screen, and axe finds nothing. */
async function fits(page: Page, url: string) {
  expect((await page.goto(url))?.status(), url).toBe(200);
  const low = await page
    .locator(".title-bar a, .foot-bar a, .tile-grid a, .decide .btn, .group-tabs a, main .btn")
    .evaluateAll((all) =>
      all.filter((el) => el.checkVisibility() && el.getBoundingClientRect().height < 44).map((el) => el.textContent),
    );
  expect(low, url).toEqual([]);
  expect(await width(page), url).toBe(390);
  expect(await findings(page), url).toEqual([]);
}

test.describe("of somebody who asks for goods", () => {
  test.use({ user: "ops" });

  test("what a thumb reaches is 44 px high, and axe finds nothing", async ({ page }) => {
    // Six kinds of pages are looked at whole.
    test.slow();
    await page.goto("/mobile/porequisiton/index?status=auditing");
    const row = main(page).getByRole("rowheader").first().getByRole("link").first();
    const detail = (await row.getAttribute("href")) ?? "";
    await page.goto("/mobile/activiti/mine/index");
    const flow = main(page).locator("a[href*='/activiti/detail/']").first();
    const approval = (await flow.getAttribute("href")) ?? "";
    const pages = ["/mobile", "/mobile/porequisiton/index", "/mobile/me", detail, approval];
    for (const url of [...pages, "/mobile/porequisiton/create/index"]) await fits(page, url);
  });
});

test.describe("of an executive", () => {
  test.use({ user: "exec" });

  test("a chart and a notice fit as well", async ({ page }) => {
    test.slow();
    await fits(page, "/mobile/cockpit/overview/index");
    await expect(main(page).locator(".figure").first()).toBeVisible();
    await page.goto("/mobile/wel/index");
    const notice = await main(page).locator(".announced a").first().getAttribute("href");
    expect(notice).toContain("/mobile/admin/message-center");
    await fits(page, notice ?? "");
    await expect(page.locator("dialog[open]")).toBeVisible();
  });
});
