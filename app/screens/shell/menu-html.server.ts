import type { MenuNode } from "~/erp/menu.server";
import { escapeHtml, iconPath } from "~/ui";
import { isBranch, joinPath, leafHref } from "./menu-index.server";

/** A menu rendered once: text pieces, with empty slots where a request puts its marks. */
export interface MenuPieces {
  pieces: string[];
  /** Path of a leaf → slot inside its `<a`. */
  current: Map<string, number>;
  /** Id of a branch → slot inside its `<details`. */
  branch: Map<string, number>;
}

const icon = (node: MenuNode) =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${iconPath(node.icon)}"/></svg>`;

/**
 * Renders the side menu as plain HTML: branches are `<details>`, so it opens and closes without
 * script. String work, not React: 80 entries are the largest part of every page.
 */
export function renderMenu(menu: readonly MenuNode[], groups: readonly string[]): MenuPieces {
  const pieces: string[] = [];
  const current = new Map<string, number>();
  const branch = new Map<string, number>();
  const slot = () => pieces.push("") - 1;
  const walk = (nodes: readonly MenuNode[], base: string, level: number) => {
    for (const node of nodes) {
      const href = isBranch(node) ? "" : leafHref(node, base);
      if (href === null) continue;
      const group = level === 0 && node.group ? ` data-g="${groups.indexOf(node.group) + 1}"` : "";
      // Only what stands beside an icon needs an element of its own.
      const word = escapeHtml(node.label);
      const label = level === 0 ? `${icon(node)}<span>${word}</span>` : word;
      if (isBranch(node)) {
        pieces.push(`<li${group}><details data-b="${escapeHtml(node.id)}"`);
        branch.set(node.id, slot());
        pieces.push(`><summary>${label}</summary><ul>`);
        walk(node.children, joinPath(base, node.path), level + 1);
        pieces.push("</ul></details></li>");
      } else {
        pieces.push(`<li${group}><a href="${escapeHtml(href)}"`);
        const path = href.split("?")[0]!;
        const at = slot();
        if (!current.has(path)) current.set(path, at);
        pieces.push(`>${label}</a></li>`);
      }
    }
  };
  walk(menu, "", 0);
  return { pieces, current, branch };
}

/** The menu of one request: the entry at `path` marked, and the branches with these ids open. */
export function markMenu(menu: MenuPieces, path: string, open: Iterable<string>): string {
  const pieces = menu.pieces.slice();
  const at = menu.current.get(path);
  if (at !== undefined) pieces[at] = ' aria-current="page"';
  for (const id of open) {
    const slot = menu.branch.get(id);
    if (slot !== undefined) pieces[slot] = " open";
  }
  return pieces.join("");
}
