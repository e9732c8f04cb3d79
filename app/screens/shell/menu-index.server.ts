import { SITE_PATH, WEB_ADDRESS } from "#documents/kit";
import type { MenuNode } from "~/erp/menu.server";
import { resolve } from "~/screens/frame/resolve";

/** An entry that opens a page. */
export interface Leaf {
  label: string;
  href: string;
  /** Path that the page answers at: `href` without its query. */
  path: string;
  icon: string;
  /** Labels from the top branch down to the entry itself. */
  trail: string[];
  /** Ids of the branches above it, outermost first. */
  branches: string[];
  group: string;
}

export interface MenuIndex {
  leaves: Leaf[];
  byPath: Map<string, Leaf>;
  /** Names of the top-bar groups, in order of appearance. */
  groups: string[];
}

/** Pages of the specification that answer at their own path, without an `index` child. */
const WHOLE = new Set([
  "/admin/message-center",
  "/admin/role/matrix",
  "/admin/status",
  "/baseSetup/setup/import",
  "/demo/reset",
  "/baseSetup/setup/pictures",
  "/finance/opening/check",
  "/logistics/freight/quote",
  "/mobile",
  "/terminal",
]);

/**
 * Address of a leaf: external links open in the frame page, others under their `index` child.
 * @returns null when it leads nowhere, or where a menu may not lead, whatever the backend says
 */
export function leafHref(node: MenuNode, base: string): string | null {
  const external = [node.href, node.path].find((text) => WEB_ADDRESS.test(text));
  const name = encodeURIComponent(node.label);
  if (external) return `/myiframe/${encodeURIComponent(external)}?name=${name}`;
  if (!node.path) return null;
  const path = joinPath(base, node.path);
  if (!SITE_PATH.test(path)) return null;
  const query = new URLSearchParams(node.query).toString();
  const whole = path.endsWith("/index") || WHOLE.has(path) || resolve(path) !== null;
  return (whole ? path : `${path}/index`) + (query ? `?${query}` : "");
}

/** Menu paths are absolute, or relative to their branch. */
export const joinPath = (base: string, path: string): string =>
  path.startsWith("/") ? path.replace(/\/+$/, "") : `${base}/${path}`.replace(/\/+$/, "");

/** A branch has visible children; everything else is a leaf, unless it leads nowhere. */
export const isBranch = (node: MenuNode): boolean => node.children.length > 0;

/** Flattens a menu into its leaves, with the way to each. */
export function indexMenu(menu: readonly MenuNode[]): MenuIndex {
  const leaves: Leaf[] = [];
  const walk = (nodes: readonly MenuNode[], base: string, above: Leaf | null) => {
    for (const node of nodes) {
      const trail = [...(above?.trail ?? []), node.label];
      const group = above ? above.group : node.group;
      const icon = node.icon || above?.icon || "";
      const branches = above?.branches ?? [];
      const href = isBranch(node) ? "" : leafHref(node, base);
      if (href === null) continue;
      const here = { label: node.label, href, path: href.split("?")[0]!, icon, trail, branches, group };
      if (isBranch(node)) walk(node.children, joinPath(base, node.path), { ...here, branches: [...branches, node.id] });
      else leaves.push(here);
    }
  };
  walk(menu, "", null);
  const byPath = new Map<string, Leaf>();
  for (const leaf of leaves) if (!byPath.has(leaf.path)) byPath.set(leaf.path, leaf);
  const groups = [...new Set(menu.map((n) => n.group).filter(Boolean))];
  return { leaves, byPath, groups };
}

/**
 * The entry to highlight for a page: its own, or of its parent list, or the nearest list above its
 * path (`/admin/systemnotice/edit/3` → `/admin/systemnotice/index`).
 */
export function leafFor(index: MenuIndex, path: string, parent?: string): Leaf | undefined {
  const named = index.byPath.get(path) ?? (parent ? index.byPath.get(parent) : undefined);
  if (named) return named;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const list = index.byPath.get(`${path.slice(0, at)}/index`);
    if (list) return list;
  }
  return undefined;
}
