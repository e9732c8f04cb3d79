import type { Field } from "#documents/kit";
import { decimalText, roundDecimal, sumDecimals } from "~/text";

const FIGURES = ["int", "decimal", "money", "percent"];

/** Class of a cell: figures stand right, as everywhere. */
export const sideOf = (f: Field) => (FIGURES.includes(f.kind) ? "n" : undefined);

const figureOf = (value: unknown) => (typeof value === "number" || typeof value === "string" ? value : null);

/** Exact sum of a column of lines; nothing where the declaration does not say that it adds up. */
export function sumOf(name: string, f: Field, rows: readonly Record<string, unknown>[]) {
  if (!("sum" in f) || !f.sum) return undefined;
  const sum = sumDecimals(rows.map((row) => figureOf(row[name])));
  return roundDecimal(decimalText(sum), f.kind === "int" ? 0 : (f.scale ?? 2)) ?? undefined;
}
