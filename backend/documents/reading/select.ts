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
    return [[f, `${sql} as "${name}"${label ? `, ${label}` : ""}`] as const];
  }),
);

/**
 * Select list of a document's own columns and the names of what it references; no caller: all of them.
 * Fields that rules express come with their rules.
 */
export function selectList(
  document: DocumentType,
  caller?: Caller,
  rules: Expressions = {},
): string {
  const columns = ["t.id", "t.version"];
  for (const [f, column] of columnsOf(document, rules))
    if (!caller || readable(f, caller)) columns.push(column);
  return columns.join(", ");
}
