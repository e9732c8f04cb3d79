import type { DocumentType } from "#documents/kit";
import type { Row, Values } from "./rules";

/** Field → [old, new] of what a save changed; lines count as one field. Passwords never appear. */
export function difference(document: DocumentType, before: Row | undefined, next: Values) {
  const changed: Record<string, [unknown, unknown]> = {};
  for (const [name, value] of Object.entries(next)) {
    const f = document.fields[name];
    if (f?.kind === "password" || (!f && !document.lines?.[name])) continue;
    const old = before?.[name] ?? null;
    if (JSON.stringify(old) !== JSON.stringify(value ?? null)) changed[name] = [old, value ?? null];
  }
  return changed;
}
