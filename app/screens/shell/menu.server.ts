import { LRUCache } from "lru-cache";
import type { MenuNode } from "~/erp/menu.server";
import { type MenuPieces, renderMenu } from "./menu-html.server";
import { indexMenu, type MenuIndex } from "./menu-index.server";

export interface PreparedMenu extends MenuIndex, MenuPieces {}

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
