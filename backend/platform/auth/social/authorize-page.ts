import { createHash } from "node:crypto";
import type { Response } from "express";
import type { Sql } from "#backend/platform/db/sql";
import { SOCIAL_NAMES, type SocialSocialType } from "./social";

const CALLBACKS = ["/wxoauth", "/oaoauth", "/feishu", "/feishubind", "/authredirect"];

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:28rem;margin:3rem auto;padding:0 1rem;color:#1f2937}
h1{font-size:1.25rem}ul{list-style:none;padding:0}
a{display:flex;justify-content:space-between;gap:1rem;padding:.5rem .75rem;border:1px solid #d1d5db;border-radius:.375rem;margin:.5rem 0;color:#1d4ed8;text-decoration:none}
a:hover,a:focus-visible{background:#eff6ff}span{color:#6b7280}`;

const CSP = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * The address that a chosen person is sent back to: one of the console's callback pages, as a
 * path or on the host that was asked. Null for anything else (no open redirect).
 */
export function callbackUrl(redirectUri: string, hostname: string): URL | null {
  const base = `http://${hostname}`;
  if (!URL.canParse(redirectUri, base)) return null;
  const url = new URL(redirectUri, base);
  const known = CALLBACKS.includes(url.pathname) && !url.username && !url.password;
  return known && /^https?:$/.test(url.protocol) && url.hostname === hostname ? url : null;
}

/** Sends the demo provider's page on which one chooses who to be. */
export async function sendAuthorizePage(
  sql: Sql,
  res: Response,
  ask: { tenantId: string; type: SocialSocialType; state: string; redirectUri: string; target: URL },
): Promise<void> {
  const people = await sql.query<{ username: string; displayname: string }>(
    `select username, displayname from sys_user
     where tenant_id = $1 and del_flag = 0 and lock_flag = '0' order by id limit 50`,
    [ask.tenantId],
  );
  const items = people.map(({ username, displayname }) => {
    const to = new URL(ask.target);
    to.searchParams.set("code", `demo-${username}`);
    to.searchParams.set("state", ask.state);
    const href = ask.redirectUri.startsWith("/") ? to.pathname + to.search : to.href;
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(displayname)}<span>${escapeHtml(username)}</span></a></li>`;
  });
  const name = SOCIAL_NAMES[ask.type];
  res.set({ "Content-Security-Policy": CSP, "Cache-Control": "no-store" }).type("html");
  res.send(`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}授权（演示）</title><style>${STYLE}</style></head>
<body><main><h1>${name}授权（演示）</h1><p>演示环境没有连接真实的${name}，请选择以谁的身份登录。</p>
<ul>${items.join("")}</ul></main></body></html>`);
}
