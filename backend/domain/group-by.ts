/** Rows by one key, in the order of their first members. */
export function grouped<T, K>(rows: Iterable<T>, key: (row: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const row of rows) {
    const own = found.get(key(row));
    if (own) own.push(row);
    else found.set(key(row), [row]);
  }
  return found;
}

/** The groups alone. */
export const groupBy = <T>(rows: readonly T[], key: (row: T) => string): T[][] => [...grouped(rows, key).values()];
