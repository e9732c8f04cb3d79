import type { Sql } from "#backend/platform/db";

/** A statement with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

const running = new WeakMap<Sql, Map<string, Promise<unknown[]>>>();

/**
 * Runs a statement that reads; who asks the very same while it runs waits for its rows. Pages ask for
 * several figures of one statement at once, and many people open the same page. Nothing is kept: the
 * next question afterwards is a new run. The rows are shared, so they must not be changed.
 */
export function sharedQuery<T>(sql: Sql, { text, values }: Statement): Promise<T[]> {
  const known = running.get(sql) ?? new Map<string, Promise<unknown[]>>();
  running.set(sql, known);
  const key = JSON.stringify([text, values]);
  const run = known.get(key) ?? sql.query<T>(text, values).finally(() => known.delete(key));
  known.set(key, run);
  return run as Promise<T[]>;
}
