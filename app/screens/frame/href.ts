import { documentNamed, isDeclared } from "#documents";
import {
  type Action,
  type DocumentType,
  type Field,
  type FieldOf,
  type Leads,
  type Opens,
  pageAddress,
} from "#documents/kit";
import { withParams } from "~/ui";
import { controlId } from "~/ui/field/context";
import { PICKED, pickedOf } from "./picked";

/** Names in braces beside `{id}` only describe the row in the address: they may be "0". */
const blank = (path: string) => path.replace(/\{\w+\}/g, "0");

const SLOT = /\{(id|no)\}/;

/** `{no}` takes the id as well: that address leads on to the one with the number. */
const fill = (path: string, id: string) =>
  SLOT.test(path) ? blank(path.replace(SLOT, id)) : withParams(blank(path), { id });

/** Address of a screen of one row: its own page, or a dialog of the list (`listUrl` as it is now). */
export function rowHref(document: DocumentType, view: "edit" | "detail", id: string, listUrl: string): string {
  const path = document.screens[view];
  const { edit, detail, viewBy } = document.screens;
  if (path && view === "detail") return pageAddress(document, id);
  if (path && edit === detail && !viewBy) return withParams(fill(path, id), { edit: 1 });
  if (path) return fill(path, id);
  return withParams(closeHref(listUrl), view === "edit" ? { edit: id } : { view: id });
}

/** Page of the row that a text names; none where the person may not see such rows. */
export function namedHref(
  { names }: Field,
  row: Record<string, unknown>,
  opens: ReadonlySet<string> | undefined,
): string | undefined {
  const [document, id] = names?.map((name) => String(row[name] ?? "")) ?? [];
  if (!document || !id || !isDeclared(document) || !opens?.has(document)) return undefined;
  const target = documentNamed(document);
  return rowHref(target, "detail", id, target.screens.list);
}

/** A part of a text, and the page of the row that it names. */
export interface NamedPart {
  text: string;
  href?: string;
}

/** The numbers in a text that holds numbers; those of documents that the person may see lead there. */
export function numberParts(
  { numbersOf = [] }: FieldOf<"text">,
  value: unknown,
  opens: ReadonlySet<string> | undefined,
): NamedPart[] {
  const seen = numbersOf.flatMap((name) => (opens?.has(name) ? documentNamed(name) : []));
  const texts = String(value ?? "").split(/[、，,\s]+/);
  return texts.filter(Boolean).map((text) => {
    const prefix = /^[A-Z]+(?=\d+$)/.exec(text)?.[0];
    const target = prefix && seen.find((d) => d.number === prefix);
    return target ? { text, href: rowHref(target, "detail", text, target.screens.list) } : { text };
  });
}

/** A list with its filters taken from a row of another; `v=0`: not its saved default view. */
export const relatedHref = (
  { screens }: DocumentType,
  by: Record<string, string>,
  row: Record<string, unknown>,
): string =>
  withParams(screens.list, {
    ...Object.fromEntries(Object.entries(by).map(([name, from]) => [name, String(row[from])])),
    v: "0",
  });

/** The list of the rows that a figure is made of; nothing where there are none, as far as it tells. */
export function leadsHref(
  { document, by, where, balance }: Leads,
  figure: unknown,
  row: Record<string, unknown>,
): string | undefined {
  if (!isDeclared(document) || figure == null) return undefined;
  if (!balance && !Number(figure)) return undefined;
  const { screens } = documentNamed(document);
  const taken = Object.entries(by).flatMap(([name, from]) => (row[from] ? [[name, String(row[from])]] : []));
  return withParams(screens.list, { ...Object.fromEntries(taken), ...where, v: "0" });
}

export const addHref = (document: DocumentType, listUrl: string): string =>
  document.screens.create ? blank(document.screens.create) : withParams(closeHref(listUrl), { add: 1 });

/** False for an action that opens a document which is not declared: it has no button. */
export const leads = (action: Action): boolean => !action.opens || isDeclared(action.opens.document);

/** Names that open a dialog of a list, or a page in its place. */
export const DIALOG_PARAMS = [
  "add",
  "edit",
  "view",
  "do",
  "on",
  "ids",
  "columns",
  "views",
  "inline",
  "sheet",
  "adjust",
  "percent",
  "import",
  "remap",
  "field",
  "exporting",
  "_key",
] as const;

/** The list with its number of rows and its sums worked out, however long that takes. */
export const totalsHref = (listUrl: string): string => withParams(closeHref(listUrl), { totals: "exact" });

/**
 * The same list without any dialog and without totals or filters that were asked for, its rows still chosen; on a
 * page about one row (`?id=`), `view` is no dialog.
 */
export const closeHref = (listUrl: string): string => {
  const names = DIALOG_PARAMS.filter((name) => name !== "view" || !/[?&]id=/.test(listUrl));
  return withParams(listUrl, {
    totals: null,
    more: null,
    ...Object.fromEntries(names.map((name) => [name, null])),
    [PICKED]: pickedOf(listUrl).join("."),
  });
};

/** The name of the dialog of exports among those of actions. */
export const EXPORT = "export";

/** Where on the page of a row a part of it is typed into; without such a field, where the part begins. */
export const partAnchor = (part: true | string, name: string): string => `#${part === true ? name : controlId(part)}`;

/** The list with its rows open to be typed into. */
export const sheetHref = (listUrl: string): string => withParams(closeHref(listUrl), { sheet: 1 });

export const exportHref = (listUrl: string): string => withParams(closeHref(listUrl), { do: EXPORT });

/** Address of the form that makes the next document from this row. */
export function openHref(opens: Opens, id: string): string {
  const { screens } = documentNamed(opens.document);
  if (opens.param === "id" && screens.edit) return rowHref(documentNamed(opens.document), "edit", id, screens.list);
  const path = opens.path ?? screens.create ?? withParams(screens.list, { add: 1 });
  const slot = `{${opens.param}}`;
  return path.includes(slot) ? blank(path.replace(slot, id)) : withParams(blank(path), { [opens.param]: id });
}

/** Address of the zip of one row, or with the rows that a form has chosen. */
export const archiveHref = (document: DocumentType, id?: string): string =>
  withParams(`/export/${document.name}/archive`, { ids: id ?? null });

const MARK = "0row0";

/** The same address for each row of a list: worked out once, then only the id is put in. */
export function perRow(make: (id: string) => string): (id: string) => string {
  const parts = make(MARK).split(MARK);
  return (id) => parts.join(encodeURIComponent(id));
}
