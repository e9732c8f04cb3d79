import { createHash } from "node:crypto";
import type { MenuNode } from "~/erp/menu.server";
import { escapeHtml, iconPath } from "~/ui";
import { isBranch, joinPath, leafHref } from "./menu-index.server";

/** An entry of the side menu as HTML, with a place for the mark of the current page. */
interface SideEntry {
  path: string;
  html: [before: string, after: string];
}

/** A branch: as a link that opens it, and as what stands around its entries once it is open. */
interface SideBranch {
  id: string;
  closed: [before: string, behindVersion: string];
  html: [before: string, within: string, after: string];
  children: (SideEntry | SideBranch)[];
}

/** A menu rendered once. */
export interface RenderedMenu {
  entries: (SideEntry | SideBranch)[];
  /** Every branch with all its entries: for script, which then opens branches by itself. */
  whole: string;
  /** Changes with `whole`. */
  version: string;
}

const icon = (node: MenuNode) =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${iconPath(node.icon)}"/></svg>`;

const htmlOf = (entries: RenderedMenu["entries"]): string =>
  entries
    .map((entry) =>
      "path" in entry ? entry.html.join("") : entry.html[0] + entry.html[1] + htmlOf(entry.children) + entry.html[2],
    )
    .join("");

/** Renders the side menu as plain HTML. String work, not React: its entries are a large part of every page. */
export function renderMenu(menu: readonly MenuNode[], groups: readonly string[]): RenderedMenu {
  const walk = (nodes: readonly MenuNode[], base: string, level: number): RenderedMenu["entries"] =>
    nodes.flatMap((node): RenderedMenu["entries"] => {
      const href = isBranch(node) ? "" : leafHref(node, base);
      if (href === null) return [];
      const li = level === 0 && node.group ? `<li data-g="${groups.indexOf(node.group) + 1}">` : "<li>";
      // Only what stands beside an icon needs an element of its own.
      const word = escapeHtml(node.label);
      const label = level === 0 ? `${icon(node)}<span>${word}</span>` : word;
      if (!isBranch(node)) {
        const html: SideEntry["html"] = [`${li}<a href="${escapeHtml(href)}"`, `>${label}</a></li>`];
        return [{ path: href.split("?")[0]!, html }];
      }
      const id = escapeHtml(node.id);
      const way = escapeHtml(encodeURIComponent(node.id));
      return [
        {
          id: node.id,
          closed: [`${li}<a id="b-${id}" aria-expanded="false" data-native href="/menu/`, `/${way}">${label}</a></li>`],
          html: [`${li}<details id="b-${id}"`, `><summary>${label}</summary><ul>`, "</ul></details></li>"],
          children: walk(node.children, joinPath(base, node.path), level + 1),
        },
      ];
    });
  const entries = walk(menu, "", 0);
  const whole = htmlOf(entries);
  return { entries, whole, version: createHash("sha256").update(whole).digest("base64url").slice(0, 8) };
}

/**
 * The menu of one request: the entry at `path` marked, and the branches with these ids open. The others
 * are links, by which the server opens them where no script does (app/routes/menu.$version.$.ts): most
 * people need one branch of twenty, and the first answer has to fit into one flight.
 */
export function markMenu(menu: RenderedMenu, path: string, open: Iterable<string>): string {
  const isOpen = new Set(open);
  let marked = false;
  const draw = (entries: RenderedMenu["entries"]): string => {
    let html = "";
    for (const entry of entries)
      if ("path" in entry) {
        const current = !marked && entry.path === path;
        marked ||= current;
        html += entry.html[0] + (current ? ' aria-current="page"' : "") + entry.html[1];
      } else if (isOpen.has(entry.id)) {
        html += `${entry.html[0]} open${entry.html[1]}${draw(entry.children)}${entry.html[2]}`;
      } else html += entry.closed.join(menu.version);
    return html;
  };
  return draw(menu.entries);
}
