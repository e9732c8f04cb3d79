import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { pageBody } from "~/screens/shell/body.server";
import { setPageHeaders } from "~/screens/shell/headers.server";
import type { Staff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";
import { escapeHtml } from "~/ui/html";
import { scriptAddress } from "./script.server";
import { STYLE } from "./style";

export interface Sheet {
  title: string;
  body: ReactElement;
  /** What the script reads, as `data-…` of the body. */
  data?: Readonly<Record<string, string>>;
  status?: number;
  headers?: Headers;
}

/** Tells the script whose scans wait on this device; it tells nothing else. */
export const ownerOf = ({ session }: Pick<Staff, "session">): string =>
  createHash("sha256")
    .update(`${session.tenantId} ${session.username}`)
    .digest("base64url")
    .slice(0, 16);

/** A page of the terminal: its own small sheet and script, nothing of the shell. */
export function page(request: Request, sheet: Sheet): Response {
  const { title, body, data = {}, status = 200, headers = new Headers() } = sheet;
  setPageHeaders(headers, { inlineCss: [STYLE], stylesheet: null, unguarded: true });
  headers.append("Vary", "Accept");
  const script = scriptAddress();
  const facts = Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");
  const html = [
    '<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(pageTitle(title))}</title><link rel="icon" href="/favicon.svg">`,
    `<style>${STYLE}</style>`,
    script ? `<script type="module" src="${script}"></script>` : "",
    `</head><body${facts}>${renderToStaticMarkup(body)}</body></html>`,
  ];
  return new Response(pageBody(request, headers, html), { status, headers });
}
