import { z } from "zod";
import type { BackendConfig } from "../config";
import type { Caller } from "./caller";
import { type Endpoint, endpoint } from "./endpoint";
import { describe } from "./openapi";
import { PAGE, POLICY, START, VIEWER, viewerFile } from "./openapi-viewer";
import { Refusal } from "./refusal";

const YEAR_MS = 365 * 86_400_000;

/** A demonstration shows its API to everybody, others to who is signed in. */
function requireReader(config: BackendConfig, caller: Caller | undefined): void {
  if (!config.demo && !caller) throw new Refusal(401, "登录已失效，请重新登录");
}

/** Adds the calls that describe the API, themselves included: /docs with its files, /docs.json. */
export function withDocs(endpoints: Endpoint[]): Endpoint[] {
  const base = { method: "get", tag: "接口说明", open: true, raw: true } as const;
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
