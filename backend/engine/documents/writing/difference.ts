import { type DocumentType, type Field, isSealed, type Lines, tailOf } from "#documents/kit";
import type { DocumentRuleRow, RuleValues } from "../rules";
import { sealedSaid } from "./sealed";

const NUMERIC = new Set(["money", "decimal", "percent"]);

/** Numbers compare as numbers (3 and 3.00 are one amount), the order of chosen rows is no change. */
export function sameValue(f: Field | undefined, a: unknown, b: unknown): boolean {
  if (a !== null && b !== null && f && NUMERIC.has(f.kind)) return Number(a) === Number(b);
  if (f?.kind === "refs" && Array.isArray(a) && Array.isArray(b))
    return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
  return JSON.stringify(a) === JSON.stringify(b);
}

/** True when lines that are sent back say what stands there; what is worked out does not count. */
export function sameLines({ fields }: Lines, before: readonly RuleValues[], next: readonly RuleValues[]): boolean {
  const own = Object.entries(fields).filter(([, f]) => !f.computed);
  return (
    before.length === next.length &&
    before.every((row, i) => own.every(([name, f]) => sameValue(f, row[name] ?? null, next[i]?.[name] ?? null)))
  );
}

/** A value or lines as the log keeps them: of secret values only the end. */
function logged(document: DocumentType, name: string, value: unknown): unknown {
  if (document.fields[name]?.tail) return tailOf(value);
  const secret = Object.entries(document.lines?.[name]?.fields ?? {}).filter(([, f]) => f.tail);
  if (!secret.length || !Array.isArray(value)) return value;
  const hidden = (row: RuleValues) => Object.fromEntries(secret.map(([field]) => [field, tailOf(row[field])]));
  return value.map((row: RuleValues) => ({ ...row, ...hidden(row) }));
}

/** Field → [old, new] of what a save changed; lines count as one field. Passwords never appear. */
export function difference(document: DocumentType, before: DocumentRuleRow | undefined, next: RuleValues) {
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
