import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { pageBody } from "~/screens/shell/body.server";
import { setPageHeaders } from "~/screens/shell/headers.server";
import type { Staff } from "~/session/staff.server";
import { pageTitle } from "~/text";
import { escapeHtml } from "~/ui";
import { InventedContext } from "./parts";
import { scriptAddress } from "./script.server";

/** The whole sheet of the terminal: read at arm's length, pressed with gloves. It stands in the page. */
const STYLE = `
*{box-sizing:border-box}
:root{color-scheme:light dark;--ink:#1f2329;--soft:#4e5969;--page:#f5f7fa;--card:#fff;--line:#c9cdd4;--act:#0b6bcb;--few:#8a4b00;--all:#1c6b2a;--many:#b3191e;--no:#fdeceb}
@media (prefers-color-scheme:dark){:root{--ink:#f0f2f5;--soft:#b5bcc6;--page:#15181c;--card:#22272e;--line:#4a525c;--few:#ffc46b;--all:#7ddc8b;--many:#ff9c98;--no:#451b1d}}
body{margin:0;font:20px/1.4 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:var(--ink);background:var(--page)}
header{display:flex;gap:8px;align-items:center;background:#1f2329}
header a,header b{display:flex;align-items:center;min-height:56px;padding:0 14px;color:#fff;text-decoration:none}
header b{flex:1;justify-content:center;font-size:22px}
header .demo{padding:0 8px;width:52px;font-size:18px;line-height:1.2;color:#ffe08a}
main{padding:12px 0;display:grid;grid-template-columns:minmax(12px,1fr) minmax(0,696px) minmax(12px,1fr);gap:12px 0}main>*{grid-column:2;min-width:0}
h1{margin:0;font-size:24px}h2{margin:0;font-size:20px}p{margin:0}
.band{grid-column:1/-1;padding:16px max(14px,50% - 348px);font-size:24px;font-weight:700;overflow-wrap:anywhere}
.good{background:#1c6b2a;color:#fff}.warn{background:#ffe08a;color:#4a3300}.bad{background:#b3191e;color:#fff}.wait{background:#24405f;color:#fff}
#band{margin-top:-12px}
#state{display:grid;gap:12px}
form{display:grid;gap:12px;margin:0}
label{display:grid;gap:4px;font-weight:600}
small{font-size:18px;font-weight:400;color:var(--soft)}
input,select,button,.btn,summary{font:inherit;min-height:56px;border-radius:6px;border:2px solid var(--soft);padding:8px 12px;background:var(--card);color:inherit;width:100%}
input[name=code]{font-size:26px;border-width:3px;border-color:var(--act)}
input[type=checkbox],input[type=radio]{width:28px;min-height:28px;flex:none;margin:0}
.pick{display:flex;gap:8px;border:0;margin:0;padding:0}
.pick label{display:flex;flex:1;align-items:center;gap:10px;min-height:56px;border:2px solid var(--soft);border-radius:6px;padding:0 12px;background:var(--card)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:8px;align-items:end}.two>details{align-self:start}
button,.btn{display:flex;align-items:center;justify-content:center;gap:8px;font-weight:700;text-decoration:none;text-align:center;cursor:pointer}
.go{background:var(--act);border-color:var(--act);color:#fff}
.jobs{display:grid;grid-template-columns:1fr 1fr;gap:12px}.jobs>*{min-height:88px;font-size:24px}
:focus-visible{outline:4px solid #f5a623;outline-offset:1px}
table{width:100%;border-collapse:collapse;background:var(--card)}
caption{text-align:left;font-weight:700;padding:6px 0}
th,td{padding:8px;border-bottom:1px solid var(--line);text-align:left;vertical-align:middle;overflow-wrap:anywhere}
td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:700}
.left td.n{color:var(--few)}.full td.n{color:var(--all)}.over td.n{color:var(--many)}
ol{list-style:none;margin:0;padding:0;background:var(--card)}
li{display:flex;gap:8px;align-items:center;padding:6px 8px;border-bottom:1px solid var(--line);min-height:60px}
li>span{flex:1;overflow-wrap:anywhere}li form{flex:none}li button{width:auto}
li.bad{background:var(--no);color:var(--many)}li.off>span{text-decoration:line-through;color:var(--soft)}
summary{display:flex;align-items:center;justify-content:center}
video{width:100%;background:#000}
[hidden]{display:none!important}
@media (max-height:520px) and (min-width:600px){#scan{grid-template-columns:1fr 1fr;align-items:end}#scan>:not(.pick,.pick+.two){grid-column:1/-1}.jobs{gap:8px}.jobs>*{min-height:72px}}
`.replaceAll("\n", "");

export interface Sheet {
  title: string;
  body: ReactElement;
  /** The company is an invented one. */
  demo: boolean;
  /** What the script reads, as `data-…` of the body. */
  data?: Readonly<Record<string, string>>;
  status?: number;
  headers?: Headers;
}

/** Tells the script whose scans wait on this device; it tells nothing else. */
export const ownerOf = ({ session }: Pick<Staff, "session">): string =>
  createHash("sha256").update(`${session.tenantId} ${session.username}`).digest("base64url").slice(0, 16);

/** A page of the terminal: its own small sheet and script, nothing of the shell. */
export function page(request: Request, sheet: Sheet): Response {
  const { title, body, demo, data = {}, status = 200, headers = new Headers() } = sheet;
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
    `</head><body${facts}>`,
    renderToStaticMarkup(<InventedContext.Provider value={demo}>{body}</InventedContext.Provider>),
    "</body></html>",
  ];
  return new Response(pageBody(request, headers, html), { status, headers });
}
