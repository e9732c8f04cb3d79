import type { Field } from "#documents/kit";

/** Nothing was entered or worked out. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const FIGURES = ["int", "decimal", "money", "percent"];

/** Empty, or a figure of nothing: it is said, but not as loudly as what matters. */
export const isQuiet = (f: Field, value: unknown): boolean =>
  isEmpty(value) || (FIGURES.includes(f.kind) && Number(value) === 0);

/** A label without the sign that its value bears. */
export const labelOf = ({ kind, label }: Field): string => (kind === "percent" ? label.replace(/%$/, "") : label);
