import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  let html = renderToString(<RemixServer context={context} url={request.url} />);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (html.includes("data-island")) html = html.replace("</body>", `<script type="module" src="${context.manifest.entry.module}"></script></body>`);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
