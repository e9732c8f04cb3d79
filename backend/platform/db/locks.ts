import { type Held, LOCK_ORDER, type LockTable } from "./lock-order";
import type { Sql } from "./sql";

const rank = new Map<string, number>(LOCK_ORDER.map((table, i) => [table, i]));

/** @throws Error (tests only) when the transaction holds rows of a table that comes later */
function note(held: Held, table: LockTable): void {
  const at = rank.get(table) ?? 0;
  const later = [...held].find((h) => (rank.get(h) ?? 0) > at);
  if (later && !held.has(table) && process.env.LOCK_ORDER === "strict")
    throw new Error(`${table} is locked after ${later}: see LOCK_ORDER`);
  held.add(table);
}

const clauses = { change: "for no key update", share: "for share", remove: "for update" } as const;

/**
 * The end of a select that keeps its rows as they are until the transaction ends. `change`: they are
 * about to change; who merely refers to them is not waited for. `share`: others may read them the same
 * way. `remove`: they are about to go. Outside a transaction nothing is kept.
 * @param of alias of the table in the select, where it has several
 */
export function keep(sql: Sql, table: LockTable, how: keyof typeof clauses = "change", of?: string): string {
  if (!sql.held) return "";
  note(sql.held, table);
  return `${clauses[how]}${of ? ` of ${of}` : ""}`;
}

/** Locks rows by id, in ascending order. Outside a transaction nothing happens. */
export async function lockIds(
  sql: Sql,
  table: LockTable,
  ids: Iterable<string | null | undefined>,
  how: keyof typeof clauses = "change",
): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => id !== null && id !== undefined);
  if (!sql.held || !wanted.length) return;
  await sql.query(`select id from ${table} where id = any($1::bigint[]) order by id ${keep(sql, table, how)}`, [
    wanted,
  ]);
}

/** True for a table that stands in the order. */
export const isLockTable = (table: string): table is LockTable => rank.has(table);

/** The next piece of work in one transaction, such as the next row of a file, starts its own order. */
export const nextOrder = (sql: Sql): void => sql.held?.clear();
