export type Nested<T> = T & { children: Nested<T>[] };

/** Flat rows with parentId → tree below `root`, order kept. `key` is what parentId points to. */
export function nest<T extends { parentId: string }>(rows: T[], root: string, key: keyof T): Nested<T>[] {
  const byParent = new Map<string, T[]>();
  for (const row of rows) {
    const siblings = byParent.get(row.parentId);
    if (siblings) siblings.push(row);
    else byParent.set(row.parentId, [row]);
  }
  const below = (parent: string): Nested<T>[] =>
    (byParent.get(parent) ?? []).map((row) => ({ ...row, children: below(String(row[key])) }));
  return below(root);
}
