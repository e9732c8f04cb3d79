import { lockAdvisory } from "./advisory";
import type { Sql } from "./sql";

/**
 * Makes the parts of tables that lie apart by month (UTC) which hold from..till, where they are missing.
 * @param tables names of declarations' tables, never text of a person
 */
export async function ensureMonthParts(
  sql: Sql,
  tables: readonly string[],
  from: Date,
  till: Date,
): Promise<void> {
  const missing = await sql.query<{ part: string; table: string; first: string; next: string }>(
    `select t || '_' || to_char(m, 'YYYYMM') as part, t as table,
       to_char(m, 'YYYY-MM-DD') as first, to_char(m + interval '1 month', 'YYYY-MM-DD') as next
     from unnest($1::text[]) with ordinality as a(t, n), generate_series(
       date_trunc('month', $2::timestamptz at time zone 'UTC'), $3::timestamptz at time zone 'UTC',
       interval '1 month') m
     where to_regclass(t || '_' || to_char(m, 'YYYYMM')) is null order by n, m`,
    [tables, from.toISOString(), till.toISOString()],
  );
  if (!missing.length) return;
  await lockAdvisory(sql, "monthParts");
  for (const { part, table, first, next } of missing)
    await sql.query(
      `create table if not exists ${part} partition of ${table}
       for values from ('${first} 00:00:00+00') to ('${next} 00:00:00+00')`,
    );
}
