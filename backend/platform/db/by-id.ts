import type { Sql } from "./sql";

/** As a value: the time of the transaction. */
export const NOW = Symbol("now()");

/** As a value: what the statement makes of the column. */
export class Made {
  constructor(readonly sql: (column: string, bind: (value: unknown) => string) => string) {}
}

/** So much more than there is; nothing counts as 0. */
export const plus = (amount: number | string): Made =>
  new Made((column, bind) => `coalesce(${column}, 0) + ${bind(amount)}`);

/** What is there already; else this. */
export const keptOr = (value: string | Date | typeof NOW | null): Made =>
  new Made((column, bind) => `coalesce(${column}, ${bind(value)})`);

/** What another column of the row holds. */
export const sameAs = (other: string): Made => new Made(() => known(other));

/** The time of the transaction and so many seconds. */
export const inSeconds = (seconds: number): Made =>
  new Made((_column, bind) => `now() + make_interval(secs => ${bind(seconds)})`);

/** One id, or several. */
export type Ids = string | number | null | undefined | readonly (string | null | undefined)[];

const NAME = /^[a-z_0-9]+$/;

/** A name that may stand in a statement. @throws Error for anything else */
function known(name: string): string {
  if (!NAME.test(name)) throw new Error(`no column or table is called ${name}`);
  return name;
}

/**
 * Writes columns of rows of one table by their ids: `undefined` leaves one alone, `null` empties it.
 * JSON comes as its text. Neither version nor history follow.
 */
export async function patchRow(
  sql: Sql,
  table: string,
  id: Ids,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given: unknown[] = [id];
  const bind = (value: unknown) => (value === NOW ? "now()" : `$${given.push(value)}`);
  const sets = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${known(column)} = ${value instanceof Made ? value.sql(column, bind) : bind(value)}`);
  if (!sets.length || (Array.isArray(id) && !id.length)) return;
  const which = Array.isArray(id) ? "any($1)" : "$1";
  await sql.query(`update ${known(table)} set ${sets.join(", ")} where id = ${which}`, given);
}

/** Reads columns of one row of a table without a declaration, by their own names. */
export const pickRow = <T>(
  sql: Sql,
  table: string,
  id: string | null | undefined,
  columns: readonly (keyof T & string)[],
) => sql.one<T>(`select ${columns.map(known).join(", ")} from ${known(table)} where id = $1`, [id]);
