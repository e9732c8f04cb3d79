import type { Field, Lines } from "#documents/kit";
import type { Values } from "../rules";

const NUMERIC = new Set(["money", "decimal", "percent"]);

/** Numbers compare as numbers (3 and 3.00 are one amount), the order of chosen rows is no change. */
export function sameValue(f: Field | undefined, a: unknown, b: unknown): boolean {
  if (a !== null && b !== null && f && NUMERIC.has(f.kind)) return Number(a) === Number(b);
  if (f?.kind === "refs" && Array.isArray(a) && Array.isArray(b))
    return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
  return JSON.stringify(a) === JSON.stringify(b);
}

/** True when lines that are sent back say what stands there; what is worked out does not count. */
export function sameLines(
  { fields }: Lines,
  before: readonly Values[],
  next: readonly Values[],
): boolean {
  const own = Object.entries(fields).filter(([, f]) => !f.computed);
  return (
    before.length === next.length &&
    before.every((row, i) =>
      own.every(([name, f]) => sameValue(f, row[name] ?? null, next[i]?.[name] ?? null)),
    )
  );
}
