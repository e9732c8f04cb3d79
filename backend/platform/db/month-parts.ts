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
}

const textOf = (day: Day) => (typeof day === "string" ? `${day}T00:00:00Z` : day.toISOString());

/** @param tables names of declarations' tables, never text of a person */
const missingParts = (sql: Pick<Sql, "query">, tables: readonly string[], from: Day, till: Day) =>
  sql.query<MonthPart>(
    `select t || '_' || to_char(m, 'YYYYMM') as part, t as table,
       to_char(m, 'YYYY-MM-DD') as first, to_char(m + interval '1 month', 'YYYY-MM-DD') as next
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
 */
export async function needMonths(sql: Sql, tables: readonly string[], from: Day, till: Day): Promise<void> {
  if (!(await missingParts(sql, tables, from, till)).length) return;
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
  for (const month of await missingParts(db, tables, from, till)) await db.tx((sql) => makeOne(sql, month));
}

async function makeOne(sql: Sql, { part, table, first, next }: MonthPart): Promise<void> {
  await lockAdvisory(sql, "monthParts");
  // Read from the table itself: what this connection knows by name may be older than the lock.
  const there = "select 1 from pg_class where relnamespace = 'public'::regnamespace and relname = $1";
  if (await sql.one(there, [part.toLowerCase()])) return;
  // Attached it stops nobody who reads or writes; made in its place it would wait for all of them.
  await sql.query(`create table ${part} (like ${table} including all excluding identity)`);
  await sql.query(
    `alter table ${table} attach partition ${part}
     for values from ('${first} 00:00:00+00') to ('${next} 00:00:00+00')`,
  );
}

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
