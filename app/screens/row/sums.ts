import type { Field } from "#documents/kit";

const FIGURES = ["int", "decimal", "money", "percent"];

/** Class of a cell: figures stand right, as everywhere. */
export const sideOf = (f: Field) => (FIGURES.includes(f.kind) ? "n" : undefined);

/** Quantities and amounts of lines add up; prices, limits and what a stock holds do not. */
const ADDS = /^(?!min|max|safety|available|onHand)\w*(qty|amount)(exclTax)?$/i;

/** Sum of a column of lines, exact to its decimals; nothing where it would mean nothing. */
export function sumOf(name: string, f: Field, rows: readonly Record<string, unknown>[]) {
  if (!ADDS.test(name) || (f.kind !== "int" && f.kind !== "money" && f.kind !== "decimal"))
    return undefined;
  const scale = f.kind === "int" ? 0 : (f.scale ?? 2);
  const part = 10 ** scale;
  const sum = rows.reduce((all, row) => all + Math.round(Number(row[name] ?? 0) * part), 0);
  return (sum / part).toFixed(scale);
}
