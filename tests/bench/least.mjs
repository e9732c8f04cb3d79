// The least that a page can be: what is left of the list when all but its table is taken away.
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { freePort } from "./servers.mjs";

const page = (inside) => `<!DOCTYPE html><html lang="zh-CN"><meta charset="utf-8">${inside}</html>`;

/**
 * Serves two pages that no server program makes: `/table`, the table of this page with its style
 * sheet, and `/cell`, one word in a table.
 */
export async function startLeast(html) {
  const [style = ""] = /<style[^>]*>[\s\S]*?<\/style>/.exec(html) ?? [];
  const [table] = /<table[\s\S]*?<\/table>/.exec(html) ?? [];
  if (!table) throw new Error("the page has no table");
  const pages = {
    "/table": page(style + table),
    "/cell": page("<table><tbody><tr><td>用户管理</td></tr></tbody></table>"),
  };
  const bodies = Object.fromEntries(Object.entries(pages).map(([path, text]) => [path, brotliCompressSync(text)]));
  const server = createServer((request, answer) => {
    const body = bodies[request.url];
    answer.writeHead(body ? 200 : 404, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" });
    answer.end(body);
  });
  const port = await freePort();
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
