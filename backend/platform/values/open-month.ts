import { advisoryKey, lockAdvisory } from "../db/advisory";
import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";
import type { ParamKey } from "./params";

interface OpenMonthAsking {
  sql: Sql;
  tenantId: string;
}

const UNTIL = "month_close_until" satisfies ParamKey;

/** Days that nothing is booked to: those up to `until`, closed, and those before `since`, the first day of work. */
export interface PostingDays {
  until: string | null;
  since: string | null;
}

/**
 * In a transaction no month is closed or opened again before it ends, so that what is posted after this
 * question is posted into an open month.
 */
async function postingDays({ sql, tenantId }: OpenMonthAsking): Promise<PostingDays> {
  const asked = sql.held
    ? postingDaysSql("$1")
    : `(select (select value from sys_param where tenant_id = $1 and param_key = '${UNTIL}' and del_flag = 0) as until,
        (select go_live_date::text from sys_tenant where id = $1 and phase = 'live') as since) days`;
  return (await sql.one<PostingDays>(`select until, since from ${asked}`, [tenantId])) ?? { until: null, since: null };
}

/** SQL of one row with those days, for a statement of a transaction. `tenant`: its placeholder. */
export const postingDaysSql = (tenant: string): string =>
  `posting_days(${tenant}::bigint, ${advisoryKey("monthClose", `${tenant}::bigint::text`)})`;

/** The last closed day, yyyy-MM-dd; in a transaction it stays so until its end. */
export const closedUntil = async (c: OpenMonthAsking): Promise<string | null> => (await postingDays(c)).until;

/** The sentence when nothing may be booked to a day. */
export const dayRefused = ({ until, since }: PostingDays, date: string): string | undefined => {
  if (since && date < since) return `业务日期早于启用日${since}`;
  return until && date <= until ? `${date.slice(0, 7)}已关账` : undefined;
};

/**
 * The sentence when nothing may be booked to a day: its month is closed (supply.md C.3, ledger rule 6), or
 * it lies before the first day of work (company.md 2.2).
 */
export async function closedMonth(c: OpenMonthAsking, date: string): Promise<string | undefined> {
  return dayRefused(await postingDays(c), date);
}

/**
 * Whatever books to a business date asks it: stock, payables, other in and out, payments.
 * @throws Refusal 409 {yyyy-MM}已关账; 业务日期早于启用日{day}
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
