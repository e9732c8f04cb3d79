import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The viewer's package: its files are sent as they are, so the page needs no other server. */
const HOME = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const { version } = JSON.parse(readFileSync(path.join(HOME, "package.json"), "utf8"));

/** Files below the page's address. They lie under the version, so a browser may keep them for good. */
export const VIEWER = {
  version: String(version),
  files: ["swagger-ui-bundle.js", "swagger-ui.css"],
};

export const viewerFile = (name: string): string => path.join(HOME, name);

/** Only what this server sends may load, and no script stands in the page; small pictures are in the style sheet. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Starts the viewer on the description beside the page. */
export const START = `SwaggerUIBundle({
  url: "docs.json",
  dom_id: "#viewer",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
`;

/** The page; its addresses are relative, as the API may be mounted anywhere. */
export const PAGE = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>跨境通 ERP 接口</title><link rel="stylesheet" href="docs/${version}/swagger-ui.css"></head>
<body><noscript>浏览器没有启用脚本，请直接查看 <a href="docs.json">OpenAPI 描述文件</a>。</noscript>
<main id="viewer"></main>
<script src="docs/${version}/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>
`;
