import type { MenuNode } from "~/erp/menu.server";
import { isByHand } from "~/screens/by-hand";
import { resolve } from "~/screens/resolve";
import type { Staff } from "~/session/staff.server";
import { type PreparedMenu, prepareMenu } from "./menu.server";
import { isBranch, joinPath, leafHref } from "./menu-index.server";

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
