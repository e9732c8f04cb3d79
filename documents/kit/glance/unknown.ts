import type { Field } from "../field/field";
import type { Brief } from "./figures";

type UnknownRow = Record<string, unknown>;
type Fields = Readonly<Record<string, Field>>;

/** As much of a declaration as says what is derived. */
interface UnknownDeclared {
  glance?: { brief?: Brief; drawn?: readonly string[] };
  status?: { field: string; initial: string; editable: readonly string[] };
  fields: Fields;
  lines?: Readonly<Record<string, { fields: Fields }>>;
}

const FIGURES = new Set<Field["kind"]>(["int", "decimal", "money", "percent"]);

const isUnknown = (f: Field | undefined, value: unknown) =>
  f?.computed && !f.virtual && FIGURES.has(f.kind) && value !== null && Number(value) === 0;

const known = <R extends UnknownRow>(fields: Fields, row: R, drawn: readonly string[] = []): R => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      !drawn.includes(name) && isUnknown(fields[name], value) ? [[name, null]] : [],
    ),
  ),
});

/** Nobody has worked anything out for a row in this state yet. */
const isBegun = ({ status }: UnknownDeclared, state: unknown): boolean =>
  !!status?.editable.includes(status.initial) && state === status.initial;

/**
 * A row without the zeros that nobody worked out: what follows from other documents, or from a step
 * that is still to come, is stored as 0 in a draft, but not known there.
 */
export function knownFigures<R extends UnknownRow>(document: UnknownDeclared, row: R): R {
  const { status, fields, glance: { drawn } = {}, lines = {} } = document;
  if (!status || !isBegun(document, row[status.field])) return row;
  const tables = Object.entries(lines).flatMap(([name, l]) =>
    Array.isArray(row[name]) ? [[name, row[name].map((r: UnknownRow) => known(l.fields, r, drawn))]] : [],
  );
  return { ...known(fields, row, drawn), ...Object.fromEntries(tables) };
}

interface Said {
  status: string | null;
  amount: string | null;
  qty: number | null;
}

/** The same of what other pages say of a row: the figures of its brief. */
export function knownBrief<S extends Said>(document: UnknownDeclared, said: S): S {
  if (!isBegun(document, said.status)) return said;
  const { amount, qty } = document.glance?.brief ?? {};
  const unknown = (name: string | undefined, value: unknown) =>
    name !== undefined && isUnknown(document.fields[name], value);
  return {
    ...said,
    ...(unknown(amount, said.amount) && { amount: null }),
    ...(unknown(qty, said.qty) && { qty: null }),
  };
}
