import {
  addressNames,
  type DocumentType,
  type Field,
  formFields,
  formLines,
  isFile,
  type Lines,
  type Mode,
  plainNumber,
} from "#documents/kit";
import { cleanText, ungrouped } from "~/text";
import { holds, told, type WorkKnown, worked } from "~/text/works";
import { severalName } from "~/ui/ref-input/choice";
import { rowsIn } from "../row/row";

/** What stands in a form: texts and lists of texts, exactly as typed. */
export type ValueValues = Record<string, unknown>;

/** What is not typed anew is not said: it stays. */
const readAddress = (form: FormData, name: string) => {
  const parts = addressNames.filter((part) => form.has(`${name}.${part}`));
  return parts.length ? Object.fromEntries(parts.map((part) => [part, form.get(`${name}.${part}`)])) : undefined;
};

function readField(form: FormData, name: string, f: Field): unknown {
  if (f.kind === "bool") return form.has(name);
  if (f.kind === "json") return undefined;
  if (f.kind === "address") return readAddress(form, name);
  if (f.kind === "refs" || f.kind === "enums") return form.getAll(name).filter((v) => typeof v === "string" && v);
  // One box of several lines, or a box to tick for each.
  if (f.kind === "texts" && form.has(name))
    return form
      .getAll(name)
      .filter((v) => typeof v === "string")
      .join("\n");
  // Files are read by storeFiles: they may have to be stored first.
  if (isFile(f)) return undefined;
  // One of several rows that what was typed may mean.
  const value = (f.kind === "ref" && form.get(severalName(name))) || form.get(name);
  if (typeof value !== "string") return undefined;
  if (f.kind !== "text") return value;
  return f.input === "mobile" ? ungrouped(value) : cleanText(value);
}

/** Values of fields out of a form; a field that the form does not show stays undefined. */
export function readFields(form: FormData, fields: readonly (readonly [string, Field])[]): ValueValues {
  return Object.fromEntries(fields.map(([name, f]) => [name, readField(form, name, f)]));
}

/** Numbers of the rows that a form posts of a line table, in the order in which they stand there. */
export function lineIndexes(form: FormData, name: string): number[] {
  const indexes = new Set<number>();
  const pattern = new RegExp(`^${name}\\[(\\d{1,4})\\]\\.`);
  for (const key of form.keys()) {
    const index = pattern.exec(key)?.[1];
    if (index) indexes.add(Number(index));
  }
  return [...indexes];
}

/** Line items are posted as `items[0].value`; rows keep their order, gaps close. */
export function readLines(form: FormData, name: string, fields: [string, Field][]): ValueValues[] {
  return lineIndexes(form, name).map((i) => {
    const at = (field: string) => `${name}[${i}].${field}`;
    const row = fields.map(([field, f]) => [field, readField(form, at(field), f)] as const);
    const labels = fields
      .filter(([field, f]) => f.computed && form.has(at(`$${field}`)))
      .map(([field]) => [`$${field}`, form.get(at(`$${field}`))] as const);
    return { ...Object.fromEntries([...row, ...labels]), id: form.get(at("id")) || null };
  });
}

/** Everything typed into a document's form of this mode. */
export function readForm(form: FormData, document: DocumentType, mode: Mode): ValueValues {
  const shown = formFields(document, mode).filter(([, f]) => !f.readonlyIn?.includes(mode));
  const lines = formLines(document).map(
    ([name, l]) => [name, readLines(form, name, Object.entries(l.fields))] as const,
  );
  return { ...readFields(form, shown), ...Object.fromEntries(lines) };
}

/** Empty rows of a new form: what is typed without script needs no page for each of them. */
const EMPTY_ROWS = 8;

/** Blank form: declared defaults, some empty rows where there must be one and people write it. */
export function defaults(document: DocumentType): ValueValues {
  const fields = formFields(document, "add").map(([name, f]) => [name, f.default ?? ""]);
  const lines = Object.entries(document.lines ?? {}).map(([name, l]) => {
    const rows = l.required && !l.sourced && !l.computed ? EMPTY_ROWS : 0;
    return [name, Array.from({ length: Math.min(rows, l.max ?? rows) }, () => ({}))];
  });
  return Object.fromEntries([...fields, ...lines]);
}

/** Nothing was typed into it, or what it begins with is still there. */
export const untouched = (f: Field, v: unknown) =>
  v === undefined || v === null || v === false || v === "" || String(v) === String(f.default ?? "");

/** A new row into which nobody typed anything; what is worked out says nothing of a free row. */
export const isBlankRow = ({ fields, sourced }: Lines, row: ValueValues): boolean =>
  !row.id && Object.entries(fields).every(([n, f]) => (f.computed && !sourced) || untouched(f, row[n]));

/** The values without the new rows at the end of a line table into which nobody typed anything. */
export function withoutBlankRows(document: DocumentType, values: ValueValues): ValueValues {
  const next = { ...values };
  for (const [name, lines] of formLines(document)) {
    const rows = [...rowsIn(values, name)];
    while (rows.length && isBlankRow(lines, rows.at(-1) ?? {})) rows.pop();
    next[name] = rows;
  }
  return next;
}

/** What was typed, with empty rows behind the others: so all rows that are sent keep their place. */
export function blankRowsLast<V extends { values: ValueValues; errors: Record<string, string> }>(
  document: DocumentType,
  { values, errors, ...rest }: V,
) {
  const moved = { ...values };
  let said = Object.entries(errors);
  for (const [name, lines] of formLines(document)) {
    const rows = rowsIn(values, name);
    // A file that was refused is in no row, and yet somebody chose it there.
    const empty = (i: number) =>
      isBlankRow(lines, rows[i] ?? {}) && !said.some(([at]) => at.startsWith(`${name}.${i}.`));
    const order = [...rows.keys()];
    const sorted = [...order.filter((i) => !empty(i)), ...order.filter(empty)];
    moved[name] = sorted.map((i) => rows[i]);
    said = said.map(([at, text]) => {
      const [own, index, ...field] = at.split(".");
      const there = own === name && field.length ? sorted.indexOf(Number(index)) : -1;
      return there < 0 ? [at, text] : [[own, there, ...field].join("."), text];
    });
  }
  return { ...rest, values: moved, errors: Object.fromEntries(said) };
}

/** Where the form begins that people change: what stands there, what it starts as, or the default. */
export const shownValue = (f: Field, row: ValueValues, name: string): unknown =>
  row[name] ?? (f.startsAs ? row[f.startsAs] : f.default);

export const scaleOf = (f: Field): number =>
  f.kind === "int" ? 0 : ("scale" in f && f.scale) || (f.kind === "decimal" ? 4 : 2);

export const worksOf = (f: Field): string | undefined => ("works" in f && f.computed ? f.works : undefined);
export const warnsOf = (f: Field) => ("warns" in f && f.warns) || [];

/** The numbers of a row as the form shows them; what is not known is worked out of the others. */
export function knownOf({ fields }: Lines, row: ValueValues): WorkKnown {
  const known: WorkKnown = (name) => {
    const f = fields[name];
    const value = f && (f.computed ? row[name] : shownValue(f, row, name));
    if (value !== undefined && value !== null && value !== "") return plainNumber(String(value));
    const formula = f && worksOf(f);
    return formula ? worked(formula, known, scaleOf(f)) : null;
  };
  return known;
}

/** What the form points at beside a value of this row. */
export const warningOf = (f: Field, known: WorkKnown): string | undefined => {
  const broken = warnsOf(f).find(({ unless }) => !holds(unless, known));
  return broken && told(broken.says, known);
};

const WIDTHS: Partial<Record<Field["kind"], number>> = {
  int: 6,
  decimal: 7,
  money: 7,
  percent: 6,
  date: 10,
  datetime: 13,
  bool: 6,
  enum: 8,
  dict: 8,
  ref: 12,
  files: 18,
  image: 18,
  images: 18,
  refs: 12,
  texts: 14,
  longtext: 14,
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
