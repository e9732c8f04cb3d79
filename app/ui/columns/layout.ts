import type { ColumnLayout, TableLayout } from "../table/column";

/** Cookie of a page's own column layout; its path is the page, so each page has its own. */
export const LAYOUT_COOKIE = "columns";
const YEAR = 31_536_000;
const MAX_WIDTH = 800;

/** "no~w160~f1!remark~h1~o2": short, and only characters that a cookie may hold. */
export function serializeLayout(layout: TableLayout): string {
  return Object.entries(layout)
    .map(([key, { width, hide, fixed, order }]) => {
      const parts = [encodeURIComponent(key)];
      if (width) parts.push(`w${width}`);
      if (hide !== undefined) parts.push(hide ? "h1" : "h0");
      if (fixed !== undefined) parts.push(fixed ? "f1" : "f0");
      if (order !== undefined) parts.push(`o${order}`);
      return parts.join("~");
    })
    .join("!");
}

/** Reads a layout; what it does not understand is left out. */
export function parseLayout(text: string | null | undefined): TableLayout {
  // Names out of a cookie: none is born with the object.
  const layout: TableLayout = Object.create(null);
  for (const entry of (text ?? "").split("!").filter(Boolean)) {
    const [key = "", ...parts] = entry.split("~");
    const one: ColumnLayout = {};
    for (const part of parts) {
      const number = /^[wo](\d{1,3})$/.exec(part);
      if (number && part.startsWith("w")) one.width = clampWidth(Number(number[1]));
      else if (number) one.order = Number(number[1]);
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

const given = (form: FormData, name: string): number | undefined => {
  const number = Number.parseInt(String(form.get(name) ?? ""), 10);
  return number > 0 ? number : undefined;
};

/**
 * Places by key, where they are not those of the declaration. The chooser counts from 1 and sends the
 * order in which it was `seen`; a column that is given a place stands there before the one that had it.
 */
function placesOf(form: FormData, keys: readonly string[]) {
  const seen = String(form.get("seen") ?? "").split(",");
  const before = [...keys].sort((a, b) => seen.indexOf(a) - seen.indexOf(b));
  const wanted = before.map((key, i) => {
    const place = (given(form, `order.${key}`) ?? i + 1) - 1;
    return { key, at: place === i ? i : place + (place < i ? -0.5 : 0.5) };
  });
  const order = wanted.sort((a, b) => a.at - b.at).map(({ key }) => key);
  return order.every((key, i) => key === keys[i]) ? undefined : order;
}

/** The layout that the column chooser posted, over the columns that it offered. */
export function layoutFromForm(form: FormData, keys: readonly string[]): TableLayout {
  const shown = new Set(form.getAll("show").map(String));
  const fixed = new Set(form.getAll("fix").map(String));
  const order = placesOf(form, keys);
  return Object.fromEntries(
    keys.map((key) => {
      const width = given(form, `width.${key}`);
      const own: ColumnLayout = { hide: !shown.has(key), fixed: fixed.has(key) };
      if (width) own.width = clampWidth(width);
      if (order) own.order = order.indexOf(key);
      return [key, own];
    }),
  );
}

/** A layout after one column of the head was moved before another, or made wider or narrower. */
export function changedLayout(
  layout: TableLayout,
  keys: readonly string[],
  { key, before, width }: { key: string; before?: string; width?: number },
): TableLayout {
  if (!keys.includes(key)) return layout;
  const next: TableLayout = { ...layout };
  if (width) next[key] = { ...next[key], width: clampWidth(width) };
  if (before === undefined) return next;
  const order = keys.filter((k) => k !== key);
  order.splice(before && order.includes(before) ? order.indexOf(before) : order.length, 0, key);
  order.forEach((k, i) => {
    next[k] = { ...next[k], order: i };
  });
  return next;
}

/** Set-Cookie that keeps a layout for one page, or forgets it. */
export function layoutCookie(path: string, layout: TableLayout | null): string {
  const value = layout ? serializeLayout(layout) : "";
  return `${LAYOUT_COOKIE}=${value}; Path=${path}; Max-Age=${layout ? YEAR : 0}; SameSite=Lax; HttpOnly`;
}

/** Cookie of the height of rows: one choice for all lists. */
const DENSITY_COOKIE = "density";

/** Set-Cookie that keeps low rows, or those of everybody. */
export const densityCookie = (compact: boolean): string =>
  `${DENSITY_COOKIE}=${compact ? "compact" : ""}; Path=/; Max-Age=${compact ? YEAR : 0}; SameSite=Lax; HttpOnly`;

/** Whether a person reads lists with low rows. */
export const isCompact = (cookieHeader: string | null): boolean =>
  /(?:^|;\s*)density=compact(?:;|$)/.test(cookieHeader ?? "");
