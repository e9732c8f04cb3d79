import { allFields, type DocumentType, type Field } from "#documents/kit";
import { snake } from "../names";
import type { Rules } from "../rules";

/** What a statement over `t` reads of a document: its columns, and what its rules express. */
export type Expressions = Pick<Rules, "expressions">;

/** SQL over `t` of a field. */
export const sqlOf = ({ expressions }: Expressions, name: string): string => {
  const own = expressions?.[name];
  return own ? `(${own})` : `t.${snake(name)}`;
};

/** Fields that a statement can read, with their SQL. */
export const readFields = (
  document: DocumentType,
  rules: Expressions,
): [name: string, field: Field, sql: string][] =>
  Object.entries(allFields(document)).flatMap(([name, f]) =>
    f.virtual && !rules.expressions?.[name] ? [] : [[name, f, sqlOf(rules, name)]],
  );
