import { type Endpoint, endpoint } from "./endpoint";
import { describe } from "./openapi";
import { page, STYLES } from "./openapi-html";

/** Nothing but its own style sheet may load on the page of the description. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Adds the calls that describe the API, themselves included: /docs, /docs.json, /docs.css. */
export function withDocs(endpoints: Endpoint[]): Endpoint[] {
  const base = { method: "get", tag: "接口说明", open: true, raw: true } as const;
  let made: { json: string; html: string } | undefined;
  const description = () => {
    if (made) return made;
    const api = describe(all);
    made = { json: JSON.stringify(api), html: page(api) };
    return made;
  };
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
          .send(description().html),
    }),
    endpoint({
      ...base,
      path: "/docs.json",
      title: "OpenAPI 描述",
      handle: ({ res }) => void res.type("json").send(description().json),
    }),
    endpoint({
      ...base,
      path: "/docs.css",
      title: "接口说明页面的样式",
      handle: ({ res }) => void res.type("css").send(STYLES),
    }),
  ];
  return all;
}
