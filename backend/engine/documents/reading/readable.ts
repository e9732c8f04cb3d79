import { Where, within } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { documentNamed, documents } from "#documents";
import { type DocumentType, permissionOf } from "#documents/kit";
import { once } from "#documents/kit/once";
import { headColumn } from "../names";
import { scopeOf } from "./scope";
import { visible } from "./where";

type ReadableIds = readonly string[];

/** Declarations whose lists show rows of this one: itself, other views of its table. */
const readersOf = once((document: DocumentType) => [
  document,
  ...documents.filter((d) => d !== document && (d.table === document.table || d.rowsOf === document.name)),
]);

/** Forms offer masters to people who may not see their lists; documents are for who may. */
export const isOffered = (document: DocumentType) => !document.number || !!document.master;

/**
 * Rows that a form may offer the caller: those of this list, or of a view of it that the caller may see
 * (customer service chooses among all orders without the list of platform orders).
 */
export function offerable(document: DocumentType, caller: Caller): Where {
  const readers = readersOf(document).filter(
    (d) =>
      (d === document && isOffered(d)) ||
      ((d === document || d.of === document.name) && caller.permissions.has(permissionOf(d, "view"))),
  );
  const widest = readers.find((d) => !scopeOf(d, caller)) ?? readers[0] ?? document;
  if (readers.length < 2 || !scopeOf(widest, caller)) return visible(widest, caller);
  const where = new Where();
  const each = readers.map((d) => `(${within(visible(d, caller), where.values)})`);
  return where.and(each.join(" or "));
}

/** Nothing about these rows depends on who asks. */
export const isOpen = (document: DocumentType): boolean => isOffered(document) && !document.scopeBy;

const onlyIds = (ids: ReadableIds) => [...new Set(ids)].filter((id) => /^\d{1,18}$/.test(id));

/**
 * Those of these rows that the caller may read: living, of the tenant, in the data scope of a list that
 * the caller may see. `choosing`: rows that a form offers count as well.
 */
export async function readable(
  c: Context,
  document: DocumentType,
  ids: ReadableIds,
  choosing = false,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const reader of readersOf(document)) {
    const offered = choosing && reader === document && isOffered(document);
    if (!offered && !c.caller.permissions.has(permissionOf(reader, "view"))) continue;
    const where = visible(reader, c.caller).and("t.id = any(?::bigint[])", onlyIds(ids));
    const rows = await c.sql.query<{ id: string }>(`select t.id from ${reader.table} t where ${where}`, where.values);
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Those of these lines whose header the caller may read. */
export async function readableLines(
  c: Context,
  { document, table }: { document: DocumentType; table: string },
  ids: ReadableIds,
): Promise<Set<string>> {
  const lines = await c.sql.query<{ id: string; head: string }>(
    `select id, ${headColumn(document)} as head from ${table}
     where id = any($1::bigint[]) and del_flag = 0`,
    [onlyIds(ids)],
  );
  const heads = await readable(
    c,
    document,
    lines.map((l) => l.head),
  );
  return new Set(lines.flatMap((l) => (heads.has(l.head) ? [l.id] : [])));
}

const owners = new Map(
  documents
    .filter((d) => !d.of)
    .flatMap((document) =>
      Object.values(document.lines ?? {}).map(({ table }) => [table, { document, table }] as const),
    ),
);

/** The declaration that lines of this table belong to. @throws Error when none has it */
export function ownerOfLines(table: string): { document: DocumentType; table: string } {
  const owner = owners.get(table);
  if (!owner) throw new Error(`no document has the lines ${table}`);
  return owner;
}

/** Checks rows of `name`, or lines of `name.lines`. */
export function readableOf(c: Context, target: string, ids: ReadableIds): Promise<Set<string>> {
  const [name = "", list] = target.split(".");
  const document = documentNamed(name);
  const lines = list ? document.lines?.[list] : undefined;
  if (list && !lines) throw new Error(`${name} has no lines ${list}`);
  return lines ? readableLines(c, { document, table: lines.table }, ids) : readable(c, document, ids);
}
