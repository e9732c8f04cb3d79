import { lockAdvisory } from "../db/advisory";
import type { Sql } from "../db/sql";

/** Inserts rows (keys are column names) in one statement; every row has the columns of the first. */
async function insertAll(sql: Sql, table: string, rows: Record<string, unknown>[]) {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await sql.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Inserts rows; explicit ids are allowed while nobody else writes: the identity counter is moved past them. */
export async function insertRows(sql: Sql, table: string, rows: Record<string, unknown>[]) {
  await insertAll(sql, table, rows);
  if (rows[0] && "id" in rows[0])
    await sql.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
}

/**
 * Inserts a tenant's rows with ids from the identity counter and answers these in the order of the
 * rows. `rowsOf` gets the ids, so that a row may name another one.
 */
export async function insertNumbered(
  sql: Sql,
  table: string,
  count: number,
  rowsOf: (ids: number[]) => Record<string, unknown>[],
): Promise<number[]> {
  const taken = await sql.query<{ id: string }>(
    "select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)",
    [table, count],
  );
  const ids = taken.map(({ id }) => Number(id)).sort((a, b) => a - b);
  const common = { version: 0, create_time: new Date().toISOString(), del_flag: 0 };
  const rows = rowsOf(ids).map((row, i) => ({ ...common, id: ids[i], ...row }));
  await insertAll(sql, table, rows);
  return ids;
}

/**
 * Runs `work` once in the life of a database, in one transaction with its mark; a second process
 * that starts at the same time waits and then finds the mark. Answers whether the work was done now.
 */
export async function once(
  db: { tx<R>(work: (sql: Sql) => Promise<R>): Promise<R> },
  name: string,
  work: (sql: Sql) => Promise<void>,
): Promise<boolean> {
  return db.tx(async (sql) => {
    await lockAdvisory(sql, "seed");
    if (await sql.one("select 1 from seed_marker where name = $1", [name])) return false;
    await work(sql);
    await sql.query("insert into seed_marker (name) values ($1)", [name]);
    return true;
  });
}
