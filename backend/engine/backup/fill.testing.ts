import type pg from "pg";
import { quoted, tablesOf } from "./catalogue";

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** Table that it refers to. */
  to: string | null;
  /** What of it is named. */
  key: string | null;
}

const TEXTS: Readonly<Record<string, string>> = {
  boolean: "true",
  date: "2026-02-03",
  time: "12:34:56",
  jsonb: '{"a":[1,"二"]}',
  json: "{}",
  uuid: "00000000-0000-4000-8000-000000000001",
  bytea: "\\x00ff",
  inet: "10.0.0.1",
  interval: "1 day",
};

/** A value of its type as text; numbers and texts differ by column, so that two that must differ do. */
function textOf({ name, type }: Column, at: number): string {
  const known = Object.entries(TEXTS).find(([start]) => type.startsWith(start))?.[1];
  if (type.endsWith("[]")) return "{}";
  if (type.startsWith("timestamp")) return "2026-02-03 04:05:06.789+00";
  if (known) return known;
  if (/^(bigint|integer|smallint|numeric|double|real)/.test(type)) return String(at + 1);
  const most = Number(/\((\d+)/.exec(type)?.[1] ?? 40);
  return `${name}'"(\\,)`.slice(0, most);
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as required,
       (select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as to,
       (select b.attname from pg_constraint k join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
        where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as key
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [quoted(table)],
  );
  return rows;
}

/** Texts that a check of the table names: one of them is what a column may hold. */
async function allowedBy(client: pg.ClientBase, constraint: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1 limit 1",
    [constraint],
  );
  return [...(rows[0]?.text ?? "").matchAll(/'([^']+)'::/g)].map((m) => m[1] ?? "");
}

async function ofCheck(client: pg.ClientBase, constraint: string, columns: readonly Column[]) {
  const { rows } = await client.query<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1 limit 1",
    [constraint],
  );
  return columns.filter(
    ({ name, type }) => /^(text|character)/.test(type) && new RegExp(`\\b${name}\\b`).test(rows[0]?.text ?? ""),
  );
}

/** Puts one row into an empty table. @returns why it took none, or nothing */
async function fillOne(client: pg.ClientBase, table: string): Promise<string | undefined> {
  const columns = await columnsOf(client, table);
  const values = new Map<string, string>();
  for (const [at, column] of columns.entries()) {
    if (!column.required) continue;
    if (!column.to) values.set(column.name, textOf(column, at));
    else {
      const { rows } = await client.query(
        `select ${column.key}::text as id from ${column.to} order by ${column.key} limit 1`,
      );
      if (!rows.length) return `${column.to} is empty`;
      values.set(column.name, rows[0].id);
    }
  }
  for (let tries = 0; ; tries++) {
    await client.query("savepoint one");
    try {
      const names = [...values.keys()];
      const given = names.map((_, i) => `$${i + 1}`);
      await client.query(
        names.length
          ? `insert into ${quoted(table)} (${names.map(quoted).join(", ")}) overriding system value
             values (${given.join(", ")})`
          : `insert into ${quoted(table)} default values`,
        [...values.values()],
      );
      return;
    } catch (error) {
      await client.query("rollback to savepoint one");
      const { constraint, message } = error instanceof Error ? Object(error) : { message: "" };
      const allowed = constraint ? await allowedBy(client, constraint) : [];
      const about = constraint ? await ofCheck(client, constraint, columns) : [];
      if (tries > 5 || !allowed[0] || !about.length) return String(message);
      for (const { name } of about) values.set(name, allowed[0]);
    }
  }
}

/**
 * Puts a row into every table that has none, whichever tables there are or will be.
 * @throws Error that names the tables which took none, and why
 */
export async function fillEmpty(client: pg.ClientBase): Promise<void> {
  await client.query("begin");
  const why = new Map<string, string>();
  for (let left = await emptyTables(client); left.length; ) {
    for (const table of left) {
      const reason = await fillOne(client, table);
      if (reason) why.set(table, reason);
    }
    const now = await emptyTables(client);
    if (now.length === left.length) throw new Error(now.map((table) => `${table}: ${why.get(table)}`).join("\n"));
    left = now;
  }
  await client.query("commit");
}

export async function emptyTables(client: pg.ClientBase): Promise<string[]> {
  const empty: string[] = [];
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (!rows.length) empty.push(name);
  }
  return empty;
}
