// The twin's built files, brotli as a good server has them, and a tiny JSON server beside them.
// DATA names a file with menu, columns, filters and rows of the product's own list.
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };
const { menu, columns, filters, rows } = JSON.parse(readFileSync(process.env.DATA, "utf8"));

const packed = (body, quality) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const files = new Map();
for (const name of readdirSync("dist", { recursive: true })) {
  const type = TYPES[path.extname(name)];
  if (type)
    files.set(`/${name}`, { type, body: packed(readFileSync(path.join("dist", name)), 11) });
}

function answer(url) {
  const { pathname, searchParams } = url;
  if (pathname === "/api/menu") return menu;
  if (pathname === "/api/shape") return { columns, filters };
  if (pathname === "/api/users") {
    const text = searchParams.get("text") ?? "";
    const found = rows.filter((row) => row.cells[0].includes(text));
    const size = Number(searchParams.get("size"));
    const from = (Number(searchParams.get("current")) - 1) * size;
    return { total: found.length, records: found.slice(from, from + size) };
  }
  const row = rows.find((r) => r.id === pathname.slice("/api/users/".length)) ?? rows[0];
  return columns.map(({ label }, i) => ({ label, value: row.cells[i] }));
}

http
  .createServer((req, res) => {
    const url = new URL(req.url, "http://twin");
    const head = { "Content-Encoding": "br", Vary: "Accept-Encoding" };
    if (url.pathname.startsWith("/api/")) {
      res.writeHead(200, { ...head, "Content-Type": "application/json" });
      return res.end(packed(JSON.stringify(answer(url)), 4));
    }
    const asset = url.pathname.startsWith("/assets/");
    const file = files.get(asset ? url.pathname : "/index.html");
    if (!file) return res.writeHead(404).end();
    const cache = asset ? "public, max-age=31536000, immutable" : "no-cache";
    res.writeHead(200, { ...head, "Content-Type": file.type, "Cache-Control": cache });
    res.end(file.body);
  })
  .listen(Number(process.argv[2]), "127.0.0.1");
