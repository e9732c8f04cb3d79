import type pg from "pg";
import { type ForeignKey, foreignKeysOf, quoted, type TableShape, tablesOf } from "./catalogue";
import type { Manifest } from "./manifest";

const listed = (columns: TableShape["columns"]) =>
  columns
    .map(({ name, type }) => `${name} ${type}`)
    .sort()
    .join(", ");

/** @throws Error that names the first table which the program would make in another form */
function requireSameTables(backup: readonly TableShape[], made: readonly TableShape[]): void {
  const names = new Set([...backup, ...made].map((t) => t.name));
  for (const name of names) {
    const [theirs, ours] = [backup, made].map((all) => all.find((t) => t.name === name));
    if (!theirs || !ours || listed(theirs.columns) !== listed(ours.columns))
      throw new Error(`备份与程序的表结构不同：${name}`);
  }
}

/** Takes rows into empty tables of one transaction. */
export interface RowTaker {
  take(table: string, rows: string): Promise<number>;
  sequences(values: Record<string, string>): Promise<void>;
  /** Foreign keys and triggers are as before. */
  done(): Promise<void>;
}

/**
 * Empties all tables, which must be those of the backup, and takes away for the time what looks at
 * single rows: foreign keys, and triggers that let rows only be added.
 */
export async function takeRows(client: pg.Client, manifest: Manifest): Promise<RowTaker> {
  for (const { table, name, bound } of manifest.partitions)
    await client.query(
      `create table if not exists ${quoted(name)} partition of ${quoted(table)} ${bound}`,
    );
  const tables = await tablesOf(client);
  requireSameTables(manifest.tables, tables);
  const keys = await foreignKeysOf(client);
  for (const { table, name } of keys)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  const triggers = async (what: "enable" | "disable") => {
    for (const { name } of tables)
      await client.query(`alter table ${quoted(name)} ${what} trigger user`);
  };
  await triggers("disable");
  await client.query(`truncate ${tables.map((t) => quoted(t.name)).join(", ")}`);
  let typed = "";

  return {
    async take(name, rows) {
      const columns = manifest.tables.find((t) => t.name === name)?.columns ?? [];
      const list = columns.map((c) => quoted(c.name));
      if (typed !== name) {
        if (typed) await client.query("drop type pg_temp.backup_row");
        const fields = columns.map((c, at) => `${list[at]} ${typeIn(tables, name, c.name)}`);
        await client.query(`create type pg_temp.backup_row as (${fields.join(", ")})`);
        typed = name;
      }
      // Without the offset the text would be read once for each column.
      const taken = await client.query(
        `insert into ${quoted(name)} (${list.join(", ")}) overriding system value
         select (one.r).* from (
           select r::pg_temp.backup_row as r from json_array_elements_text($1::json) r offset 0) one`,
        [rows],
      );
      return taken.rowCount ?? 0;
    },
    async sequences(values) {
      for (const [name, value] of Object.entries(values))
        await client.query("select setval(quote_ident($1)::regclass, $2)", [name, value]);
    },
    async done() {
      await triggers("enable");
      for (const key of keys) await addAgain(client, key);
    },
  };
}

/** The type as the database itself names it: nothing of a file becomes part of a statement. */
const typeIn = (tables: readonly TableShape[], table: string, column: string): string =>
  tables.find((t) => t.name === table)?.columns.find((c) => c.name === column)?.type ?? "text";

async function addAgain(client: pg.Client, { table, name, definition, comment }: ForeignKey) {
  const at = `constraint ${quoted(name)}`;
  await client.query(`alter table ${quoted(table)} add ${at} ${definition}`);
  if (comment)
    await client.query(`comment on ${at} on ${quoted(table)} is ${client.escapeLiteral(comment)}`);
}
