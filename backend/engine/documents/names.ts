import { snake } from "#backend/platform/db/names";
import { allFields, type DocumentType, type Field } from "#documents/kit";
import { once } from "#documents/kit/once";

export { snake };

/** Column of a line table that names its header. */
export const headColumn = (document: DocumentType) => `${snake(document.of ?? document.name)}_id`;

/** Fields that are columns of the document's own table, by wire name. */
export const storedFields = once((document: DocumentType): [string, Field][] =>
  Object.entries(allFields(document)).filter(([, f]) => !f.virtual),
);

const arrayOf: Partial<Record<Field["kind"], string>> = {
  refs: "bigint[]",
  files: "text[]",
  images: "text[]",
  texts: "text[]",
  enums: "text[]",
  json: "jsonb",
};
const scalar: Partial<Record<Field["kind"], string>> = {
  int: "int",
  decimal: "numeric",
  money: "numeric",
  percent: "numeric",
  bool: "boolean",
  date: "date",
  datetime: "timestamptz",
  ref: "bigint",
  line: "bigint",
};

/** PostgreSQL type that a value of this field is cast to. */
export const castOf = (f: Field): string => arrayOf[f.kind] ?? scalar[f.kind] ?? "text";
