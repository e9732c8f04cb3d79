import type { Sql } from "./sql";

/**
 * Whoever locks rows of several of these tables in one transaction locks them in this order, and rows of
 * one table in ascending order of their ids: two writes then wait for each other instead of one being
 * given up. The row of an approval (act_instance) is only ever locked under its document.
 */
export const LOCK_ORDER = [
  // Budgets. What changes goods and orders, from the end of the chain to its beginning.
  "target_portfolio",
  "purchase_change",
  "delivery",
  "wms_sign",
  "inspection",
  "purchase_return",
  "purchase_exchange",
  "delivery_plan",
  "purchase_contract",
  "purchase_order",
  "purchase_order_line",
  "inquiry_order",
  "inquiry_quote",
  "turn_requisition",
  "turn_requisition_line",
  "requisition_cancel",
  "purchase_requisition",
  "purchase_requisition_line",
  "other_in",
  "other_out",
  // The masters that documents name, then stock, and the supplier whose balances come of all this.
  "warehouse",
  "sku_special_edit",
  "seal_sample",
  "product",
  "spu",
  "sku",
  "stock_posting",
  "stock_reservation",
  "stock",
  "supplier",
] as const;

export type LockTable = (typeof LOCK_ORDER)[number];

const rank = new Map<string, number>(LOCK_ORDER.map((table, i) => [table, i]));

/** Tables of which a transaction has locked rows. */
export type Held = Set<LockTable>;

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
export function keep(
  sql: Sql,
  table: LockTable,
  how: keyof typeof clauses = "change",
  of?: string,
): string {
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
  await sql.query(
    `select id from ${table} where id = any($1::bigint[]) order by id ${keep(sql, table, how)}`,
    [wanted],
  );
}

/** True for a table that stands in the order. */
export const isLockTable = (table: string): table is LockTable => rank.has(table);

/** The next piece of work in one transaction, such as the next row of a file, starts its own order. */
export const nextOrder = (sql: Sql): void => sql.held?.clear();
