import type pg from "pg";
import { quoted, type TableShape } from "./catalogue";

/** The type as the database itself names it: nothing of a file becomes part of a statement. */
const typeIn = (tables: readonly TableShape[], table: string, column: string): string =>
  tables.find((t) => t.name === table)?.columns.find((c) => c.name === column)?.type ?? "text";

/**
 * Takes rows, a JSON array of the texts of a backup, into tables of the transaction under way.
 * @param given the tables as the file has them
 * @param tables as they are in the database, with all columns of those of the file
 * @returns puts in rows of a table and answers how many
 */
export function taker(client: pg.ClientBase, given: readonly TableShape[], tables: readonly TableShape[]) {
  let typed = "";
  return async (name: string, rows: string): Promise<number> => {
    const columns = given.find((t) => t.name === name)?.columns ?? [];
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
  };
}
