import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "#backend/platform/db/sql";

/** What a table began as: the columns that may be written, and its rows in JSON. */
interface Table {
  name: string;
  columns: string;
  rows: string | null;
}

interface Kept {
  db: Database;
  tables: Map<string, Table>;
  /** Last number of each sequence. */
  numbers: Map<string, string | null>;
  /** Tables, columns, constraints, triggers, functions and views, in one word. */
  schema: string;
  /** Rows written so far and the file they are in, by a table's id; of the catalogue by its name. */
  written: Map<string, string>;
}

const TABLES = `
  select c.oid::text as id, c.oid::regclass::text as name, pg_relation_size(c.oid) > 0 as filled,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.oid >= 16384`;

const WRITTEN = `
  select relid::text as id, concat_ws(' ', n_tup_ins, n_tup_upd, n_tup_del, pg_relation_filenode(relid)) as rows
  from pg_stat_user_tables
  union all
  select relname, concat_ws(' ', n_tup_ins, n_tup_upd, n_tup_del) from pg_stat_sys_tables
  where relname in ('pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_rewrite')`;

const NUMBERS = "select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences";

/** What a statement may change of the catalogue and nothing but it; where rows lie and how many is no part of it. */
const SCHEMA = `
  select md5(string_agg(word, ',' order by word)) as schema from (
    select concat_ws(' ', oid, relname, relkind, relnatts, relchecks, relrowsecurity, reloptions) from pg_class
    where oid >= 16384 union all
    select concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, attstorage, attgenerated) from pg_attribute
    where attrelid >= 16384 union all
    select concat_ws(' ', oid, adbin) from pg_attrdef union all
    select concat_ws(' ', oid, conname, convalidated) from pg_constraint union all
    select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger union all
    select concat_ws(' ', oid, proname, prosrc) from pg_proc where oid >= 16384 union all
    select concat_ws(' ', oid, ev_action) from pg_rewrite where oid >= 16384) as words (word)`;

/** Months that somebody needed who came after the database was made. */
const MONTHS = `
  select c.oid::text as id, c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relispartition`;

const CATALOGUE = /^pg_/;

async function writtenOf(db: Database): Promise<Kept["written"]> {
  return new Map((await db.query<{ id: string; rows: string }>(WRITTEN)).map(({ id, rows }) => [id, rows]));
}

async function numbersOf(db: Database): Promise<Kept["numbers"]> {
  return new Map((await db.query<{ name: string; last: string | null }>(NUMBERS)).map((n) => [n.name, n.last]));
}

const schemaOf = async (db: Database) => (await db.one<{ schema: string }>(SCHEMA))?.schema ?? "";

async function tablesOf(db: Database): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  const found = await db.query<{ id: string; name: string; filled: boolean; columns: string }>(TABLES);
  for (const { id, name, filled, columns } of found) {
    const all = filled
      ? await db.one<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`)
      : null;
    tables.set(id, { name, columns, rows: all?.rows ?? null });
  }
  return tables;
}

/** So long what a file has begun may go on after it. */
const PATIENCE_MS = 2_000;

/** Waits until nothing runs any more and every connection has told what it wrote. @returns whether it came to that */
async function settle(db: Database): Promise<boolean> {
  const { pool } = db;
  const until = Date.now() + PATIENCE_MS;
  while (pool.idleCount !== pool.totalCount || pool.waitingCount) {
    if (Date.now() > until) return false;
    await sleep(5);
  }
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    const one =
      "unlisten *; select pg_advisory_unlock_all(), pg_stat_force_next_flush(); select pg_backend_pid() as pid";
    const ours = await Promise.all(
      clients.map(async (c) => ((await c.query(one)) as unknown as pg.QueryResult[])[2]?.rows[0].pid as number),
    );
    for (;;) {
      const others = await clients[0]?.query(
        `select 1 from pg_stat_activity where datname = current_database() and pid <> all ($1)
         and backend_type = 'client backend'`,
        [ours],
      );
      if (others?.rowCount === 0) return true;
      if (Date.now() > until) return false;
      await sleep(10);
    }
  } finally {
    for (const client of clients) client.release();
  }
}

/** Takes back what a file has written. @returns whether the database is again what it began as */
async function restore(kept: Kept): Promise<boolean> {
  const { db, tables, numbers, schema, written } = kept;
  if (!(await settle(db))) return false;
  const now = await writtenOf(db);
  const touched = [...now].filter(([id, rows]) => rows !== (written.get(id) ?? "")).map(([id]) => id);
  const changed = touched.some((id) => CATALOGUE.test(id));
  const made = changed
    ? (await db.query<{ id: string; name: string }>(MONTHS)).filter(({ id }) => !tables.has(id))
    : [];
  const emptied = touched.flatMap((id) => tables.get(id) ?? []);
  const reached = await numbersOf(db);
  const counted = [...numbers].filter(([name, last]) => reached.get(name) !== last);
  await db.tx(async (sql) => {
    const back = [
      "set local session_replication_role = replica",
      ...made.map(({ name }) => `drop table ${name}`),
      ...emptied.map(({ name }) => `delete from ${name}`),
      ...counted.map(
        ([name, last]) => `select setval(seqrelid, coalesce(${last}, seqstart), ${last !== null}) from pg_sequence
          where seqrelid = '${name}'::regclass`,
      ),
    ];
    await sql.query(back.join(";\n"));
    for (const { name, columns, rows } of emptied)
      if (rows)
        await sql.query(
          `insert into ${name} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${name}, $1)`,
          [rows],
        );
  });
  if (changed && (await schemaOf(db)) !== schema) return false;
  if (!(await settle(db))) return false;
  kept.written = await writtenOf(db);
  return true;
}

/** Those that no file uses at this moment. */
const free: Kept[] = [];

async function keep(db: Database): Promise<Kept> {
  const [tables, numbers, schema] = await Promise.all([tablesOf(db), numbersOf(db), schemaOf(db)]);
  return { db, tables, numbers, schema, written: await writtenOf(db) };
}

/**
 * A database of a template for one test file at a time. A new one costs its files, and each of its connections
 * learns all tables and plans all statements anew, which was half of what the tests asked of the server. So the
 * next file of this worker gets it, with its connections, as soon as what this one wrote is taken back. Where
 * that cannot be done (its tables were changed, somebody is still connected), it is dropped.
 * @param make a new one, whose `close()` drops it
 */
export async function keptDatabase(make: () => Promise<Database>): Promise<Database> {
  const kept = free.pop() ?? (await keep(await make()));
  const { db } = kept;
  let closed = false;
  const open = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      if (closed) throw new Error("this test's database is closed");
      return work(...given);
    };
  };
  return {
    ...db,
    query: open(db.query) as Database["query"],
    one: open(db.one) as Database["one"],
    tx: open(db.tx) as Database["tx"],
    async close() {
      if (closed) return;
      closed = true;
      if (await restore(kept).catch(() => false)) free.push(kept);
      else await db.close();
    },
  };
}
