import { advisoryKey, lockAdvisory } from "../db/advisory";
import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";
import { type ParamKey, param } from "./params";

interface OpenMonthAsking {
  sql: Sql;
  tenantId: string;
}

const UNTIL = "month_close_until" satisfies ParamKey;

/**
 * Last day of the months that are closed. In a transaction no month is closed or opened again before it
 * ends, so that what is posted after this question is posted into an open month.
 */
async function closedUntil({ sql, tenantId }: OpenMonthAsking): Promise<string | null> {
  if (!sql.held) return param(sql, tenantId, UNTIL);
  const row = await sql.one<{ until: string | null }>(`select ${closedUntilSql("$1")} as until`, [tenantId]);
  return row?.until ?? null;
}

/** SQL of that day, for a statement of a transaction. `tenant`: its placeholder. */
export const closedUntilSql = (tenant: string): string =>
  `closed_until(${tenant}::bigint, ${advisoryKey("monthClose", `${tenant}::bigint::text`)})`;

/** The sentence when a day lies in the months that are closed up to `until`. */
export const closedBy = (until: string | null, date: string): string | undefined =>
  until && date <= until ? `${date.slice(0, 7)}已关账` : undefined;

/** The sentence when the month of a day is closed (supply.md C.3, ledger rule 6). */
export async function closedMonth(c: OpenMonthAsking, date: string): Promise<string | undefined> {
  return closedBy(await closedUntil(c), date);
}

/**
 * Whatever books to a business date asks it: stock, payables, other in and out, payments.
 * @throws Refusal 409 {yyyy-MM}已关账
 */
export async function requireOpenMonth(c: OpenMonthAsking, date: string): Promise<void> {
  const closed = await closedMonth(c, date);
  if (closed) throw conflict(closed);
}

/** Waits for postings under way and keeps new ones waiting until the transaction ends. */
export const holdPostings = ({ sql, tenantId }: OpenMonthAsking): Promise<void> =>
  lockAdvisory(sql, "monthClose", tenantId);

/** Closes the months up to a day, or opens those after it. Call `holdPostings` first. */
export const closeUntil = async ({ sql, tenantId }: OpenMonthAsking, until: string | null): Promise<void> => {
  await sql.query("update sys_param set value = $3 where tenant_id = $1 and param_key = $2", [tenantId, UNTIL, until]);
};
