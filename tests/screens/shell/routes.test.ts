import { readFileSync } from "node:fs";
import { describe } from "vitest";
import { makeDraft } from "../../product/api";
import { BrowserContext } from "../browser";
import { expect, origin, startSession, testAs, wholeMenu } from "../support";

const test = testAs(null);

interface Route {
  path: string;
  title: string;
  group: string;
  kind: string;
}

/** Every address of the specification (its section 2). */
const routes: Route[] = readFileSync(new URL("routes.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [path = "", title = "", group = "", kind = ""] = line.split("\t");
    return { path, title, group, kind };
  });

/** An address with its parameters filled in. */
const filled = (path: string) =>
  path
    .replace("{path*}", "admin/user/index")
    .replace("{routerPath}", "https%3A%2F%2Fexample.com%2F")
    .replace("/mobile{path}", "/mobile/wel/index")
    .replace(/\{\w+\}/g, "1");

const PRODUCT = "—— 跨境通 ERP";

const get = async (client: BrowserContext["request"], url: string) => {
  const answer = await client.get(url, { maxRedirects: 0, headers: { Accept: "text/html" } });
  const { location = "" } = answer.headers();
  return { status: answer.status(), location, html: location ? "" : await answer.text() };
};

/** What an address answers while nobody is signed in: its status, and where it leads. */
const signedOut: Record<string, [number, (string | RegExp)?]> = {
  "/login": [200],
  "/wxoauth": [302, "/login?reason=state"],
  "/oaoauth": [302, "/login?reason=state"],
  "/feishu": [200],
  "/feishubind": [200],
  "/authredirect": [302, "/login?reason=state"],
  "/lock": [302, /^\/login/],
  "/404": [404],
  "/403": [403],
  "/500": [500],
  "/401": [401],
  "/refresh/{path*}": [302, "/admin/user/index"],
  "/myiframe/{routerPath}": [200],
  "/help/index.html": [200],
};

for (const route of routes.filter((r) => r.group === "public" || r.kind === "static"))
  test(`${route.path} while nobody is signed in`, async ({ request }) => {
    const [status, location] = signedOut[route.path] ?? [];
    const answer = await get(request, filled(route.path));
    expect(answer.status).toBe(status);
    if (location instanceof RegExp) expect(answer.location).toMatch(location);
    else if (location) expect(answer.location).toBe(location);
    else expect(answer.html).toMatch(/<h1[\s>]/);
  });

describe("signed in", () => {
  const test = testAs("admin");

  test("/ leads to /wel, which leads to /wel/index", async ({ request }) => {
    expect(await get(request, "/")).toMatchObject({ status: 302, location: "/wel" });
    expect(await get(request, "/wel")).toMatchObject({ status: 302, location: "/wel/index" });
  });

  for (const group of ["home", "admin"])
    for (const { path, title } of routes.filter((r) => r.group === group && r.kind === "page"))
      test(`${path} is a page of its own`, async ({ request }) => {
        // A notice that is out cannot be edited: this one is a draft.
        const edits = path === "/admin/systemnotice/edit/{id}";
        const url = edits ? path.replace("{id}", await makeDraft()) : filled(path);
        const answer = await get(request, url);
        expect(answer.status).toBe(200);
        expect(answer.html).toContain(`${PRODUCT}</title>`);
        expect(answer.html).toMatch(/<h1[\s>]/);
        expect(answer.html).not.toContain("开发规划中");
        expect(title).not.toBe("");
      });

  test("every other address has a page of its own, or says that the row is not there", async ({ request }) => {
    const others = routes.filter((r) => !["public", "home", "admin"].includes(r.group));
    const bad: string[] = [];
    for (const { path } of others) {
      if (signedOut[path]) continue;
      const first = await get(request, filled(path));
      // The id of a document that is addressed by its number leads to the number.
      const numbered = /\d{9,}$/.test(first.location);
      const { status, html } = numbered ? await get(request, first.location) : first;
      const page = html.includes(`${PRODUCT}</title>`) && /<h1[\s>]/.test(html);
      // The state of the row may forbid its edit page: that is said with 409 and the reason.
      const forbidden = status === 409 && /edit|create/i.test(path);
      const absent = status === 404 && !html.includes("页面不存在</p>");
      const known = status === 200 || forbidden || absent;
      if (!page || !known) bad.push(`${path}: ${status}`);
      if (html.includes("开发规划中")) bad.push(`${path}: planned`);
    }
    expect(bad).toEqual([]);
  });

  for (const user of ["cs_staff", "warehouse"]) {
    const low = testAs(user);
    low(`every page as ${user}: a page of its own, or that it may not be seen`, async ({ request }) => {
      const bad: string[] = [];
      for (const { path, kind, group } of routes) {
        if (kind !== "page" || group === "mobile") continue;
        const first = await get(request, filled(path));
        const numbered = /\d{9,}$/.test(first.location);
        const { status, html } = numbered ? await get(request, first.location) : first;
        const page = html.includes(`${PRODUCT}</title>`) && /<h1[\s>]/.test(html);
        const said = [200, 403, 404, 409].includes(status) && page;
        if (!said || html.includes("开发规划中")) bad.push(`${path}: ${status}`);
      }
      expect(bad).toEqual([]);
    });
  }

  test("every entry of the menu has a page", async ({ page }) => {
    await page.goto("/wel/index");
    const hrefs = await wholeMenu(page);
    expect(hrefs.length).toBeGreaterThan(40);
    const bad: string[] = [];
    for (const href of new Set(hrefs)) {
      if (href.startsWith("/myiframe/")) continue;
      const first = await get(page.request, href);
      // A report leads on to the address that names its periods.
      const ownWay = first.status === 302 && first.location.startsWith(`${href}?`);
      const { status } = ownWay ? await get(page.request, first.location) : first;
      if (status !== 200) bad.push(`${href}: ${status}`);
    }
    expect(bad).toEqual([]);
  });
});

test("every page of the desk asks for a session first and leads back", async ({ request }) => {
  const desk = routes.filter((r) => r.kind === "page" && r.group !== "public");
  for (const { path } of desk) {
    const url = filled(path);
    const { status, location } = await get(request, url);
    expect(status, url).toBe(302);
    expect(new URL(location, origin).searchParams.get("next"), url).toBe(url);
  }
});

test("a locked session sees the lock page and nothing else of all that", async () => {
  const { request: client } = new BrowserContext(origin, await startSession("promo_lead"));
  expect((await get(client, "/lock")).status).toBe(200);
  await client.post("/lock", { headers: { Origin: origin }, form: { password: "geheim" }, maxRedirects: 0 });
  for (const { path } of routes.filter((r) => r.kind === "page")) {
    const { status, location } = await get(client, filled(path));
    expect([status, location.split("?")[0]], path).toEqual([302, "/lock"]);
  }
});
