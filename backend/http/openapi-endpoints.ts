import { z } from "zod";
import { type Endpoint, endpoint } from "./endpoint";
import { describe } from "./openapi";
import { PAGE, POLICY, START, VIEWER, viewerFile } from "./openapi-viewer";

const YEAR_MS = 365 * 86_400_000;

/** Adds the calls that describe the API, themselves included: /docs with its files, /docs.json. */
export function withDocs(endpoints: Endpoint[]): Endpoint[] {
  const base = { method: "get", tag: "接口说明", open: true, raw: true } as const;
  let made: string | undefined;
  const all: Endpoint[] = [
    ...endpoints,
    endpoint({
      ...base,
      path: "/docs",
      title: "接口说明页面",
      handle: ({ res }) =>
        void res
          .set({ "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff" })
          .type("html")
          .send(PAGE),
    }),
    endpoint({
      ...base,
      path: "/docs.json",
      title: "OpenAPI 描述",
      handle({ res }) {
        made ??= JSON.stringify(describe(all));
        res.type("json").send(made);
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
          res.sendFile(viewerFile(params.file), options, (e) => (e ? failed(e) : sent()));
        }),
    }),
  ];
  return all;
}
