import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";
import { param } from "./params";

interface Asking {
  sql: Sql;
  tenantId: string;
}

/** The sentence when the month of a day is closed (supply.md C.3, ledger rule 6). */
export async function closedMonth(c: Asking, date: string): Promise<string | undefined> {
  const until = await param(c.sql, c.tenantId, "month_close_until");
  return until && date <= until ? `${date.slice(0, 7)}已关账` : undefined;
}

/**
 * Whatever books to a business date asks it: stock, payables, other in and out.
 * @throws Refusal 409 {yyyy-MM}已关账
 */
export async function requireOpenMonth(c: Asking, date: string): Promise<void> {
  const closed = await closedMonth(c, date);
  if (closed) throw conflict(closed);
}
