import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { expect, test, unique } from "../support";

const LIST = "/admin/user/index";
const main = (page: Page) => page.getByRole("main");
const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "已打开的页面" }).getByRole("link", { name });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { name, level: 1 });

/** Marks the document: the mark is there while no page was loaded whole. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { mark: 1 }));
const isSame = (page: Page) => page.evaluate(() => "mark" in window);

/** What is asked of the server for pages and their parts from now on. */
function asked(page: Page) {
  const list: string[] = [];
  page.on("request", (request) => {
    const part = request.headers()["x-part"];
    if (part || request.isNavigationRequest()) list.push(`${part ?? "page"} ${new URL(request.url()).pathname}`);
  });
  return list;
}

/** The program waits with this until the page is at rest. */
async function open(page: Page, url: string) {
  await page.goto(url);
  await mark(page);
}

test.describe("inside the shell", () => {
  test.use({ user: "admin" });

  test("a link brings the other page's content, tab, mark, path and title alone", async ({ page }) => {
    await open(page, LIST);
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/role\/index$/);
    await expect(page).toHaveTitle(/^角色管理/);
    await expect(menu(page, "角色管理")).toHaveAttribute("aria-current", "page");
    await expect(page.locator(".menu [aria-current]")).toHaveCount(1);
    await expect(tab(page, "角色管理")).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("navigation", { name: "当前位置" })).toContainText("角色管理");
    await expect(heading(page, "角色管理"), "readers begin at its heading").toBeFocused();
    await expect(page.locator("[aria-live=polite]").last()).toContainText("角色管理");
    expect(await isSame(page)).toBe(true);
    await page.reload();
    await expect(tab(page, "角色管理"), "the server knows the tab").toBeVisible();
  });

  test("what stands behind a dialog stays as it is, and has the focus again after it", async ({ page }) => {
    await open(page, LIST);
    await main(page).getByRole("link", { name: "下一页" }).click();
    await expect(page).toHaveURL(/current=2/);
    const row = main(page).locator("tbody tr").first();
    await row.evaluate((el) => Object.assign(el, { mark: 1 }));
    const isRow = () => row.evaluate((el) => "mark" in el);
    const link = row.getByRole("rowheader").getByRole("link");
    const dialog = page.getByRole("dialog", { name: "查看用户" });
    await link.click();
    await expect(dialog).toBeVisible();
    expect(await isRow()).toBe(true);
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/view=/);
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
    await link.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/view=/);
    await expect(dialog).toBeHidden();
    expect(await isRow()).toBe(true);
    await page.goForward();
    await expect(dialog).toBeVisible();
  });

  test("a page has its styles, also those that the page before had in its content", async ({ page }) => {
    await open(page, "/purchaseOrder/index");
    await main(page).getByRole("link", { name: /^CG/ }).first().click();
    await expect(page).toHaveURL(/\/orderUpdate\/index/);
    await expect(main(page).locator("ol").first()).toHaveCSS("list-style-type", "none");
    expect(await isSame(page)).toBe(true);
  });

  test("a search keeps the focus and what is typed on meanwhile", async ({ page }) => {
    await open(page, LIST);
    const field = main(page).getByLabel("用户名", { exact: true });
    await page.route(/username=adm(&|$)/, async (route) => {
      await field.press("x");
      await route.continue();
    });
    // At once: what rests while it is typed is asked for ahead.
    await field.focus();
    await field.evaluate((el: HTMLInputElement) => {
      el.value = "adm";
      el.form?.requestSubmit();
    });
    await expect(page).toHaveURL(/username=adm$/);
    await expect(main(page).locator("tbody tr")).toHaveCount(1);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("admx");
    expect(await isSame(page)).toBe(true);
  });

  test("turning pages keeps the focus on the same link", async ({ page }) => {
    await open(page, `${LIST}?size=10`);
    const next = main(page).getByRole("link", { name: "下一页" });
    await next.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/current=2/);
    await expect(next).toBeFocused();
    expect(await isSame(page)).toBe(true);
  });

  test("Back and Forward show what was there, where it was scrolled, unasked", async ({ page }) => {
    await open(page, `${LIST}?size=50`);
    const rows = main(page).locator(".t").first();
    const places = () => rows.evaluate((el) => [scrollY, el.scrollTop]);
    await rows.evaluate((el) => el.scrollTo(0, 300));
    await page.evaluate(() => scrollTo(0, 20));
    await main(page).locator("tbody input[name=ids]").nth(12).check();
    const left = await places();
    expect(left[1]).toBeGreaterThan(0);
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const requests = asked(page);
    await page.goBack();
    await expect(heading(page, "用户管理")).toBeVisible();
    await expect.poll(places).toEqual(left);
    await expect(main(page).locator("tbody input[name=ids]").nth(12)).toBeChecked();
    await expect(tab(page, "用户管理")).toHaveAttribute("aria-current", "page");
    await page.goForward();
    await expect(heading(page, "角色管理")).toBeVisible();
    expect(requests).toEqual([]);
    expect(await isSame(page)).toBe(true);
  });

  test("after a reload Back still leads through the same pages", async ({ page }) => {
    await open(page, LIST);
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    await page.reload();
    await page.goBack();
    await expect(heading(page, "用户管理")).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/user\/index$/);
  });

  test("a page at hand is asked for behind when it is older, and follows", async ({ page }) => {
    const admin = await api();
    const list = "/admin/dict/index";
    await page.clock.setSystemTime(Date.now());
    await open(page, list);
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    const type = unique("dict_");
    await admin.post("/admin/dict", { dictType: type, description: type });
    const requests = asked(page);
    await menu(page, "字典管理").click();
    await expect(heading(page, "字典管理")).toBeVisible();
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    expect(requests, "what was seen a moment ago is taken as it is").toEqual([]);
    await page.clock.setSystemTime(Date.now() + 11_000);
    await menu(page, "字典管理").click();
    await expect(heading(page, "字典管理")).toBeVisible();
    await expect(main(page)).toContainText(type);
    await expect(page.getByText("内容已更新")).toBeVisible();
    expect(requests).toEqual([`ahead ${list}`]);

    await page.getByText("内容已更新").waitFor({ state: "hidden" });
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 33_000);
    const answered = page.waitForResponse((r) => r.request().headers()["x-part"] === "ahead");
    await menu(page, "字典管理").click();
    await (await answered).finished();
    await expect(heading(page, "字典管理")).toBeVisible();
    await expect(page.getByText("内容已更新"), "nothing is new").toBeHidden();
    await page.context().setOffline(true);
    await page.clock.setSystemTime(Date.now() + 55_000);
    await menu(page, "角色管理").click();
    await expect(page.getByText("网络已断开，这是之前的内容")).toBeVisible();
    await expect(heading(page, "角色管理")).toBeVisible();
    expect(await isSame(page)).toBe(true);
  });

  test("a half-typed form is there again", async ({ page }) => {
    await open(page, "/admin/dict/create");
    await page.getByLabel(/^描述/).fill("半途而废");
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    await expect(page.locator(".strip .unsaved")).toHaveCount(1);
    await page.goBack();
    await expect(page.getByLabel(/^描述/)).toHaveValue("半途而废");
    await expect(page.getByText("已恢复上次未提交的内容")).toBeVisible();
    expect(await isSame(page)).toBe(true);
  });

  test("an island wakes in a page that came so, each time", async ({ page }) => {
    await open(page, LIST);
    // Its group is not the one that is shown.
    await page.locator(".menu").getByText("驾驶舱", { exact: true }).dispatchEvent("click");
    await expect(page.locator(".menu a[href='/cockpit/overview/index']")).toBeAttached();
    for (let i = 0; i < 2; i++) {
      await page.goto(LIST);
      await mark(page);
      await page.locator(".menu a[href='/cockpit/overview/index']").dispatchEvent("click");
      await expect(main(page).locator("canvas").first()).toBeVisible();
      expect(await isSame(page)).toBe(true);
    }
  });

  test("a dialog of a row is modal, and closing it brings the list", async ({ page }) => {
    await open(page, "/baseSetup/site/index");
    await main(page).getByRole("link", { name: "新增" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((el) => el.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/baseSetup\/site\/index$/);
    expect(await isSame(page)).toBe(true);
  });

  test("a page of another build is loaded whole", async ({ page }) => {
    await open(page, LIST);
    await page.evaluate(() => {
      document.documentElement.dataset.build = "older";
    });
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    await expect.poll(() => isSame(page)).toBe(false);
  });

  test("what is no page of the shell is loaded whole", async ({ page }) => {
    await open(page, LIST);
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>("main a")!;
      link.href = "/wxoauth?code=none";
      link.click();
    });
    await expect(page).not.toHaveURL(/user\/index/);
    expect(await isSame(page)).toBe(false);
  });

  test("an error page of the shell leads on; a lost network leaves the page", async ({ page, context }) => {
    await open(page, LIST);
    await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>("main a")!;
      link.href = "/no/such/page";
      link.click();
    });
    await expect(page).toHaveTitle(/^页面不存在/);
    await menu(page, "角色管理").click();
    await expect(heading(page, "角色管理")).toBeVisible();
    await context.setOffline(true);
    await menu(page, "字典管理").click();
    await expect(page.getByText("网络已断开")).toBeVisible();
    await expect(heading(page, "角色管理")).toBeVisible();
    await page.evaluate(() => document.dispatchEvent(new Event("write")));
    // There, and back again.
    await page.evaluate(async () => {
      const moved = () => new Promise((done) => addEventListener("popstate", done, { once: true }));
      history.back();
      await moved();
      await moved();
    });
    await expect(page).toHaveURL(/role\/index/);
    await context.setOffline(false);
    expect(await isSame(page)).toBe(true);
  });

  test("script in content that is exchanged does not run", async ({ page }) => {
    await open(page, LIST);
    await page.route(/role\/index/, async (route) => {
      const answer = await route.fetch();
      const evil = `<main id="main"><h1>x</h1><script src="/evil.js"></script><img src="/none.png">`;
      const body = (await answer.text()).replace(/<main[^>]*>/, evil);
      await route.fulfill({ response: answer, body });
    });
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const picture = page.waitForRequest(/none\.png/);
    await menu(page, "角色管理").click();
    await picture;
    await expect(main(page).locator("script")).toHaveCount(1);
    expect(loaded.filter((url) => url.includes("evil.js"))).toEqual([]);
  });
});
