/** Rows in groups of one key, in the order of their first members. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(key(row));
    if (own) own.push(row);
    else found.set(key(row), [row]);
  }
  return [...found.values()];
}
