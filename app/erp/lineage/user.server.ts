import { documents } from "#documents";
import { fetchUserInfo, type UserInfo } from "../auth.server";
import type { Erp } from "../client.server";
import { ErpError } from "../errors";
import { fetchMenu, type MenuNode } from "../menu.server";

const pathsOf = (nodes: readonly MenuNode[]): string[] => nodes.flatMap((n) => [n.path, ...pathsOf(n.children)]);

/**
 * The permissions of somebody at a backend of the lineage: it has no codes for seeing, its menu says
 * what may be seen; and some of its codes begin with another word.
 */
function lineageRights(user: UserInfo, menu: readonly MenuNode[]): UserInfo {
  const paths = new Set(pathsOf(menu));
  const permissions = new Set(user.permissions);
  for (const { calls: { lineage } = {}, permission, screens } of documents) {
    if (!lineage) continue;
    if (paths.has(screens.list)) permissions.add(`${permission}_view`);
    const theirs = `${lineage.permission}_`;
    for (const code of user.permissions)
      if (lineage.permission && code.startsWith(theirs)) permissions.add(`${permission}_${code.slice(theirs.length)}`);
  }
  return { ...user, permissions };
}

/** Who the token belongs to, with rights by our codes, whichever the backend. */
export async function fetchUser(erp: Erp): Promise<UserInfo> {
  const user = await fetchUserInfo(erp);
  if (user.declared) return user;
  const menu = await fetchMenu(erp).catch((error) => {
    if (error instanceof ErpError && error.kind === "shape") return [];
    throw error;
  });
  return lineageRights(user, menu);
}
