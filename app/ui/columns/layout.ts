import type { ColumnLayout, TableLayout } from "../table/column";

/** Cookie of a page's own column layout; its path is the page, so each page has its own. */
export const LAYOUT_COOKIE = "columns";
const YEAR = 31_536_000;
const MAX_WIDTH = 800;

/** "no~w160~f1!remark~h1": short, and only characters that a cookie may hold. */
export function serializeLayout(layout: TableLayout): string {
  return Object.entries(layout)
    .map(([key, { width, hide, fixed }]) => {
      const parts = [encodeURIComponent(key)];
      if (width) parts.push(`w${width}`);
      if (hide !== undefined) parts.push(hide ? "h1" : "h0");
      if (fixed !== undefined) parts.push(fixed ? "f1" : "f0");
      return parts.join("~");
    })
    .join("!");
}

/** Reads a layout; what it does not understand is left out. */
export function parseLayout(text: string | null | undefined): TableLayout {
  const layout: TableLayout = {};
  for (const entry of (text ?? "").split("!").filter(Boolean)) {
    const [key = "", ...parts] = entry.split("~");
    const one: ColumnLayout = {};
    for (const part of parts) {
      const width = /^w(\d{1,3})$/.exec(part);
      if (width) one.width = clampWidth(Number(width[1]));
      else if (/^h[01]$/.test(part)) one.hide = part === "h1";
      else if (/^f[01]$/.test(part)) one.fixed = part === "f1";
    }
    try {
      layout[decodeURIComponent(key)] = one;
    } catch {
      // a cookie that somebody edited
    }
  }
  return layout;
}

const clampWidth = (width: number) => Math.min(MAX_WIDTH, Math.max(40, width));

/** The layout out of a request's Cookie header. */
export function readLayout(cookieHeader: string | null): TableLayout {
  const found = new RegExp(`(?:^|;\\s*)${LAYOUT_COOKIE}=([^;]*)`).exec(cookieHeader ?? "");
  return parseLayout(found?.[1]);
}

/** The layout that the column chooser posted, over the columns that it offered. */
export function layoutFromForm(form: FormData, keys: readonly string[]): TableLayout {
  const shown = new Set(form.getAll("show").map(String));
  const fixed = new Set(form.getAll("fix").map(String));
  return Object.fromEntries(
    keys.map((key) => {
      const width = Number.parseInt(String(form.get(`width.${key}`) ?? ""), 10);
      const own = width > 0 ? { width: clampWidth(width) } : {};
      return [key, { ...own, hide: !shown.has(key), fixed: fixed.has(key) }];
    }),
  );
}

/** Set-Cookie that keeps a layout for one page, or forgets it. */
export function layoutCookie(path: string, layout: TableLayout | null): string {
  const value = layout ? serializeLayout(layout) : "";
  return `${LAYOUT_COOKIE}=${value}; Path=${path}; Max-Age=${layout ? YEAR : 0}; SameSite=Lax; HttpOnly`;
}
