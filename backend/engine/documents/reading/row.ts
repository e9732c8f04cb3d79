import { isLockTable, keep, lockAdvisory, type Sql, type Where } from "#backend/platform/db";
import { missing } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import type { DocumentType, HeadOf, RowOf } from "#documents/kit";
import type { DocumentRuleRow } from "../rules";
import { readAllLines, readLines } from "./lines";
import { selectList } from "./select";
import { oneVisible, visible } from "./where";

/**
 * Writes to one tree take turns: two moves at once could close a circle between them, and each holds
 * the row that the other needs as its parent.
 */
export async function lockTree(sql: Sql, document: DocumentType): Promise<void> {
  if (document.tree && sql.held) await lockAdvisory(sql, "tree", document.table);
}

/** Header of a declaration; of any declaration, names and values. */
export type HeadRead<D> = DocumentType extends D ? DocumentRuleRow : HeadOf<D>;
/** The same with its lines. */
export type RowRead<D> = DocumentType extends D ? DocumentRuleRow : RowOf<D>;

interface ReadingReach {
  /** An approver or another document acts on it, whose data scope does not matter. */
  anyScope?: boolean;
  /** It is about to be deleted, so whoever is just referring to it is waited for. */
  leaving?: boolean;
}

const read = (c: Context, document: DocumentType, where: Where, lock: string) =>
  c.sql.query<DocumentRuleRow>(
    `select ${selectList(document)} from ${document.table} t where ${where} ${lock}`,
    where.values,
  );

async function header(c: Context, document: DocumentType, id: string, reach: ReadingReach, lock: string) {
  const scope = reach.anyScope ? { ...document, scopeBy: undefined } : document;
  const [row] = await read(c, document, oneVisible(scope, c.caller, id), lock);
  if (!row) throw missing();
  return row;
}

/** How a row of a declaration is locked: before it leaves, whoever refers to it is waited for. */
export function lockOf(c: Context, { table }: DocumentType, leaving = false): string {
  const plain = `for ${leaving ? "update" : "no key update"} of t`;
  return isLockTable(table) ? keep(c.sql, table, leaving ? "remove" : "change", "t") : plain;
}

/**
 * Reads one row, masked fields included, and keeps it locked until the transaction ends.
 * @throws Refusal 404 when it is not there or out of scope
 */
export async function lockRow<D extends DocumentType>(
  c: Context,
  document: D,
  id: string,
  reach: ReadingReach = {},
): Promise<HeadRead<D>> {
  await lockTree(c.sql, document);
  return (await header(c, document, id, reach, lockOf(c, document, reach.leaving))) as HeadRead<D>;
}

/**
 * Locks rows in the order of their ids, and reads them with their lines; each id once.
 * @throws Refusal 404 when one is not there or out of scope
 */
export async function lockAll(c: Context, document: DocumentType, ids: readonly string[]): Promise<DocumentRuleRow[]> {
  const rows = await lockThere(c, document, ids);
  if (rows.length < ids.length) throw missing();
  return rows;
}

/** The same of those that are there and in scope. */
export async function lockThere(
  c: Context,
  document: DocumentType,
  ids: readonly string[],
  { anyScope = false }: Pick<ReadingReach, "anyScope"> = {},
): Promise<DocumentRuleRow[]> {
  await lockTree(c.sql, document);
  const scope = anyScope ? { ...document, scopeBy: undefined } : document;
  const where = visible(scope, c.caller).and("t.id = any(?::bigint[])", ids);
  const rows = await read(c, document, where, `order by t.id ${lockOf(c, document)}`);
  const lines = await readAllLines(c, document, [...ids]);
  return rows.map((row) => ({ ...row, ...lines.get(row.id) }));
}

/** The same with its lines. */
export async function lockWhole<D extends DocumentType>(
  c: Context,
  document: D,
  id: string,
  reach: ReadingReach = {},
): Promise<RowRead<D>> {
  const row = await lockRow(c, document, id, reach);
  return { ...row, ...(await readLines(c, document, id)) } as RowRead<D>;
}

/** Reads one row with its lines, masked fields included, without a lock. @throws Refusal 404 */
export async function readWhole<D extends DocumentType>(
  c: Context,
  document: D,
  id: string,
  reach: ReadingReach = {},
): Promise<RowRead<D>> {
  const row = await header(c, document, id, reach, "");
  return { ...row, ...(await readLines(c, document, id)) } as RowRead<D>;
}
