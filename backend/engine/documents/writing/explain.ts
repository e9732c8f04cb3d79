import { errorText } from "#backend/platform/db";
import { invalid } from "#backend/platform/http";
import { allFields, type DocumentType, type Field } from "#documents/kit";
import { snake } from "../names";

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
function sentence(document: DocumentType, error: unknown) {
  const code = errorText(error, "code");
  for (const [name, fields, prefix] of tables(document))
    for (const [field, f] of Object.entries(fields)) {
      const at = prefix ? "_" : field;
      // Unique indexes are named {table}_{column} (tests compare them with the declarations).
      if (code === "23505" && errorText(error, "constraint") === `${name}_${snake(field)}`)
        return { at, text: f.unique ?? `${prefix}${f.label}重复` };
      if (code === "23502" && errorText(error, "table") === name && errorText(error, "column") === snake(field))
        return { at, text: `${prefix ? `${prefix}：` : ""}请输入${f.label}` };
    }
  return code === "23505" ? { at: "_", text: `${document.label}重复` } : undefined;
}

/** Runs a write. @throws Refusal 400 when a unique or required column refuses it */
export async function explain<T>(document: DocumentType, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const found = sentence(document, error);
    if (!found) throw error;
    throw invalid(found.text, { [found.at]: found.text });
  }
}
