import { lockAdvisory } from "./advisory";
import { BeginAnew, type Database, type Sql } from "./sql";

/** Months that are made before anybody needs them, this one included. */
const AHEAD = 4;

/** The trade and advertising facts, which lie apart by month. */
export const FACT_TABLES = [
  "fact_trade_daily",
  "fact_ad_campaign_daily",
  "fact_ad_product_daily",
  "fact_ad_keyword_daily",
  "fact_ad_term_daily",
] as const;

/** Platform orders and their lines, which lie apart by month. */
export const ORDER_TABLES = ["platform_order", "platform_order_line"] as const;

/** A day as yyyy-MM-dd, or an instant. */
type Day = string | Date;

interface MonthPart {
  part: string;
  table: string;
  first: string;
  next: string;
  /** It was moved into a file. */
  archived: boolean;
}

const textOf = (day: Day) => (typeof day === "string" ? `${day}T00:00:00Z` : day.toISOString());

/** @param tables names of declarations' tables, never text of a person */
const missingParts = (sql: Pick<Sql, "query">, tables: readonly string[], from: Day, till: Day) =>
  sql.query<MonthPart>(
    `select t || '_' || to_char(m, 'YYYYMM') as part, t as table,
       to_char(m, 'YYYY-MM-DD') as first, to_char(m + interval '1 month', 'YYYY-MM-DD') as next,
       exists (select 1 from archived_month a where a.table_name = t and a.month = m::date) as archived
     from unnest($1::text[]) with ordinality as a(t, n), generate_series(
       date_trunc('month', $2::timestamptz at time zone 'UTC'), $3::timestamptz at time zone 'UTC',
       interval '1 month') m
     where to_regclass(t || '_' || to_char(m, 'YYYYMM')) is null order by n, m`,
    [tables, textOf(from), textOf(till)],
  );

/**
 * Sees to it that the parts of tables that lie apart by month (UTC) are there which hold from..till. Whoever
 * holds rows must not make them: it would wait for all who write to these tables, and they for it. So the
 * transaction is taken back, they are made, and it begins anew: ask before anything that takes time.
 * @returns months, yyyy-MM, that were moved into files: nothing can be written there
 */
export async function needMonths(sql: Sql, tables: readonly string[], from: Day, till: Day): Promise<string[]> {
  const missing = await missingParts(sql, tables, from, till);
  if (missing.every(({ archived }) => archived)) return missing.map(({ first }) => first.slice(0, 7));
  throw new BeginAnew(`no month of ${tables.join(", ")} for all days of ${from} to ${till}`, (db) =>
    makeMonths(db, tables, from, till),
  );
}

/** Makes the months of from..till that are missing, each in a transaction that holds nothing else. */
export async function makeMonths(
  db: Pick<Database, "query" | "tx">,
  tables: readonly string[],
  from: Day,
  till: Day,
): Promise<void> {
  for (const month of await missingParts(db, tables, from, till))
    if (!month.archived) await db.tx((sql) => makeOne(sql, month));
}

/** Makes the month, yyyy-MM, of a table in the caller's transaction, which has written nothing to that table. */
export async function makeMonth(sql: Sql, table: string, month: string): Promise<void> {
  for (const part of await missingParts(sql, [table], `${month}-01`, `${month}-01`)) await makeOne(sql, part);
}

async function makeOne(sql: Sql, { part, table, first, next }: MonthPart): Promise<void> {
  await lockAdvisory(sql, "monthParts");
  // Read from the table itself: what this connection knows by name may be older than the lock.
  const there = `select 1 from pg_class where relnamespace = 'public'::regnamespace and relname = $1
    union all select 1 from archived_month where table_name = $2 and month = $3`;
  if (await sql.one(there, [part.toLowerCase(), table, first])) return;
  // Attached it stops nobody who reads or writes; made in its place it would wait for all of them.
  await sql.query(`create table ${part} (like ${table} including all excluding identity)`);
  await sql.query(
    `alter table ${table} attach partition ${part}
     for values from ('${first} 00:00:00+00') to ('${next} 00:00:00+00')`,
  );
}

/** Months, yyyy-MM, of from..till (yyyy-MM-dd) of these tables that were moved into files, the last first. */
export const archivedMonths = async (
  sql: Pick<Sql, "query">,
  tables: readonly string[],
  from: string,
  till: string,
): Promise<string[]> => {
  const rows = await sql.query<{ month: string }>(
    `select distinct to_char(month, 'YYYY-MM') as month from archived_month
     where table_name = any($1) and month between date_trunc('month', $2::date) and $3::date order by 1 desc`,
    [tables, from, till],
  );
  return rows.map(({ month }) => month);
};

/** Makes the next months of every table that lies apart by time: at start, and by a job. */
export async function makeMonthsAhead(db: Pick<Database, "query" | "tx">): Promise<void> {
  const apart = await db.query<{ table: string }>(
    `select c.relname as table from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     where c.relnamespace = 'public'::regnamespace and p.partstrat = 'r' order by 1`,
  );
  const till = new Date();
  till.setUTCMonth(till.getUTCMonth() + AHEAD - 1, 1);
  await makeMonths(
    db,
    apart.map(({ table }) => table),
    new Date(),
    till,
  );
}
