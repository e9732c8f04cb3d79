import { documents } from "#documents";
import type { UserInfo } from "../auth.server";
import type { MenuNode } from "../menu.server";

const pathsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((n) => [n.path, ...pathsOf(n.children)]);

/**
 * The permissions of somebody at a backend of the lineage: it has no codes for seeing, its menu says
 * what may be seen; and some of its codes begin with another word.
 */
export function lineageRights(user: UserInfo, menu: readonly MenuNode[]): UserInfo {
  const paths = new Set(pathsOf(menu));
  const permissions = new Set(user.permissions);
  for (const { lineage, permission, screens } of documents) {
    if (!lineage) continue;
    if (paths.has(screens.list)) permissions.add(`${permission}_view`);
    const theirs = `${lineage.permission}_`;
    for (const code of user.permissions)
      if (lineage.permission && code.startsWith(theirs))
        permissions.add(`${permission}_${code.slice(theirs.length)}`);
  }
  return { ...user, permissions };
}
