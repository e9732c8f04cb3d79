import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import type { BackendConfig } from "../config";
import { type Caller, type Endpoint, endpoint } from "./endpoint";
import { describe } from "./openapi";
import { Refusal } from "./refusal";

/** The viewer's package: its files are sent as they are, so the page needs no other server. */
const HOME = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const { version } = JSON.parse(readFileSync(path.join(HOME, "package.json"), "utf8"));

/** Files below the page's address. They lie under the version, so a browser may keep them for good. */
const VIEWER = { version: String(version), files: ["swagger-ui-bundle.js", "swagger-ui.css"] };

const viewerFile = (name: string): string => path.join(HOME, name);

/** Only what this server sends may load, and no script stands in the page; small pictures are in the style sheet. */
const POLICY = [
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
const START = `SwaggerUIBundle({
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
const PAGE = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>跨境通 ERP 接口</title><link rel="stylesheet" href="docs/${version}/swagger-ui.css"></head>
<body><noscript>浏览器没有启用脚本，请直接查看 <a href="docs.json">OpenAPI 描述文件</a>。</noscript>
<main id="viewer"></main>
<script src="docs/${version}/swagger-ui-bundle.js"></script><script src="docs/start.js"></script></body></html>
`;

const YEAR_MS = 365 * 86_400_000;

/** A demonstration shows its API to everybody, others to who is signed in. */
function requireReader(config: BackendConfig, caller: Caller | undefined): void {
  if (!config.demo && !caller) throw new Refusal(401, "登录已失效，请重新登录");
}

/** Adds the calls that describe the API, themselves included: /docs with its files, /docs.json. */
export function withDocs(endpoints: Endpoint[]): Endpoint[] {
  const base = { tag: "接口说明", open: true, raw: true } as const;
  let made: Promise<string> | undefined;
  const all: Endpoint[] = [
    ...endpoints,
    endpoint({
      ...base,
      path: "/docs",
      title: "接口说明页面",
      handle({ config, caller, res }) {
        requireReader(config, caller);
        res.set("Content-Security-Policy", POLICY).type("html").send(PAGE);
      },
    }),
    endpoint({
      ...base,
      path: "/docs.json",
      title: "OpenAPI 描述",
      async handle({ config, caller, res }) {
        requireReader(config, caller);
        made ??= describe(all).then((description) => JSON.stringify(description));
        res.type("json").send(await made);
      },
    }),
    endpoint({
      ...base,
      path: "/docs/start.js",
      title: "接口说明页面的脚本",
      handle: ({ res }) => void res.type("js").send(START),
    }),
    endpoint({
      ...base,
      path: `/docs/${VIEWER.version}/:file`,
      title: "接口说明页面的文件",
      params: z.object({ file: z.enum(VIEWER.files, "资源不存在") }),
      handle: ({ params, res }) =>
        new Promise<void>((sent, failed) => {
          const options = { immutable: true, maxAge: YEAR_MS };
          res.removeHeader("Cache-Control");
          res.sendFile(viewerFile(params.file), options, (e) => (e ? failed(e) : sent()));
        }),
    }),
  ];
  return all;
}
