import { documentNamed } from "#documents";
import { type DocumentType, type Field, isFile, labelName, readable } from "#documents/kit";
import type { Caller } from "../../http/caller";
import { snake } from "../names";
import { type Expressions, oncePer, readFields } from "./columns";
import { fileNames } from "./file-names";

/** SQL of what a reference is called: a scalar subquery, run only for the rows that are answered. */
export function nameOf(f: Field, own: string): string | undefined {
  if (isFile(f)) return fileNames(f, own);
  if (f.kind !== "ref" && f.kind !== "refs") return undefined;
  const target = documentNamed(f.to);
  const display = `r.${snake(target.display)}`;
  const from = `from ${target.table} r`;
  return f.kind === "ref"
    ? `(select ${display} ${from} where r.id = ${own})`
    : `array(select ${display} ${from} where r.id = any(${own}) order by r.id)`;
}

/** Readable twin of a field. */
function labelColumn(name: string, f: Field, own: string): string | undefined {
  const sql = nameOf(f, own);
  return sql && `${sql} as "${labelName(name)}"`;
}

const columnsOf = oncePer((document, rules) =>
  readFields(document, rules).flatMap(([name, f, sql]) => {
    if (f.kind === "password") return [];
    const label = labelColumn(name, f, sql);
    const column = `${sql} as "${name}"${label ? `, ${label}` : ""}`;
    const cut = f.tail && `${tailSql(sql)} as "${name}"`;
    return [{ f, column, cut }];
  }),
);

/** `tailOf` as SQL. */
const tailSql = (sql: string) =>
  `case when length(${sql}) > 4 then '**** ' || right(${sql}, 4) else ${sql} end`;

/** Is all of a value for this caller, not only its end? */
export const seesWhole = (f: Field, { permissions }: Caller): boolean =>
  !f.tail || (!f.unmasks && permissions.has(f.tail));

/**
 * Select list of a document's own columns and the names of what it references, as the caller sees them; no
 * caller: all of them, whole.
 * Fields that rules express come with their rules.
 */
export function selectList(
  document: DocumentType,
  caller?: Caller,
  rules: Expressions = {},
): string {
  const columns = ["t.id", "t.version"];
  for (const { f, column, cut } of columnsOf(document, rules))
    if (!caller || readable(f, caller))
      columns.push(caller && cut && !seesWhole(f, caller) ? cut : column);
  return columns.join(", ");
}
