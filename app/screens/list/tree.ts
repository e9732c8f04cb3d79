import type { DocumentType } from "#documents/kit";
import type { RowRow } from "../row/row";

export interface TreeNode {
  row: RowRow;
  depth: number;
  /** Undefined: a leaf. */
  open?: boolean;
}

/**
 * Rows of a tree in reading order, only those whose branches are open. `open` lists ids, "all" opens
 * every branch. A row whose parent is not among the rows (a filter left it out) stands at the root.
 */
export function visibleNodes(rows: RowRow[], document: DocumentType, open: string): TreeNode[] {
  const parent = document.tree?.parent ?? "parentId";
  const known = new Set(rows.map((r) => r.id));
  const opened = new Set(open.split(","));
  const children = new Map<string, RowRow[]>();
  for (const row of rows) {
    const up = String(row[parent]);
    const key = known.has(up) ? up : "";
    const siblings = children.get(key);
    if (siblings) siblings.push(row);
    else children.set(key, [row]);
  }
  const found: TreeNode[] = [];
  const walk = (key: string, depth: number) => {
    for (const row of children.get(key) ?? []) {
      const leaf = !children.has(row.id);
      const isOpen = open === "all" || opened.has(row.id);
      found.push({ row, depth, open: leaf ? undefined : isOpen });
      if (!leaf && isOpen) walk(row.id, depth + 1);
    }
  };
  walk("", 0);
  return found;
}

/** The `open` parameter with one branch opened or closed. */
export function toggled(open: string, id: string, all: readonly string[]): string {
  const set = new Set(open === "all" ? all : open.split(",").filter(Boolean));
  if (!set.delete(id)) set.add(id);
  return [...set].join(",");
}
