import { expect, origin, test } from "../support";

test.use({ user: "admin" });

test("a script that somebody smuggles into a page does not run", async ({ page, problems }) => {
  await page.goto("/wel/index");
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.smuggled = true";
    const refused = new Promise((done) =>
      document.addEventListener("securitypolicyviolation", (e) => done(e.violatedDirective)),
    );
    document.body.append(script);
    return { directive: await refused, smuggled: "smuggled" in window };
  });
  expect(ran).toEqual({ directive: expect.stringMatching(/^script-src/), smuggled: false });
  await expect.poll(() => problems.splice(0).length).toBeGreaterThan(0);
});

test("no page reaches for another host", async ({ page }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (/^http/.test(protocol) && host !== new URL(origin).host) foreign.push(request.url());
  });
  for (const url of ["/wel/index", "/admin/user/index", "/crud/index", "/info/index"])
    await page.goto(url, { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
});

test("a first page takes its whole sheets once it is painted", async ({ page }) => {
  await page.context().clearCookies({ name: "css" });
  await page.goto("/purchaseOrder/index");
  for (const name of ["styles", "more"]) {
    await expect(page.locator(`style[data-sheet*="/${name}-"]`)).toHaveCount(1);
    await expect(page.locator(`style ~ link[rel=stylesheet][href*="/${name}-"]`)).toHaveCount(1);
  }
});
