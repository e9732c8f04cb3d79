import { documentNamed, isDeclared } from "#documents";
import {
  allFields,
  type ColumnOptions,
  type DocumentType,
  type Field,
  type FieldOf,
  isBusiness,
  isMonth,
  labelName,
  monthSaid,
} from "#documents/kit";
import { type Column, defineTable, type TableModel } from "~/ui";
import { flatten } from "~/ui/option";
import { headPixels, pixels } from "~/ui/table/widths";
import { leadsHref, type NamedPart, namedHref, numberParts, perRow, rowHref } from "../frame/href";
import type { OptionOptions } from "../frame/options.server";
import type { RowRow } from "../row/row";
import { headed } from "../row/told";

const kinds: Partial<Record<Field["kind"], Column["kind"]>> = {
  enum: "tag",
  int: "number",
  decimal: "number",
  money: "money",
  // Declared percentages are stored as such (25.00), their unit stands in the header.
  percent: "number",
  date: "date",
  datetime: "datetime",
  bool: "bool",
  image: "image",
  images: "image",
};

/** Neighbours with the same word in `group` become one column with a common header. */
function grouped(document: DocumentType, columns: readonly Column<RowRow>[]): Column<RowRow>[] {
  const all: Column<RowRow>[] = [];
  for (const one of columns) {
    const f = allFields(document)[one.key];
    const group = typeof f?.column === "object" ? f.column.group : undefined;
    const last = all.at(-1);
    if (!group) all.push(one);
    else if (last?.children && last.label === group)
      all[all.length - 1] = { ...last, children: [...last.children, one] };
    else all.push({ key: `group.${one.key}`, label: group, children: [one] });
  }
  return all;
}

/** A percentage as a part of the whole; what is beyond 100 is a whole in red. */
const barOf = (percent: unknown) => (Number(percent) > 100 ? -1 : Number(percent) / 100);

/** What a value of its kind needs; one with a least width takes what is left. */
const WIDTHS: Partial<Record<Field["kind"], number>> = {
  int: 84,
  decimal: 90,
  percent: 110,
  money: 120,
  date: 110,
  datetime: 170,
  bool: 80,
  dict: 80,
  enum: 90,
  ref: 130,
  refs: 140,
  text: 150,
};
/** Names of people are short. */
const usual = (f: Field) => (f.kind === "ref" && f.to === "user" ? 90 : WIDTHS[f.kind]);

/** Words of headers and of states stand uncut. */
function widthFor(f: Field, own: ColumnOptions): number | undefined {
  const { sortable, width = own.minWidth ? undefined : usual(f) } = own;
  if (!width) return width;
  const words = f.kind === "enum" ? Object.values(f.options).map((o) => pixels(o.label) + 12) : [];
  return Math.max(width, headPixels(headed(f), sortable), ...words);
}

/** What the backend says beside a field, where it does. */
function textIn(row: RowRow, name: string): string | undefined {
  const text = row[name];
  return typeof text === "string" ? text : undefined;
}

const partsIn = (value: unknown): NamedPart[] | undefined => (Array.isArray(value) ? value : undefined);

/** An amount says its currency, unless the header does. */
const currencyOf = ({ currency }: FieldOf<"money">) =>
  currency ? { currency: (row: RowRow) => String(row[currency] ?? "") } : {};

/** How it is drawn. What people administer and its logs keep their seconds. */
function kindOf(document: DocumentType, f: Field, toned: boolean): Column["kind"] {
  if (f.kind === "enum" && !toned) return "text";
  return f.kind === "datetime" && isBusiness(document) ? "moment" : (kinds[f.kind] ?? "text");
}

function column(document: DocumentType, name: string, f: Field): Column<RowRow> {
  const {
    group: _group,
    filters: _filters,
    bar,
    leads,
    ...own
  }: ColumnOptions = typeof f.column === "object" ? f.column : {};
  const readable = f.kind === "ref" || f.kind === "refs";
  const width = widthFor(f, own);
  const toned = f.kind === "enum" && Object.values(f.options).some((o) => o.tone);
  return {
    key: name,
    label: headed(f),
    kind: kindOf(document, f, toned),
    ...own,
    ...(width && { width }),
    ...(readable && { value: (row: RowRow) => row[labelName(name)] }),
    ...(f.kind === "ref" && { href: (row: RowRow) => textIn(row, linkName(name)) }),
    ...((f.kind === "refs" || (f.kind === "text" && f.numbersOf)) && {
      parts: (row: RowRow) => partsIn(row[linkName(name)]),
    }),
    ...(f.kind === "text" && f.icon && { kind: "icon" as const }),
    ...((f.kind === "enum" || f.kind === "enums") && {
      options: Object.entries(f.options).map(([value, o]) => ({ value, label: o.label })),
    }),
    ...(f.kind === "enum" && { tone: (value: string) => f.options[value]?.tone ?? "grey" }),
    ...(isMonth(f) && { value: (row: RowRow) => monthSaid(row[name]) }),
    ...(f.kind === "dict" && { value: (row: RowRow) => row[`$${name}`] ?? row[name] }),
    ...(f.kind === "int" && { decimals: 0 }),
    ...(f.kind === "money" && currencyOf(f)),
    ...(leads && { href: (row: RowRow) => leadsHref(leads, row[name], row) }),
    ...(bar === true && { part: (row: RowRow) => barOf(row[name]) }),
    ...(bar === "line" && { kind: "spark" as const }),
    ...(name === document.display && {
      ...(!leads && { href: (row: RowRow) => textIn(row, "$view") }),
      phone: "title" as const,
      below: (row: RowRow) => textIn(row, "goods"),
    }),
    ...(f.names && { href: (row: RowRow) => textIn(row, linkName(name)) }),
  };
}

/** Fields that have a column, the state right behind what names the row: both are read together. Long texts are last. */
function stateSecond(document: DocumentType): [string, Field][] {
  const long = ([, f]: [string, Field]) => Number(f.kind === "longtext");
  const all = Object.entries(allFields(document))
    .filter(([, f]) => f.column)
    .sort((a, b) => long(a) - long(b));
  const state = all.find(([name]) => name === document.status?.field);
  if (!state || !isBusiness(document)) return all;
  const others = all.filter((entry) => entry !== state);
  const at = others.findIndex(([name]) => name === document.display) + 1;
  return [...others.slice(0, at), state, ...others.slice(at)];
}

const models = new Map<string, TableModel<RowRow>>();

/**
 * The table of a document's list, worked out once per process (never per request). A column that the
 * person may never read is not there.
 */
export function tableOf(document: DocumentType, masked: readonly string[] = []): TableModel<RowRow> {
  const key = [document.name, ...masked].join(" ");
  const known = models.get(key);
  if (known) return known;
  const columns = stateSecond(document)
    .filter(([name]) => !masked.includes(name))
    .map(([name, f]) => column(document, name, f));
  const model = defineTable<RowRow>(grouped(document, columns));
  models.set(key, model);
  return model;
}

/** Words of dictionary values by column, as `$name`. */
function dictWords(document: DocumentType, options: OptionOptions) {
  const columns = Object.entries(allFields(document))
    .filter(([name, f]) => f.kind === "dict" && f.column && options[name])
    .map(([name]) => {
      const known = new Map(flatten(options[name] ?? []).map((o) => [o.value, o.label]));
      return [name, known] as const;
    });
  return (row: RowRow) =>
    Object.fromEntries(columns.map(([name, known]) => [`$${name}`, known.get(String(row[name]))]));
}

const linkName = (name: string) => `$to.${name}`;

/** Addresses of the pages of the rows that a field names, of documents that the person may see. */
function linksOf(name: string, f: Field, opens: ReadonlySet<string>) {
  if (f.names) return (row: RowRow) => namedHref(f, row, opens);
  if (f.kind === "text" && f.numbersOf) return (row: RowRow) => numberParts(f, row[name], opens);
  if ((f.kind !== "ref" && f.kind !== "refs") || !opens.has(f.to) || !isDeclared(f.to)) return null;
  const to = documentNamed(f.to);
  if (!to.screens.detail) return null;
  const href = perRow((id) => rowHref(to, "detail", id, to.screens.list));
  if (f.kind === "ref") return (row: RowRow) => href(String(row[name]));
  return (row: RowRow) => {
    const labels = [row[labelName(name)]].flat();
    return [row[name]].flat().map((id, i) => ({ text: String(labels[i] ?? ""), href: href(String(id)) }));
  };
}

function refLinks(document: DocumentType, opens: readonly string[]) {
  const seen = new Set(opens);
  const columns = Object.entries(allFields(document)).flatMap(([name, f]) => {
    const links = f.column && linksOf(name, f, seen);
    return links ? [[name, links] as const] : [];
  });
  return (row: RowRow) =>
    Object.fromEntries(columns.flatMap(([name, links]) => (row[name] ? [[linkName(name), links(row)]] : [])));
}

/** Adds the addresses of a row's own view and of the rows that it names, and words of dictionaries. */
export function withLinks(
  document: DocumentType,
  rows: readonly RowRow[],
  listUrl: string,
  { options = {}, opens = [] }: { options?: OptionOptions; opens?: readonly string[] } = {},
): RowRow[] {
  const viewHref = perRow((id) => rowHref(document, "detail", id, listUrl));
  const words = dictWords(document, options);
  const links = refLinks(document, opens);
  return rows.map((row) => ({ ...row, ...words(row), ...links(row), $view: viewHref(row.id) }));
}
