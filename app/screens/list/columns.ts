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
import { flatten } from "~/ui/option";
import type { Column } from "~/ui/table/column";
import { defineTable, type TableModel } from "~/ui/table/model";
import { leadsHref, type NamedPart, namedHref, numberParts, perRow, rowHref } from "../href";
import type { Options } from "../options.server";
import type { Row } from "../row/row";

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

/** Units stand in the header: the cells stay figures. */
const headed = (f: Field) => (f.unit ? `${f.label}(${f.unit})` : f.label);

/** Neighbours with the same word in `group` become one column with a common header. */
function grouped(document: DocumentType, columns: readonly Column<Row>[]): Column<Row>[] {
  const all: Column<Row>[] = [];
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

/** A character, a Latin one, the mark of the order, and what stands around them, in px. */
const [CHARACTER, LATIN, MARK, AROUND] = [13, 8, 18, 18];

const pixels = (text: string) =>
  [...text].reduce((sum, c) => sum + (c > "\u2e80" ? CHARACTER : LATIN), AROUND);

/** Words of headers and of states stand uncut. */
function widthFor(f: Field, { width, sortable }: ColumnOptions): number | undefined {
  if (!width) return width;
  const words = f.kind === "enum" ? Object.values(f.options).map((o) => pixels(o.label) + 12) : [];
  return Math.max(width, pixels(headed(f)) + (sortable ? MARK : 0), ...words);
}

/** An amount says its currency, unless the header does. */
const currencyOf = ({ currency }: FieldOf<"money">) =>
  currency ? { currency: (row: Row) => String(row[currency] ?? "") } : {};

function column(document: DocumentType, name: string, f: Field): Column<Row> {
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
    kind: f.kind === "enum" && !toned ? "text" : (kinds[f.kind] ?? "text"),
    ...own,
    ...(width && { width }),
    ...(readable && { value: (row: Row) => row[labelName(name)] }),
    ...(f.kind === "ref" && { href: (row: Row) => row[linkName(name)] as string | undefined }),
    ...((f.kind === "refs" || (f.kind === "text" && f.numbersOf)) && {
      parts: (row: Row) => row[linkName(name)] as NamedPart[] | undefined,
    }),
    ...(f.kind === "text" && f.icon && { kind: "icon" as const }),
    ...((f.kind === "enum" || f.kind === "enums") && {
      options: Object.entries(f.options).map(([value, o]) => ({ value, label: o.label })),
    }),
    ...(f.kind === "enum" && {
      tone: (value: string) => f.options[value]?.tone ?? "grey",
    }),
    ...(isMonth(f) && { value: (row: Row) => monthSaid(row[name]) }),
    ...(f.kind === "dict" && { value: (row: Row) => row[`$${name}`] ?? row[name] }),
    ...(f.kind === "int" && { decimals: 0 }),
    ...(f.kind === "money" && currencyOf(f)),
    ...(leads && { href: (row: Row) => leadsHref(leads, row[name], row) }),
    ...(bar && { part: (row: Row) => barOf(row[name]) }),
    ...(name === document.display && {
      href: (row: Row) => row.$view as string | undefined,
      phone: "title" as const,
      below: (row: Row) => row.goods as string | undefined,
    }),
    ...(f.names && { href: (row: Row) => namedHref(f, row) }),
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

const models = new Map<string, TableModel<Row>>();

/**
 * The table of a document's list, worked out once per process (never per request). A column that the
 * person may never read is not there.
 */
export function tableOf(document: DocumentType, masked: readonly string[] = []): TableModel<Row> {
  const key = [document.name, ...masked].join(" ");
  const known = models.get(key);
  if (known) return known;
  const columns = stateSecond(document)
    .filter(([name]) => !masked.includes(name))
    .map(([name, f]) => column(document, name, f));
  const model = defineTable<Row>(grouped(document, columns));
  models.set(key, model);
  return model;
}

/** Words of dictionary values by column, as `$name`. */
function dictWords(document: DocumentType, options: Options) {
  const columns = Object.entries(allFields(document))
    .filter(([name, f]) => f.kind === "dict" && f.column && options[name])
    .map(([name]) => {
      const known = new Map(flatten(options[name] ?? []).map((o) => [o.value, o.label]));
      return [name, known] as const;
    });
  return (row: Row) =>
    Object.fromEntries(columns.map(([name, known]) => [`$${name}`, known.get(String(row[name]))]));
}

const linkName = (name: string) => `$to.${name}`;

/** Addresses of the pages of the rows that a field names, of documents that the person may see. */
function linksOf(name: string, f: Field, opens: ReadonlySet<string>) {
  if (f.kind === "text" && f.numbersOf) return (row: Row) => numberParts(f, row[name], opens);
  if ((f.kind !== "ref" && f.kind !== "refs") || !opens.has(f.to) || !isDeclared(f.to)) return null;
  const to = documentNamed(f.to);
  if (!to.screens.detail) return null;
  const href = perRow((id) => rowHref(to, "detail", id, to.screens.list));
  if (f.kind === "ref") return (row: Row) => href(String(row[name]));
  return (row: Row) => {
    const labels = [row[labelName(name)]].flat();
    return [row[name]]
      .flat()
      .map((id, i) => ({ text: String(labels[i] ?? ""), href: href(String(id)) }));
  };
}

function refLinks(document: DocumentType, opens: readonly string[]) {
  const seen = new Set(opens);
  const columns = Object.entries(allFields(document)).flatMap(([name, f]) => {
    const links = f.column && linksOf(name, f, seen);
    return links ? [[name, links] as const] : [];
  });
  return (row: Row) =>
    Object.fromEntries(
      columns.flatMap(([name, links]) => (row[name] ? [[linkName(name), links(row)]] : [])),
    );
}

/** Adds the addresses of a row's own view and of the rows that it names, and words of dictionaries. */
export function withLinks(
  document: DocumentType,
  rows: readonly Row[],
  listUrl: string,
  { options = {}, opens = [] }: { options?: Options; opens?: readonly string[] } = {},
): Row[] {
  const viewHref = perRow((id) => rowHref(document, "detail", id, listUrl));
  const words = dictWords(document, options);
  const links = refLinks(document, opens);
  return rows.map((row) => ({ ...row, ...words(row), ...links(row), $view: viewHref(row.id) }));
}
