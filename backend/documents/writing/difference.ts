import { type DocumentType, type Field, tailOf } from "#documents/kit";
import type { Row, Values } from "../rules";

/** Numbers compare as numbers (3 and 3.00 are one amount), the order of chosen rows is no change. */
function same(f: Field | undefined, a: unknown, b: unknown): boolean {
  if (a !== null && b !== null && f && ["money", "decimal", "percent"].includes(f.kind))
    return Number(a) === Number(b);
  if (f?.kind === "refs" && Array.isArray(a) && Array.isArray(b))
    return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Lines as the log keeps them: of secret values only the end. */
function logged(document: DocumentType, name: string, value: unknown): unknown {
  const secret = Object.entries(document.lines?.[name]?.fields ?? {}).filter(([, f]) => f.tail);
  if (!secret.length || !Array.isArray(value)) return value;
  const hidden = (row: Values) =>
    Object.fromEntries(secret.map(([field]) => [field, tailOf(row[field])]));
  return value.map((row: Values) => ({ ...row, ...hidden(row) }));
}

/** Field → [old, new] of what a save changed; lines count as one field. Passwords never appear. */
export function difference(document: DocumentType, before: Row | undefined, next: Values) {
  const changed: Record<string, [unknown, unknown]> = {};
  for (const [name, value] of Object.entries(next)) {
    const f = document.fields[name];
    if (f?.kind === "password" || (!f && !document.lines?.[name])) continue;
    const old = before?.[name] ?? null;
    if (!same(f, old, value ?? null))
      changed[name] = [logged(document, name, old), logged(document, name, value ?? null)];
  }
  return changed;
}
