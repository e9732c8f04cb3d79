// Bytes of the user list as they travel: bodies only, brotli, no rounding.
import http from "node:http";
import { openBrowser, quiet } from "./browser.mjs";
import { LIST, signIn, startWhole, wholeMenu } from "./product.mjs";

/** Body as sent, headers as sent (characters of the head), and the text. */
export function wire(url, headers) {
  return new Promise((done, fail) => {
    const request = http.get(url, { headers }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17);
        done({ bytes: Buffer.concat(chunks).length, head, encoding: answer.headers["content-encoding"] });
      });
    });
    request.on("error", fail);
  });
}

/** Sizes, what the page holds, and which scripts a browser loads within a quarter of a minute. */
export async function measureWeight() {
  const server = await startWhole();
  const cookie = await signIn(server);
  const headers = { Cookie: cookie, "Accept-Encoding": "br" };
  // The first page of a browser carries the style sheet inside.
  const first = await wire(server.url + LIST, { ...headers, Cookie: cookie.replace(/(; )?\bcss=[^;]*/, "") });
  const text = await (await fetch(server.url + LIST, { headers: { Cookie: cookie } })).text();
  const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((m) => m[1]);
  const html = await wire(server.url + LIST, headers);
  const css = await Promise.all(sheets.map((href) => wire(server.url + href, headers)));
  const menu = await wholeMenu(server.url, cookie);
  const scripts = await scriptsOf(server, cookie);
  const js = await Promise.all(scripts.map((url) => wire(url, headers)));
  const withoutScript = await rowsWithoutScript(server, cookie);
  await server.stop();
  const sum = (list) => list.reduce((total, one) => total + one.bytes, 0);
  return {
    first: first.bytes + first.head,
    html: html.bytes,
    head: html.head,
    css: sum(css),
    js: sum(js),
    scripts: scripts.length,
    raw: Buffer.byteLength(text),
    menuEntries: menu.match(/<a /g)?.length ?? 0,
    rows: text.match(/<tr/g).length - 1,
    withoutScript,
    encodings: [html, ...css, ...js].map((w) => w.encoding),
  };
}

async function scriptsOf(server, cookie) {
  const browser = await openBrowser();
  try {
    const page = await browser.page(server.url, cookie);
    const found = new Set();
    page.on("request", (request) => {
      if (request.resourceType() === "script") found.add(request.url());
    });
    await page.goto(server.url + LIST, { waitUntil: "load" });
    await quiet(15_000);
    return [...found];
  } finally {
    await browser.close();
  }
}

/** With scripts off: rows that can be seen, and whether a search and a menu entry answer. */
async function rowsWithoutScript(server, cookie) {
  const browser = await openBrowser({ javaScriptEnabled: false });
  try {
    const page = await browser.page(server.url, cookie);
    await page.goto(server.url + LIST);
    const rows = await page.locator("table tbody tr:visible").count();
    await page.fill('.filters [name="username"]', "admin");
    await page.click('.filters button[type="submit"]');
    const found = await page.locator("table tbody tr:visible").count();
    await page.click('.menu a[href="/admin/role/index"]');
    return { rows, found, moved: page.url().includes("/admin/role/index") };
  } finally {
    await browser.close();
  }
}
