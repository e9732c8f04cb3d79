import type { Context } from "#backend/platform/http/context";
import { documentNamed } from "#documents";
import {
  type DocumentType,
  type Field,
  isBusiness,
  isFile,
  type LineName,
  type LineOf,
  type Lines,
} from "#documents/kit";
import { headColumn, snake } from "../names";
import type { DocumentRuleRow } from "../rules";
import { fileNames } from "./select";
import { columnOf } from "./sku-words";

/** What a line's reference or file is called, as `$skuId`: plain names may be snapshots of the line. */
function labelOf(name: string, f: Field): string[] {
  if (isFile(f)) return [`${fileNames(f, `t.${snake(name)}`)} as "$${name}"`];
  if (f.kind !== "ref") return [];
  const target = documentNamed(f.to);
  const display = snake(target.display);
  return [`(select r.${display} from ${target.table} r where r.id = t.${snake(name)}) as "$${name}"`];
}

/** Tables that derive from a declaration number their rows. */
export const isNumbered = (document: DocumentType) => isBusiness(document) || !!document.derived;
/** Fields of lines that are columns. */
export const storedOf = (lines: Lines) => Object.entries(lines.fields).filter(([, f]) => !f.virtual);

function selectLines(document: DocumentType, lines: Lines): string {
  const columns = storedOf(lines).flatMap(([f, declared]) => [
    `${columnOf(lines, f, declared, snake(f))} as "${f}"`,
    ...labelOf(f, declared),
  ]);
  if (isNumbered(document)) columns.push(`t.line_no as "lineNo"`);
  return `select t.id, t.version, t.${headColumn(document)} as "headId", ${columns.join(", ")}
    from ${lines.table} t`;
}

/** Lines of one table, of these headers, each with `headId`; headers ascending, lines in their order. */
export function linesOf(c: Context, document: DocumentType, lines: Lines, ids: string[]) {
  const order = isNumbered(document) ? "t.line_no, t.id" : "t.sort_order, t.id";
  const head = `t.${headColumn(document)}`;
  return c.sql.query<DocumentRuleRow & { headId: string }>(
    `${selectLines(document, lines)} where ${head} = any($1::bigint[]) and t.del_flag = 0
     order by ${head}, ${order}`,
    [ids],
  );
}

/** Lines of one header by the name of their table; of any declaration, rows. */
export type LinesRead<D> = DocumentType extends D
  ? Record<string, DocumentRuleRow[]>
  : { [N in LineName<D>]: LineOf<D, N>[] };

/** Lines of one header by name, in their order. */
export async function readLines<D extends DocumentType>(c: Context, document: D, id: string): Promise<LinesRead<D>>;
export async function readLines(c: Context, document: DocumentType, id: string): Promise<object> {
  const found: Record<string, object[]> = {};
  for (const [name, lines] of Object.entries(document.lines ?? {}))
    found[name] = (await linesOf(c, document, lines, [id])).map(({ headId: _, ...row }) => row);
  // The select is made from the declaration: its rows have the declared types.
  return found;
}

/** Lines of several headers by their id, then by name. */
export async function readAllLines(
  c: Context,
  document: DocumentType,
  ids: string[],
): Promise<Map<string, Record<string, DocumentRuleRow[]>>> {
  const none = () =>
    Object.fromEntries(Object.keys(document.lines ?? {}).map((n): [string, DocumentRuleRow[]] => [n, []]));
  const found = new Map(ids.map((id) => [id, none()]));
  for (const [name, lines] of Object.entries(document.lines ?? {}))
    for (const { headId, ...row } of await linesOf(c, document, lines, ids)) found.get(headId)?.[name]?.push(row);
  return found;
}
