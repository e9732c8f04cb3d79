import { describe } from "vitest";
import { api } from "../../product/api";
import { expect, type Page, testAs, wholeMenu } from "../support";

const test = testAs(null);

interface Node {
  label?: string;
  name: string;
  path?: string;
  children?: Node[];
}

/** Addresses of all leaves that the backend gives a person, as the menu should link them. */
async function leavesOf(username: string): Promise<string[]> {
  const tree = await (await api(username)).get<Node[]>("/admin/menu");
  const walk = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => (node.children?.length ? walk(node.children) : [node.path ?? ""]));
  return walk(tree).filter((path) => path.startsWith("/"));
}

const menuOf = (page: Page) => page.getByRole("navigation", { name: "主菜单" });

for (const [username, has, lacks] of [
  ["admin", "/admin/user/index", "/nothing"],
  ["buyer", "/purchaseOrder/index", "/admin/user/index"],
] as const)
  test.describe(`the menu of ${username}`, () => {
    const test = testAs(username);

    test("is what the server gives this role, but for what is still to come", async ({ page }) => {
      await page.goto("/wel/index");
      const hrefs = await wholeMenu(page);
      const leaves = await leavesOf(username);
      const hidden = leaves.filter((path) => !hrefs.some((href) => href.startsWith(path)));
      expect(leaves.length - hidden.length).toBeGreaterThan(5);
      for (const path of hidden) {
        await page.goto(path);
        await expect(page.getByText("开发规划中"), path).toBeVisible();
      }
      expect(hrefs).not.toContain(lacks);
      expect(leaves.includes(has) || hrefs.includes(has), has).toBe(true);
    });
  });

describe("the shell", () => {
  const test = testAs("admin");

  test("opens the current branch, marks the entry and says where one is", async ({ page }) => {
    await page.goto("/admin/dict/index");
    const current = menuOf(page).getByRole("link", { name: "字典管理" });
    await expect(current).toBeVisible();
    await expect(current).toHaveAttribute("aria-current", "page");
    await expect(menuOf(page).locator("[aria-current]")).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "当前位置" })).toHaveText(/系统管理.*字典管理/);
    await expect(page).toHaveTitle("字典管理 —— 跨境通 ERP");
    const branches = menuOf(page).locator("ul.menu > li > details[open]");
    await expect(branches).toHaveCount(1);
    const other = menuOf(page).getByRole("link", { name: "基础设置", exact: true });
    await expect(other).toHaveAttribute("aria-expanded", "false");
    await expect(menuOf(page).getByText("参数管理"), "not sent").toHaveCount(0);
    await other.click();
    await expect(page).toHaveURL(/\/admin\/dict\/index#b-/);
    await expect(branches).toHaveCount(2);
    await page.goto("/admin/role/index");
    await expect(branches, "it stays open").toHaveCount(2);
  });

  test("a page below an entry keeps that entry marked", async ({ page }) => {
    await page.goto("/admin/systemnotice/create");
    await expect(menuOf(page).getByRole("link", { name: "系统通知" })).toHaveAttribute("aria-current", "page");
  });

  test("quick search works as a plain form", async ({ page }) => {
    await page.goto("/search?q=gl");
    await expect(page.getByRole("main").getByRole("link", { name: /^用户管理/ })).toBeVisible();
    await expect(page.getByRole("main").getByText(/找到 \d+ 项/)).toBeVisible();
    await page.getByRole("main").getByRole("searchbox").fill("yhgl");
    await page.getByRole("main").getByRole("button", { name: "搜索" }).click();
    await expect(page).toHaveURL(/\/admin\/user\/index$/);
  });

  test("the entries of all branches are kept by the browser, for this menu alone", async ({ page, browserOf }) => {
    await page.goto("/admin/dict/index");
    const closed = await menuOf(page).locator("a[aria-expanded]").first().getAttribute("href");
    const address = closed?.replace(/[^/]*$/, "") ?? "";
    const whole = await page.request.get(address);
    expect(await whole.text()).toContain('href="/purchaseOrder/index"');
    expect(whole.headers()["cache-control"]).toContain("immutable");
    const old = await page.request.get("/menu/another/");
    expect(old.headers()["cache-control"]).toBe("no-store");
    const buyer = await (await browserOf("buyer")).request.get(address);
    expect(await buyer.text()).not.toContain("/admin/user/index");
    expect(buyer.headers()["cache-control"], "it is another menu").toBe("no-store");
    const nobody = await (await browserOf(null)).request.get(address, { maxRedirects: 0 });
    expect(nobody.status()).toBe(302);
  });

  test("a branch that nobody has opens nothing, and leads back to this console only", async ({ page }) => {
    const ask = (path: string, referer: string) =>
      page.request.get(path, { maxRedirects: 0, headers: { Referer: referer } });
    const strange = await ask("/menu/x/%3Cb%3E;a=b", "https://evil.example/x");
    expect(strange.headers().location).toBe("/wel/index#b-%3Cb%3E%3Ba%3Db");
    expect(strange.headers()["set-cookie"]).toMatch(/^open=[\w.-]*;/);
  });
});
