import { type DocumentType, isSealed, tailOf } from "#documents/kit";
import type { Row, Values } from "../rules";
import { sameValue } from "./same";
import { sealedSaid } from "./sealed";

/** A value or lines as the log keeps them: of secret values only the end. */
function logged(document: DocumentType, name: string, value: unknown): unknown {
  if (document.fields[name]?.tail) return tailOf(value);
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
    if (f && isSealed(f)) {
      const said = sealedSaid(f, value);
      if (said) changed[name] = [old, said];
      continue;
    }
    // Who sees only the end of a value sends that back.
    if (sameValue(f, old, value ?? null) || (f?.tail && value && value === tailOf(old))) continue;
    changed[name] = [logged(document, name, old), logged(document, name, value ?? null)];
  }
  return changed;
}
