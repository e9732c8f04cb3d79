import { describe } from "vitest";
import { api } from "../../product/api";
import { expect, type Page, signIn, submit, testAs } from "../support";

const test = testAs("ops_manager");
const main = (page: Page) => page.getByRole("main");
const PHONE = {
  Accept: "text/html",
  "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148",
};

interface Row {
  id: string;
  version: number;
  no: string;
  status: string;
}

/** A requisition of `ops` that waits for its manager. */
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
    items: [{ skuId: sku?.id, qty: 7, estPrice: "3.00" }],
  });
  await ops.post(`/purchase/requisition/${made.id}/submit`, { version: made.version });
  return read(made.id);
}

const read = async (id: string) => (await api("ops")).get<Row>(`/purchase/requisition/${id}`);

const approval = (page: Page) => page.locator("#approval");

/** Unfolds the reason and sends it as it is. */
async function reject(page: Page) {
  const reason = approval(page).locator("details");
  if ((await reason.getAttribute("open")) === null) await reason.locator("summary").click();
  await submit(page, reason.getByRole("button", { name: "确定驳回" }));
}

/** Opens home at the approval of this document, which came last. */
async function openLast(page: Page, no: string) {
  await page.goto("/mobile");
  const [, of = "1"] = /共 (\d+) 条/.exec(await approval(page).innerText()) ?? [];
  await page.goto(`/mobile?n=${of}`);
  await expect(approval(page)).toContainText(no);
}

describe("approvals on the home of a phone", () => {
  test("one press approves, and the next one follows", async ({ page }) => {
    const [first, second] = [await requisition(), await requisition()];
    await openLast(page, second.no);
    await expect(approval(page).locator("dl > div")).toHaveCount(3);
    await submit(page, approval(page).getByRole("button", { name: "通过", exact: true }));
    await expect(page.locator("[data-flash=success]")).toContainText("已通过");
    expect((await read(second.id)).status).toBe("approved");
    await openLast(page, first.no);
  });

  test("a rejection needs its reason, and says so in its form", async ({ page }) => {
    const { id, no } = await requisition();
    await openLast(page, no);
    await reject(page);
    await expect(approval(page).locator("[role=alert]").first()).toBeVisible();
    expect((await read(id)).status).toBe("auditing");
    await approval(page).getByLabel("驳回原因").fill("数量太少");
    await reject(page);
    expect((await read(id)).status).toBe("rejected");
  });

  test("what somebody else decided meanwhile is said, and changes nothing", async ({ page }) => {
    const { id, no } = await requisition();
    await openLast(page, no);
    const manager = await api("ops_manager");
    const { records } = await manager.get<{ records: { taskId: string; bizNo: string }[] }>("/act/task/todo?size=100");
    const task = records.find((r) => r.bizNo === no)?.taskId;
    await manager.post(`/act/task/${task}/approve`, { comment: "" });
    await reject(page);
    await expect(main(page).locator("[role=alert]").first()).toBeVisible();
    expect((await read(id)).status).toBe("approved");
  });
});

test("every link and form of a page stays below /mobile", async ({ page }) => {
  for (const url of ["/mobile", "/mobile/todo", "/mobile/purchaseOrder/index", "/mobile/scan"]) {
    expect((await page.goto(url))?.status()).toBe(200);
    const links = await page.locator("body a").attributes("href");
    const forms = await page.locator("body form[action]").attributes("action");
    const ways = [...links, ...forms].filter((to) => to.startsWith("/"));
    expect(ways.length).toBeGreaterThan(5);
    const shared = /^\/(mobile(\/|$|\?)|export\/|download\/|help\/|lock$|logout$|desktop$)/;
    expect(ways.filter((to) => !shared.test(to))).toEqual([]);
  }
});

test("a phone's page has a title with the way back, and no menu or tabs", async ({ page }) => {
  await page.goto("/mobile/porequisiton/index");
  await expect(page.getByRole("navigation", { name: "主菜单" })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "已打开的页面" })).toHaveCount(0);
  await main(page).getByRole("rowheader").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/mobile\/porequisiton\/detail\/index/);
  await page.getByRole("link", { name: "返回", exact: true }).click();
  await expect(page).toHaveURL(/\/mobile\/porequisiton\/index/);
  const foot = page.getByRole("navigation", { name: "常用" }).getByRole("link");
  await expect(foot).toHaveCount(5);
  for (const href of await foot.attributes("href")) expect((await page.goto(href))?.status(), href).toBe(200);
});

test("rights are those of the desktop", async ({ page }) => {
  expect((await page.goto("/mobile/admin/user/index"))?.status()).toBe(403);
  expect((await page.goto("/mobile/no/such/page"))?.status()).toBe(404);
});

test("twelve entries are remembered, latest first, until they are cleared", async ({ page, context }) => {
  await context.clearCookies({ name: "viewed" });
  await page.goto("/mobile");
  await expect(main(page)).toContainText("打开过的页面会出现在这里");
  const hrefs = (await main(page).locator(".tile-grid a:not(.later)").attributes("href")).filter(
    (href) => !/myiframe|index\?/.test(href),
  );
  const open = [...new Set(hrefs)].slice(0, 13);
  expect(open).toHaveLength(13);
  for (const href of open) await page.goto(href);
  await page.goto(open[5] ?? "");
  await page.goto("/mobile");
  const viewed = main(page).locator(".card:has(h2)").filter({ hasText: "最近访问" }).first();
  const shown = await viewed.locator(".tile-grid a").attributes("href");
  expect(shown).toHaveLength(12);
  expect(shown.slice(0, 2)).toEqual([open[5], open[12]]);
  await viewed.getByRole("button", { name: "清空" }).click();
  await submit(page, viewed.getByRole("button", { name: "确定" }));
  await expect(main(page)).toContainText("打开过的页面会出现在这里");
});

test("entries stand by group, and each has a page", async ({ page }) => {
  await page.goto("/mobile");
  const tabs = page.getByRole("navigation", { name: "菜单分组" }).getByRole("link");
  for (const href of await tabs.attributes("href")) await expect(page.locator(href)).toHaveCount(1);
  await expect(main(page).locator(".tile-grid a.later")).toHaveCount(0);
});

test("a phone that is signed in opens its home, unless the whole console was chosen", async ({ page, request }) => {
  const at = async (path: string) => (await request.get(path, { headers: PHONE, maxRedirects: 0 })).headers().location;
  expect([await at("/"), await at("/login")]).toEqual(["/mobile", "/"]);
  await page.goto("/mobile/me");
  await submit(page, page.getByRole("button", { name: "桌面版" }));
  await expect(page).toHaveURL(/\/wel\/index$/);
  expect(await at("/")).toBe("/wel");
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await submit(page, page.getByRole("button", { name: "手机版" }));
  await expect(page).toHaveURL(/\/mobile$/);
  expect(await at("/")).toBe("/mobile");
});

test("an address that both shells share has one, and none leads to another host", async ({ request }) => {
  const get = (path: string) => request.get(path, { maxRedirects: 0 });
  expect((await get("/mobile/lock")).headers().location).toBe("/lock");
  expect((await get("/mobile/refresh/todo")).headers().location).toBe("/mobile/todo");
  expect((await get("/mobile//example.com/login")).status()).toBe(404);
});

test("parts of a page that script exchanges are those of the mobile shell", async ({ request }) => {
  const part = await request.get("/mobile/todo", { headers: { "X-Part": "content" } });
  const html = await part.text();
  expect(html).toContain('class="title-bar"');
  expect(html).toContain('class="foot-bar"');
  expect(html).not.toContain('id="strip"');
  expect(html).not.toMatch(/<a [^>]*href="\/(?!mobile)/);
});

test("the first page of a list is no larger than that of the desktop may be", async ({ request }) => {
  const headers = { Accept: "text/html", "Accept-Encoding": "br" };
  const first = await request.get("/mobile/purchaseOrder/index", { headers });
  expect(first.headers()["content-encoding"]).toBe("br");
  expect(Number(first.headers()["content-length"])).toBeLessThanOrEqual(14_600);
});

testAs(null)("who is not signed in signs in and comes back", async ({ page }) => {
  await page.goto("/mobile/todo");
  await expect(page).toHaveURL(/\/login\?next=%2Fmobile%2Ftodo$/);
  await signIn(page, "ops_manager");
  await expect(page).toHaveURL(/\/mobile\/todo$/);
});
