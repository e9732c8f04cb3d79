import type { DocumentType } from "#documents/kit";
import { snake } from "../documents/names";
import { visible } from "../documents/reading/where";
import type { RuleContext, RuleValues } from "../documents/rules";
import type { ImportEntry } from "./entry";

/** The key of a document as one text; nothing when a part of it is missing. */
export function keyText(document: DocumentType, values: RuleValues): string | undefined {
  const keys = document.import?.key ?? [];
  const parts = keys.map((k) => values[k]);
  const whole = keys.length > 0 && parts.every((p) => p !== undefined && p !== null && p !== "");
  return whole ? JSON.stringify(parts.map(String)) : undefined;
}

/** Entries whose key, or whose value that must be unique, an earlier entry of the file has already. */
export function* repeated(document: DocumentType, entries: readonly ImportEntry[]) {
  const single = Object.entries(document.fields)
    .filter(([, f]) => f.unique)
    .map(([name]) => name);
  const [key = ""] = document.import?.key ?? [];
  const rules: [string, (e: ImportEntry) => string | undefined][] = [
    [key, (e) => keyText(document, e.values)],
    ...single
      .filter((name) => name !== key || document.import?.key?.length !== 1)
      .map((name): [string, (e: ImportEntry) => string | undefined] => [
        name,
        ({ values }) => (values[name] === undefined ? undefined : String(values[name])),
      ]),
  ];
  for (const [column, textOf] of rules) {
    const first = new Map<string, ImportEntry>();
    for (const entry of entries) {
      const text = textOf(entry);
      if (text === undefined) continue;
      const of = first.get(text);
      if (of) yield { entry, column, of };
      else first.set(text, entry);
    }
  }
}

/** Ids of rows that have a key of these entries already, as far as the caller sees them. */
export async function existingRows(
  c: RuleContext,
  document: DocumentType,
  entries: readonly ImportEntry[],
): Promise<Map<string, string>> {
  const keys = document.import?.key ?? [];
  const [first] = keys;
  if (!first) return new Map();
  const texts = entries.flatMap(({ values }) => (values[first] ? [String(values[first])] : []));
  const where = visible(document, c.caller).and(`t.${snake(first)}::text = any(?)`, texts);
  const rows = await c.sql.query<{ id: string; key: string[] }>(
    `select t.id, array[${keys.map((k) => `t.${snake(k)}::text`).join(", ")}] as key
     from ${document.table} t where ${where}`,
    where.values,
  );
  return new Map(rows.map((r) => [JSON.stringify(r.key), r.id]));
}
