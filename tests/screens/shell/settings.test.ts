import { expect, type Page, testAs } from "../support";

const test = testAs("admin");

/** Switch, and what of the shell it shows. */
const switches: [string, (page: Page) => ReturnType<Page["locator"]>][] = [
  ["标签", (p) => p.getByRole("navigation", { name: "已打开的页面" })],
  ["日志", (p) => p.getByRole("banner").getByRole("link", { name: "错误日志" })],
  ["主题", (p) => p.getByRole("banner").getByRole("button", { name: "主题", exact: true })],
  ["主题色", (p) => p.getByRole("banner").getByRole("button", { name: "主题色" })],
  ["全屏", (p) => p.getByRole("button", { name: "全屏" })],
  ["锁屏", (p) => p.getByRole("button", { name: "锁屏" })],
  ["搜索", (p) => p.getByRole("banner").getByRole("search")],
  ["缩放", (p) => p.getByRole("button", { name: "收起或展开菜单" })],
  ["顶部菜单", (p) => p.getByRole("group", { name: "菜单分组" })],
];
const openSettings = (page: Page) => page.getByRole("button", { name: "界面设置" }).click();
const box = (page: Page, name: string) => page.locator("#settings").getByLabel(name, { exact: true });

test("each of the nine switches takes its part away and brings it back", async ({ page }) => {
  await page.goto("/info/index");
  await openSettings(page);
  await expect(page.locator("#settings").getByRole("checkbox")).toHaveCount(9);
  for (const [name] of switches) {
    await expect(box(page, name)).toBeChecked();
    await box(page, name).uncheck();
  }
  await page.getByRole("button", { name: "保存设置" }).click();
  await expect(page.getByText("界面设置已保存")).toBeVisible();
  await expect(page).toHaveURL(/\/info\/index$/);
  for (const [name, part] of switches) await expect(part(page), name).toHaveCount(0);

  await page.reload();
  await openSettings(page);
  for (const [name] of switches) await box(page, name).check();
  await page.getByRole("button", { name: "保存设置" }).click();
  // Full screen needs script.
  for (const [name, part] of switches) if (name !== "全屏") await expect(part(page).first(), name).toBeVisible();
});

test("the drawer shows version and copyright", async ({ page }) => {
  await page.goto("/wel/index");
  await openSettings(page);
  const drawer = page.locator("#settings");
  await expect(drawer).toContainText(/跨境通 ERP \d+\.\d+\.\d+/);
  await expect(drawer).toContainText("©");
});

for (const [label, theme] of [
  ["白色", "theme-white"],
  ["炫彩", "theme-star"],
  ["跟随系统", "theme-auto"],
  ["默认", "default"],
] as const)
  test(`theme ${theme} is in the served page, so the first frame is right`, async ({ page }) => {
    await page.goto("/info/index");
    await page.getByRole("banner").getByRole("button", { name: "主题", exact: true }).click();
    await page.getByRole("button", { name: label, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expect(page).toHaveURL(/\/info\/index$/);
    const served = await (await page.request.get("/info/index")).text();
    expect(served).toContain(`data-theme="${theme}"`);
    const login = await (await page.request.get("/404")).text();
    expect(login, "pages outside the shell too").toContain(`data-theme="${theme}"`);
  });

test("a theme colour is kept and allowed by the policy", async ({ page }) => {
  await page.goto("/info/index");
  await page.getByRole("banner").getByRole("button", { name: "主题色" }).click();
  await page.getByRole("button", { name: "#0f9d8a" }).click();
  const answer = await page.reload();
  expect(answer.headers()["content-security-policy"]).toMatch(/style-src 'self' 'sha256-/);
  expect(await page.content()).toContain("--accent:#0f9d8a");
  await page.getByRole("banner").getByRole("button", { name: "主题色" }).click();
  await page.getByRole("button", { name: "恢复默认" }).click();
  expect(await page.content()).not.toContain("--accent:#0f9d8a");
});

test("what the bar opens is fetched by script, or is a page that leads back", async ({ page, browserOf }) => {
  await page.goto("/admin/user/index?keyword=a");
  await expect(page.locator("#settings, #me, #themes, #colours"), "no page carries it").toHaveCount(0);
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await expect(page).toHaveURL(/\/panels\?back=/);
  await expect(page.locator("#me").getByRole("link", { name: "我的下载" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "标签页" }).getByText("界面设置")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "返回" }).click();
  await expect(page).toHaveURL(/\/admin\/user\/index\?keyword=a$/);

  const panels = await (await page.request.get("/preferences?back=/todo")).text();
  for (const id of ["me", "leave", "themes", "colours", "settings"])
    expect(panels).toContain(`id="${id}" role="dialog"`);
  expect(panels).toContain('name="back" value="/todo"');
  for (const path of ["/preferences", "/panels"]) {
    const strange = await (await page.request.get(`${path}?back=//evil.example/`)).text();
    expect(strange.includes(`"//evil`)).toBe(false);
    expect((await (await browserOf(null)).request.get(path, { maxRedirects: 0 })).status()).toBe(302);
  }
});

test("preferences of somebody else's making are ignored", async ({ page, context }) => {
  for (const value of ["theme-evil~409eff~111111111", "<script>", "default~zzzzzz~1"]) {
    await context.addCookies([{ name: "prefs", value: encodeURIComponent(value) }]);
    const answer = await page.goto("/wel/index");
    expect(answer?.status()).toBe(200);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "default");
  }
});
