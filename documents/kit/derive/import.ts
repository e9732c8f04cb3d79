import { type DocumentType, formFields, type ImportOptions, type Lines } from "../document/document";
import type { Field, FieldKind } from "../field/field";

/** One column that a file of rows may have. */
export interface ImportColumn {
  /** Field name, `{lines}.{field}` of a line, or "#" for the group. */
  key: string;
  /** Heading in the template. */
  label: string;
  /** Other headings that mean the same. */
  also: readonly string[];
  /** Absent: the group column. */
  field?: Field;
  required: boolean;
}

/** Key of the column that says which lines belong to one document. */
export const GROUP = "#";

/** What a cell of a spreadsheet cannot hold. */
const NOT_CELLS = new Set<FieldKind>([
  ...(["image", "images", "files", "json", "richtext"] as const),
  ...(["password", "secret", "address"] as const),
]);

const inFile = ([, f]: [string, Field]) => !NOT_CELLS.has(f.kind) && !f.hidden && !f.readonlyIn?.includes("add");

/** The line table whose rows stand beside their header, with its name. */
export function importLines(document: DocumentType): [string, Lines] | undefined {
  const name = document.import?.lines;
  const lines = name ? document.lines?.[name] : undefined;
  return name && lines ? [name, lines] : undefined;
}

const bare = (label: string) => label.replace(/[%％]$/, "");

function headerColumns(document: DocumentType): ImportColumn[] {
  return formFields(document, "add")
    .filter(inFile)
    .map(([key, field]) => ({
      key,
      field,
      label: field.label,
      also: [bare(field.label), key],
      required: !!field.required && field.default === undefined,
    }));
}

function lineColumns(document: DocumentType, taken: Set<string>): ImportColumn[] {
  const [name, lines] = importLines(document) ?? [];
  if (!lines) return [];
  return Object.entries(lines.fields)
    .filter((entry) => inFile(entry) && !entry[1].computed)
    .map(([key, field]) => ({
      key: `${name}.${key}`,
      field,
      label: `${lines.label}·${field.label}`,
      // Without its table's name only where no header field is called so.
      also: taken.has(field.label) ? [] : [field.label],
      required: !!field.required && field.default === undefined,
    }));
}

/** Columns of a document's import in the order of its template. */
export function importColumns(document: DocumentType): ImportColumn[] {
  const header = headerColumns(document);
  const lines = lineColumns(document, new Set(header.map((c) => c.label)));
  const { group, heads }: ImportOptions = document.import ?? {};
  const first: ImportColumn[] = lines.length && group ? [{ key: GROUP, label: group, also: [], required: true }] : [];
  return [...first, ...header, ...lines].map((column) => ({
    ...column,
    also: [...column.also, ...(heads?.[column.key] ?? [])],
  }));
}
