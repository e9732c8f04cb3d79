import { expect, test } from "../support";

const menuOf = (page: import("@playwright/test").Page) => page.getByRole("navigation", { name: "主菜单" });

test.describe("the shell", () => {
  test.use({ user: "admin" });

  test("the top menu shows one group's branches", async ({ page }) => {
    await page.goto("/admin/dict/index");
    await expect(menuOf(page).getByText("采购管理", { exact: true })).toBeHidden();
    await page.getByRole("group", { name: "菜单分组" }).getByText("供应链").click();
    await expect(menuOf(page).getByText("采购管理", { exact: true })).toBeVisible();
    await expect(menuOf(page).getByText("系统管理", { exact: true })).toBeHidden();
    await page.getByRole("group", { name: "菜单分组" }).getByText("全部").click();
    await expect(menuOf(page).getByText("系统管理", { exact: true })).toBeVisible();
  });

  test("a closed branch gets its entries when it is opened, and stays as it was left", async ({ page }) => {
    await page.goto("/admin/dict/index");
    const branch = menuOf(page).getByText("基础设置", { exact: true });
    const entry = menuOf(page).getByRole("link", { name: "开始使用", exact: true });
    await expect(entry).toHaveCount(0);
    await branch.click();
    await expect(entry).toBeVisible();
    await expect(page, "no page was asked for").toHaveURL(/\/admin\/dict\/index$/);
    await branch.click();
    await expect(entry).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(entry, "the focus is on the branch").toBeVisible();
    await page.reload();
    await expect(entry, "it is remembered").toBeVisible();
  });

  test("a page of a closed branch that is come to by another way is marked in the menu", async ({ page }) => {
    await page.goto("/admin/dict/index");
    await page.keyboard.press("/");
    await page.keyboard.type("汇率");
    await expect(page.getByRole("banner").getByRole("option", { selected: true })).toContainText("汇率");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/finance\/rate\/index$/);
    const mark = menuOf(page).locator("[aria-current=page]");
    await expect(mark).toHaveAttribute("href", "/finance/rate/index");
    await expect(mark).toBeVisible();
  });

  test("a branch whose entries cannot be fetched is opened by the server, once it can be reached", async ({
    page,
    context,
  }) => {
    await page.route(/\/menu\/[^/]+\/$/, (route) => route.abort());
    await page.goto("/admin/dict/index");
    const branch = menuOf(page).getByText("基础设置", { exact: true });
    const refused = page.waitForEvent("requestfailed");
    await branch.hover();
    await refused;
    // What the first hand brings is there.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await branch.click();
    await expect(page.getByText("网络已断开，菜单没有展开")).toBeVisible();
    await context.setOffline(false);
    await branch.click();
    await expect(menuOf(page).getByRole("link", { name: "开始使用", exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/dict\/index#b-/);
  });

  test("folds to its icons, and stays so @nojs", async ({ page }) => {
    await page.goto("/wel/index");
    const width = async () => (await menuOf(page).boundingBox())?.width ?? 0;
    expect(await width()).toBeGreaterThan(200);
    await page.getByRole("button", { name: "收起或展开菜单" }).click();
    await expect.poll(width).toBeLessThan(100);
    await page.goto("/info/index");
    expect(await width()).toBeLessThan(100);
  });

  for (const [typed, found] of [
    ["字典", "字典管理"],
    ["zdgl", "字典管理"],
    ["sku", "SKU"],
  ] as const)
    test(`quick search finds ${found} by “${typed}”`, async ({ page }) => {
      await page.goto("/wel/index");
      const box = page
        .getByRole("banner")
        .getByLabel(/^搜索单据和菜单/)
        .first();
      await box.fill(typed);
      const options = page.getByRole("listbox", { name: "搜索建议" }).getByRole("option");
      await expect(options.filter({ hasText: found }).first()).toBeVisible();
      await expect(box).toHaveAttribute("aria-expanded", "true");
      await page.keyboard.press("Escape");
      await expect(options.first()).toBeHidden();
    });

  test("quick search jumps with the keyboard", async ({ page }) => {
    await page.goto("/wel/index");
    await page.keyboard.press("/");
    const box = page
      .getByRole("banner")
      .getByLabel(/^搜索单据和菜单/)
      .first();
    await expect(box).toBeFocused();
    await box.fill("bmgl");
    await expect(page.getByRole("option", { selected: true })).toContainText("部门管理");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/dept\/index$/);
  });

  test("what is typed right behind the first key arrives whole", async ({ page }) => {
    await page.goto("/wel/index");
    // The code of keys takes its time.
    await page.route(/keys\.client/, async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.keyboard.type("CG26");
    await expect(page.locator("#quick")).toHaveValue("CG26");
  });

  test("leads to the help in a new browser tab", async ({ page, context }) => {
    await page.goto("/wel/index");
    await page.getByRole("button", { name: "系统管理员" }).click();
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "帮助文档" }).click();
    const help = await opened;
    await expect(help).toHaveURL(/\/help\/index\.html$/);
    await expect(help.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test.describe("below 992 px", () => {
  test.use({ user: "admin", viewport: { width: 820, height: 900 } });

  test("the menu is a drawer @nojs", async ({ page }) => {
    await page.goto("/admin/user/index");
    await expect(menuOf(page)).toBeHidden();
    await page.getByRole("button", { name: "打开菜单" }).click();
    await expect(menuOf(page).getByRole("link", { name: "角色管理" })).toBeVisible();
    await page.getByRole("button", { name: "关闭菜单" }).click();
    await expect(menuOf(page)).toBeHidden();
    await page.getByRole("button", { name: "打开菜单" }).click();
    await menuOf(page).getByRole("link", { name: "角色管理" }).click();
    await expect(page).toHaveURL(/\/admin\/role\/index$/);
    await expect(menuOf(page)).toBeHidden();
  });

  test("no page is wider than the screen", async ({ page }) => {
    for (const url of ["/wel/index", "/admin/user/index", "/admin/dict/create"]) {
      await page.goto(url);
      const { scroll, client } = await page
        .locator("html")
        .evaluate((html) => ({ scroll: html.scrollWidth, client: html.clientWidth }));
      expect(scroll, url).toBeLessThanOrEqual(client);
    }
  });
});
