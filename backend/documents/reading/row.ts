import type { DocumentType, HeadOf, RowOf } from "#documents/kit";
import { isLockTable, keep } from "../../db/locks";
import type { Context } from "../../http/context";
import { missing } from "../../http/refusal";
import type { Row } from "../rules";
import { readLines } from "./lines";
import { selectList } from "./select";
import { lockTree } from "./tree";
import { oneVisible } from "./where";

/** Header of a declaration; of any declaration, names and values. */
export type HeadRead<D> = DocumentType extends D ? Row : HeadOf<D>;
/** The same with its lines. */
export type RowRead<D> = DocumentType extends D ? Row : RowOf<D>;

interface Reach {
  /** An approver or another document acts on it, whose data scope does not matter. */
  anyScope?: boolean;
  /** It is about to be deleted, so whoever is just referring to it is waited for. */
  leaving?: boolean;
}

async function header(c: Context, document: DocumentType, id: string, reach: Reach, lock: string) {
  const scope = reach.anyScope ? { ...document, scopeBy: undefined } : document;
  const where = oneVisible(scope, c.caller, id);
  const row = await c.sql.one<Row>(
    `select ${selectList(document)} from ${document.table} t where ${where} ${lock}`,
    where.values,
  );
  if (!row) throw missing();
  return row;
}

/**
 * Reads one row, masked fields included, and keeps it locked until the transaction ends.
 * @throws Refusal 404 when it is not there or out of scope
 */
export async function lockRow<D extends DocumentType>(
  c: Context,
  document: D,
  id: string,
  reach: Reach = {},
): Promise<HeadRead<D>> {
  await lockTree(c.sql, document);
  const how = reach.leaving ? "remove" : "change";
  const { table } = document;
  const plain = `for ${reach.leaving ? "update" : "no key update"} of t`;
  const lock = isLockTable(table) ? keep(c.sql, table, how, "t") : plain;
  return (await header(c, document, id, reach, lock)) as HeadRead<D>;
}

/** The same with its lines. */
export async function lockWhole<D extends DocumentType>(
  c: Context,
  document: D,
  id: string,
  reach: Reach = {},
): Promise<RowRead<D>> {
  const row = await lockRow(c, document, id, reach);
  return { ...row, ...(await readLines(c, document, id)) } as RowRead<D>;
}

/** Reads one row with its lines, masked fields included, without a lock. @throws Refusal 404 */
export async function readWhole<D extends DocumentType>(
  c: Context,
  document: D,
  id: string,
  reach: Reach = {},
): Promise<RowRead<D>> {
  const row = await header(c, document, id, reach, "");
  return { ...row, ...(await readLines(c, document, id)) } as RowRead<D>;
}
