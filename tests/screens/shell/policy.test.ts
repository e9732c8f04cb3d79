import { createHash } from "node:crypto";
import { expect, testAs } from "../support";

const test = testAs("admin");

const hashOf = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

// Violations on any page of any test fail it (support.ts); this is about the policy itself.
const urls = ["/login", "/wel/index", "/admin/user/index?add=1", "/admin/systemnotice/create", "/404"];

test("no page allows or holds inline script, nor any style but its own sheet", async ({ request }) => {
  for (const url of urls) {
    const answer = await request.get(url);
    const policy = answer.headers()["content-security-policy"] ?? "";
    expect(policy, url).toContain("default-src 'self'");
    expect(policy, url).not.toMatch(/unsafe-inline|unsafe-eval|nonce-|script-src[^;]*sha/);
    const html = await answer.text();
    expect(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g), url).toBeNull();
    expect(html.match(/\son\w+=/g), url).toBeNull();
    expect(html.match(/<[^>]+\sstyle=/g), url).toBeNull();
    // A browser's first page (signed in: the home page) carries what it needs of its two sheets as one style, which
    // the policy knows by its hash; later ones link.
    const hashes = [...html.matchAll(/<style[^>]*>([^<]*)/g)].map(([, css = ""]) => hashOf(css));
    expect(policy.match(/'sha256-[^']+'/g) ?? [], url).toEqual(hashes);
    expect(hashes, url).toHaveLength(url === urls[0] ? 1 : 0);
  }
});

test("answers carry the headers that keep a page to itself", async ({ request }) => {
  for (const url of ["/login", "/wel/index"]) {
    const headers = (await request.get(url)).headers();
    expect(headers["x-content-type-options"], url).toBe("nosniff");
    expect(headers["referrer-policy"], url).toBeTruthy();
    expect(headers["content-security-policy"], url).toContain("frame-ancestors 'self'");
    // Without script nothing would take a page off the screen that Back brings after signing out.
    expect(headers["cache-control"], url).toBe("private, no-store");
    expect(headers["x-powered-by"], url).toBeUndefined();
  }
});

test("hashed assets stay for good", async ({ page }) => {
  await page.goto("/wel/index");
  // The second page links to the style sheet that the first carried inside.
  await page.goto("/admin/user/index");
  const assets = await page.locator("script[src], link[rel=stylesheet]").all();
  expect(assets.length).toBeGreaterThan(1);
  for (const node of assets) {
    const asset = (await node.getAttribute("src")) ?? (await node.getAttribute("href")) ?? "";
    const answer = await page.request.get(asset);
    expect(answer.headers()["cache-control"], asset).toMatch(/max-age=31536000.*immutable/);
  }
});
