import { allFields, type DocumentType, type Field } from "#documents/kit";
import { invalid } from "../../http/refusal";
import { snake } from "../names";

interface Violation {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

/** Tables of a document with their fields and, for lines, the name in front of the field's label. */
const tables = (document: DocumentType): [string, Record<string, Field>, string][] => [
  [document.table, allFields(document), ""],
  ...Object.values(document.lines ?? {}).map((l): [string, Record<string, Field>, string] => [
    l.table,
    l.fields,
    l.label,
  ]),
];

/** The sentence of a broken constraint, or nothing when it is no matter of a field. */
function sentence(document: DocumentType, { code, constraint, table, column }: Violation) {
  for (const [name, fields, prefix] of tables(document))
    for (const [field, f] of Object.entries(fields)) {
      const at = prefix ? "_" : field;
      // Unique indexes are named {table}_{column} (tests compare them with the declarations).
      if (code === "23505" && constraint === `${name}_${snake(field)}`)
        return { at, text: f.unique ?? `${prefix}${f.label}重复` };
      if (code === "23502" && table === name && column === snake(field))
        return { at, text: `${prefix ? `${prefix}：` : ""}请输入${f.label}` };
    }
  return code === "23505" ? { at: "_", text: `${document.label}重复` } : undefined;
}

/** Runs a write. @throws Refusal 400 when a unique or required column refuses it */
export async function explain<T>(document: DocumentType, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const found = sentence(document, error as Violation);
    if (!found) throw error;
    throw invalid(found.text, { [found.at]: found.text });
  }
}
