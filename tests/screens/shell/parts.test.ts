import { expect, origin, startSession, testAs } from "../support";

const test = testAs(null);
const LIST = "/admin/role/index";

/** A session without any tab, and a way to ask for a page in it. */
async function session() {
  const { cookies } = await startSession("admin");
  const own = cookies.filter(({ name }) => name !== "tabs");
  const cookie = own.map(({ name, value }) => `${name}=${value}`).join("; ");
  return (path: string, part?: string) =>
    fetch(origin + path, {
      headers: { cookie, accept: "text/html", ...(part && { "x-part": part }) },
      redirect: "manual",
    });
}
/** The content; the key of a form differs each time. */
const mainOf = (html: string) =>
  (/<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? "").replace(/"_key" value="[^"]*"/g, "");
const buildOf = (html: string) => /data-build="([^"]+)"/.exec(html)?.[1];
const opensTab = (answer: Response) => answer.headers.getSetCookie().some((line) => line.startsWith("tabs="));

test("the parts of a page are those of the whole page, of the same build and policy", async () => {
  const ask = await session();
  const [whole, parts] = await Promise.all([ask(LIST), ask(LIST, "content")]);
  const [page, some] = await Promise.all([whole.text(), parts.text()]);
  expect(parts.headers.get("x-part")).toBe(buildOf(page));
  expect(whole.headers.get("x-part")).toBeNull();
  expect(mainOf(page)).toContain(mainOf(some).split("<link")[0]);
  expect(mainOf(some)).toContain("<table");
  for (const id of ["crumbs", "strip", "news"]) expect(some).toContain(`id="${id}"`);
  expect(some).toContain(`data-menu="${LIST}"`);
  expect(some).not.toMatch(/<html|<script|class="menu"/);
  expect(some.length).toBeLessThan(page.length / 2);
  for (const name of ["x-content-type-options", "x-frame-options", "referrer-policy"])
    expect(parts.headers.get(name), name).toBe(whole.headers.get(name));
  expect(parts.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(whole.headers.get("vary")).toContain("X-Part");
});

test("asking for parts opens the tab; asking ahead does not", async () => {
  const ask = await session();
  expect(opensTab(await ask(LIST, "ahead"))).toBe(false);
  expect(opensTab(await ask(LIST, "content"))).toBe(true);
});

test("a page of no shell has no parts; a missing page of the shell has", async () => {
  const ask = await session();
  const print = await ask("/login?next=%2F", "content");
  expect(print.headers.get("x-part")).toBeNull();
  const missing = await ask("/no/such/page", "content");
  expect(missing.status).toBe(404);
  expect(missing.headers.get("x-part")).not.toBeNull();
  const nobody = await fetch(origin + LIST, {
    headers: { accept: "text/html", "sec-fetch-dest": "empty", "x-part": "content" },
    redirect: "manual",
  });
  expect(nobody.status).toBe(401);
  expect(nobody.headers.get("x-part")).toBeNull();
});
