import { allFields, type DocumentType, type Field, SECRET_SET, SECRET_UNSET } from "#documents/kit";
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
