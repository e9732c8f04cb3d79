import { lockAdvisory } from "../db/advisory";
import type { Sql } from "../db/sql";

/**
 * Inserts rows (keys are column names) in one statement; every row has the columns of the first.
 * Explicit ids are allowed: the identity counter is moved past them.
 */
export async function insertRows(sql: Sql, table: string, rows: Record<string, unknown>[]) {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await sql.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
  if ("id" in first)
    await sql.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
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
