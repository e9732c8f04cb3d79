import { BESIDE_MAIN, BESIDE_SHELL, findings } from "../axe";
import { expect, origin, startSession, test } from "../support";

// Contrast is looked at text by text: a few rows have every kind of it.
const pages = {
  home: "/wel/index",
  list: "/admin/user/index?size=5",
  "list with form dialog": "/admin/user/index?add=1&size=5",
  "list with question": "/admin/user/index?do=reset&on=3&id=3&size=5",
  "list with column chooser": "/admin/user/index?columns=1&size=5",
  "list with saved views": "/wms/warehouse/index?views=1&size=5",
  "list with a row edited in place": "/wms/warehouse/index?inline=1&size=5",
  import: "/finance/rate/index?import=new&size=5",
  "tree list": "/admin/dept/index?open=all",
  "permission tree": "/admin/role/index?do=perm&on=4&id=4",
  "form page": "/admin/dict/create",
  "form page with rich text": "/admin/systemnotice/create",
  "detail page": "/admin/dict/detail/1",
  "form of a request": "/requestDetail/index",
  "detail page of a payment": "/paymentDetail/index?id=1",
  "detail page of an OA payment": "/finance/oapayment/detail?id=1",
  "month to be closed": "/finance/monthClose/detail?id=4",
  "message centre": "/admin/message-center",
  profile: "/info/index",
  "error log": "/errorlog/index",
  search: "/search?q=gl",
  "page not found": "/nothing/here",
};

test.describe("of an administrator", () => {
  test.use({ user: "admin" });

  for (const [name, url] of Object.entries(pages))
    test(`${name}: no serious finding`, async ({ page }) => {
      await page.goto(url);
      const whole = name === "home" || name === "list";
      expect(await findings(page, whole ? undefined : BESIDE_SHELL)).toEqual([]);
    });

  test("open popovers and drawer: no serious finding", async ({ page }) => {
    await page.goto("/info/index");
    for (const name of [/^消息/, "主题", "主题色", /系统管理员/, "界面设置"]) {
      const opener = page.getByRole("banner").getByRole("button", { name, exact: true }).first();
      await opener.click();
      expect(await findings(page, BESIDE_MAIN), String(name)).toEqual([]);
      await page.keyboard.press("Escape");
    }
  });

  for (const theme of ["theme-white", "theme-star"])
    test(`list and form in ${theme}: no serious finding`, async ({ page, context }) => {
      const value = `${theme}~409eff~111111111`;
      await context.addCookies([{ name: "prefs", value, url: origin }]);
      for (const url of [pages.list, pages["form page"]]) {
        await page.goto(url);
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
        expect(await findings(page), url).toEqual([]);
      }
    });

  const inTheDark = {
    "list, form, detail and home": {
      urls: [pages.list, pages["form page"], pages["detail page"], pages.home],
      within: undefined,
    },
    "documents and their forms": {
      urls: [
        "/purchaseOrder/index?size=5",
        "/porequisiton/create/index",
        "/orderUpdate/index?id=1",
        "/inspection/detail?id=1",
      ],
      within: BESIDE_SHELL,
    },
  };
  for (const [name, { urls, within }] of Object.entries(inTheDark))
    test(`${name} in the dark: no serious finding`, async ({ page, context }) => {
      await context.addCookies([{ name: "prefs", value: "theme-dark~409eff~111111111", url: origin }]);
      for (const url of urls) {
        expect((await page.goto(url))?.status(), url).toBe(200);
        expect(await findings(page, within), url).toEqual([]);
      }
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await ground()).toBe("rgb(15, 20, 27)");
      await page.emulateMedia({ media: "print" });
      expect(await ground(), "paper is light").toBe("rgb(255, 255, 255)");
    });

  test("list and form on a phone: no serious finding", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const url of [pages.list, pages["list with form dialog"], pages["form page"], pages.home]) {
      await page.goto(url);
      expect(await findings(page), url).toEqual([]);
    }
  });

  test("a form that was refused: no serious finding", async ({ page }) => {
    await page.goto("/admin/dict/create");
    await page.getByLabel(/^字典类型/).fill("BAD");
    await page.getByRole("button", { name: "保存" }).last().click();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test("a dialog keeps the keyboard inside and gives it back", async ({ page }) => {
    await page.goto("/admin/user/index?add=1");
    const dialog = page.getByRole("dialog");
    const inside = () => dialog.evaluate((node) => node.contains(document.activeElement));
    await expect.poll(inside).toBe(true);
    for (let presses = 0; presses < 30; presses++) await page.keyboard.press("Tab");
    const body = () => page.evaluate(() => document.activeElement === document.body);
    expect((await inside()) || (await body())).toBe(true);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/admin\/user\/index$/);
    await expect(dialog).toHaveCount(0);
  });

  test("the first Tab stop leads past the menu", async ({ page }) => {
    await page.goto("/admin/user/index");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const inMain = await page.evaluate(() => document.activeElement?.closest("main") !== null);
    expect(inMain).toBe(true);
  });
});

test("pages of nobody who is signed in: no serious finding", async ({ page }) => {
  for (const url of ["/login", "/login?type=mobile", "/404", "/feishubind", "/help/index.html"]) {
    await page.goto(url);
    expect.soft(await findings(page), url).toEqual([]);
  }
});

test("the lock page, before and after: no serious finding", async ({ page, context }) => {
  await context.addCookies((await startSession("order")).cookies);
  await page.goto("/lock");
  expect(await findings(page)).toEqual([]);
  await page.getByLabel(/锁屏密码/).fill("geheim");
  await page.getByRole("button", { name: "锁屏" }).click();
  await expect(page.getByRole("heading", { name: "已锁屏" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
