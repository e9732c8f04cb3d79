import { LRUCache } from "lru-cache";
import type { MenuNode } from "~/erp/menu.server";
import { resolve } from "~/screens/frame/resolve";
import type { Staff } from "~/session/staff.server";
import { type RenderedMenu, renderMenu } from "./menu-html.server";
import { indexMenu, isBranch, joinPath, leafHref, type MenuIndex } from "./menu-index.server";

export interface PreparedMenu extends MenuIndex, RenderedMenu {}

// `menu()` hands out the same array while it caches a menu; people with the same roles have equal
// menus in different arrays, which the second cache brings together.
const byArray = new WeakMap<readonly MenuNode[], PreparedMenu>();
const byContent = new LRUCache<string, PreparedMenu>({ max: 200 });

/** Index and HTML of a menu, made once per content. */
export function prepareMenu(menu: readonly MenuNode[]): PreparedMenu {
  const known = byArray.get(menu);
  if (known) return known;
  const content = JSON.stringify(menu);
  let prepared = byContent.get(content);
  if (!prepared) {
    const index = indexMenu(menu);
    prepared = { ...index, ...renderMenu(menu, index.groups) };
    byContent.set(content, prepared);
  }
  byArray.set(menu, prepared);
  return prepared;
}

/** Pages of the shell written by hand that a menu may lead to; `*` stands for one part, or for the rest. */
const PAGES = [
  "/activiti/model/index",
  "/admin/message-center",
  "/admin/role/matrix",
  "/admin/status",
  "/advertisement/report/index",
  "/alerts",
  "/baseSetup/dataStatus/index",
  "/baseSetup/setup/import",
  "/baseSetup/setup/index",
  "/baseSetup/setup/pictures",
  "/cockpit/overview/index",
  "/cockpit/tradeReport/index",
  "/crud/index",
  "/demo/index",
  "/demo/reset",
  "/downloads",
  "/errorlog/index",
  "/finance/opening/check",
  "/info/index",
  "/logistics/freight/quote",
  "/mobile",
  "/myiframe/*",
  "/ordermanage/orderRule/simulate",
  "/scan",
  "/search",
  "/terminal",
  "/todo",
  "/wel/index",
] as const;

const patterns = PAGES.map((page) => new RegExp(`^${page.replace("*", "[^/]+")}$`));

/** True when a route of the shell answers at this path, not a declared document. */
export const isByHand = (path: string): boolean => patterns.some((p) => p.test(path));

/** True for an address that has a page; another host's is shown in a frame. */
const isBuilt = (path: string): boolean => !!resolve(path)?.document || isByHand(path);

const known = new WeakMap<readonly MenuNode[], MenuNode[]>();

/** The entries that have a page, and the branches that lead to one. */
function builtOf(nodes: readonly MenuNode[], base: string): MenuNode[] {
  return nodes.flatMap((node) => {
    if (isBranch(node)) {
      const children = builtOf(node.children, joinPath(base, node.path));
      return children.length ? [{ ...node, children }] : [];
    }
    const [path = ""] = leafHref(node, base)?.split("?") ?? [];
    return isBuilt(path) ? [node] : [];
  });
}

/** A person's menu as it is offered: without what is still to come. */
export async function menuOf(staff: Pick<Staff, "menu">): Promise<PreparedMenu> {
  const nodes = await staff.menu();
  // The same menu gives the same array, by which its HTML is kept.
  const built = known.get(nodes) ?? builtOf(nodes, "");
  known.set(nodes, built);
  return prepareMenu(built);
}
