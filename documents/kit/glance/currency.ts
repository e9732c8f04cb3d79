import type { Field } from "../field";

type Row = Readonly<Record<string, unknown>>;

const CODE = /^[A-Z]{3}$/;

/** Currency that an amount or a price is in; `head`: the document of a line. */
export function currencyOf(f: Field, row: Row, head: Row = row): string | undefined {
  if (f.kind !== "money" && f.kind !== "decimal") return undefined;
  if (f.unit && CODE.test(f.unit)) return f.unit;
  const named = f.currency && (row[f.currency] ?? head[f.currency]);
  return typeof named === "string" && CODE.test(named) ? named : undefined;
}
