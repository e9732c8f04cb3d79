import type { Field } from "../field";

type Row = Record<string, unknown>;
type Fields = Readonly<Record<string, Field>>;

/** As much of a declaration as says what is derived. */
interface Declared {
  status?: { field: string; initial: string; editable: readonly string[] };
  fields: Fields;
  lines?: Readonly<Record<string, { fields: Fields }>>;
}

const FIGURES = new Set<Field["kind"]>(["int", "decimal", "money", "percent"]);

const isUnknown = (f: Field | undefined, value: unknown) =>
  f?.computed && !f.virtual && FIGURES.has(f.kind) && value !== null && Number(value) === 0;

const known = <R extends Row>(fields: Fields, row: R): R => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isUnknown(fields[name], value) ? [[name, null]] : [],
    ),
  ),
});

/**
 * A row without the zeros that nobody worked out: what follows from other documents, or from a step
 * that is still to come, is stored as 0 in a draft, but not known there.
 */
export function knownFigures<R extends Row>(document: Declared, row: R): R {
  const { status, fields, lines = {} } = document;
  const begun = status && status.editable.includes(status.initial);
  if (!begun || row[status.field] !== status.initial) return row;
  const tables = Object.entries(lines).flatMap(([name, l]) =>
    Array.isArray(row[name]) ? [[name, row[name].map((r: Row) => known(l.fields, r))]] : [],
  );
  return { ...known(fields, row), ...Object.fromEntries(tables) };
}
