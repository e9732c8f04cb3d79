import type { Caller } from "#backend/platform/http";
import { documentNamed } from "#documents";
import {
  allFields,
  type DocumentType,
  type Field,
  isFile,
  labelName,
  readable,
  SECRET_SET,
  SECRET_UNSET,
} from "#documents/kit";
import { snake } from "../names";
import type { Rules } from "../rules";

/** What a statement over `t` reads of a document: its columns, and what its rules express. */
export type Expressions = Pick<Rules, "expressions">;

/** SQL over `t` of a field. */
export const sqlOf = ({ expressions }: Expressions, name: string): string => {
  const own = expressions?.[name];
  return own ? `(${own})` : `t.${snake(name)}`;
};

/** Works something out once for a declaration and what its rules express. */
export function oncePer<T>(make: (document: DocumentType, rules: Expressions) => T): typeof make {
  const known = new WeakMap<DocumentType, WeakMap<object, T>>();
  return (document, rules) => {
    const own = known.get(document) ?? new WeakMap<object, T>();
    known.set(document, own);
    const by = rules.expressions ?? document;
    const made = own.get(by) ?? make(document, rules);
    own.set(by, made);
    return made;
  };
}

type ReadField = readonly [name: string, field: Field, sql: string];

/** What a sealed column never shows itself. */
const shownSql = (rules: Expressions, name: string, { kind }: Field): string =>
  kind === "secret"
    ? `(case when t.${snake(name)} is null then '${SECRET_UNSET}' else '${SECRET_SET}' end)`
    : kind === "address"
      ? `t.${snake(name)}_shown`
      : sqlOf(rules, name);

/** Fields that a statement can read, with their SQL. */
export const readFields = oncePer((document, rules): readonly ReadField[] =>
  Object.entries(allFields(document)).flatMap(([name, f]) =>
    f.virtual && !rules.expressions?.[name] ? [] : [[name, f, shownSql(rules, name, f)] as const],
  ),
);

const fileNamesNameOf = (id: string) => `(select f.original from sys_file f where f.id = ${id}::bigint)`;

/** SQL of the names under which the files of a value were uploaded, in the order of their ids. */
export const fileNames = (f: Field, own: string): string =>
  f.kind === "image"
    ? fileNamesNameOf(own)
    : `array(select ${fileNamesNameOf("x.id")} from unnest(${own}) with ordinality x(id, n) order by x.n)`;

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
const tailSql = (sql: string) => `case when length(${sql}) > 4 then '**** ' || right(${sql}, 4) else ${sql} end`;

/** Is all of a value for this caller, not only its end? */
export const seesWhole = (f: Field, { permissions }: Caller): boolean =>
  !f.tail || (!f.unmasks && permissions.has(f.tail));

/**
 * Select list of a document's own columns and the names of what it references, as the caller sees them; no
 * caller: all of them, whole.
 * Fields that rules express come with their rules.
 */
export function selectList(document: DocumentType, caller?: Caller, rules: Expressions = {}): string {
  const columns = ["t.id", "t.version"];
  for (const { f, column, cut } of columnsOf(document, rules))
    if (!caller || readable(f, caller)) columns.push(caller && cut && !seesWhole(f, caller) ? cut : column);
  return columns.join(", ");
}
