import { type Field, type Lines, plainNumber } from "#documents/kit";
import { holds, type Known, told, worked } from "~/text/works";
import type { Values } from "./values";

/** Where the form begins that people change: what stands there, what it starts as, or the default. */
export const shownValue = (f: Field, row: Values, name: string): unknown =>
  row[name] ?? (f.startsAs ? row[f.startsAs] : f.default);

export const scaleOf = (f: Field): number =>
  f.kind === "int" ? 0 : ("scale" in f && f.scale) || (f.kind === "decimal" ? 4 : 2);

export const worksOf = (f: Field): string | undefined =>
  "works" in f && f.computed ? f.works : undefined;
export const warnsOf = (f: Field) => ("warns" in f && f.warns) || [];

/** The numbers of a row as the form shows them; what is not known is worked out of the others. */
export function knownOf({ fields }: Lines, row: Values): Known {
  const known: Known = (name) => {
    const f = fields[name];
    const value = f && (f.computed ? row[name] : shownValue(f, row, name));
    if (value !== undefined && value !== null && value !== "") return plainNumber(String(value));
    const formula = f && worksOf(f);
    return formula ? worked(formula, known, scaleOf(f)) : null;
  };
  return known;
}

/** What the form points at beside a value of this row. */
export const warningOf = (f: Field, known: Known): string | undefined => {
  const broken = warnsOf(f).find(({ unless }) => !holds(unless, known));
  return broken && told(broken.says, known);
};

const WIDTHS: Partial<Record<Field["kind"], number>> = {
  ...{
    int: 6,
    decimal: 7,
    money: 7,
    percent: 6,
    date: 10,
    datetime: 13,
    bool: 6,
    enum: 8,
    dict: 8,
  },
  ...{ ref: 12, files: 18, image: 18, images: 18, refs: 12, texts: 14, longtext: 14 },
};

/**
 * Class of a column's width, in characters. No content changes it: 500 rows that had to agree on their
 * columns would be laid out anew with every key.
 */
export function widthOf(f: Field): string {
  const word = f.label.length + (f.required && !f.computed ? 3 : 2);
  const own = (f.wide ? 16 : WIDTHS[f.kind]) ?? 11;
  return `k${Math.min(18, Math.max(word, f.computed && own > 8 ? own - 2 : own))}`;
}
