import { FACT_TABLES, needMonths } from "../db/month-parts";
import type { Sql } from "../db/sql";
import { applyEntries } from "./apply";
import { lockMonths } from "./months";

/**
 * Puts everything that `fact_source` holds into the trade facts once more, in the caller's transaction,
 * after their rows were made anew without it.
 */
export async function repostSources(sql: Sql): Promise<void> {
  const span = await sql.one<{ first: string | null; last: string; rows: string }>(
    `select min(biz_date) as first, max(biz_date) as last, jsonb_agg(s)::text as rows from fact_source s`,
  );
  if (!span?.first) return;
  await needMonths(sql, FACT_TABLES, span.first, span.last);
  await lockMonths(sql, span.first, span.last);
  await sql.query("truncate fact_source");
  await sql.query(applyEntries("nothing"), [span.rows]);
}
