import type { DocumentType } from "../document/document";
import type { Option } from "../field/field";
import type { Print } from "../glance/print";
import { once } from "../once";

/** The field whose values are the tabs of a list, and these values; undefined: it has none. */
export function tabsOf({
  list: { tabs } = {},
  status,
  fields,
}: Pick<DocumentType, "list" | "status" | "fields">):
  | { field: string; values: Readonly<Record<string, Option>> }
  | undefined {
  if (!tabs) return undefined;
  const by = tabs === true ? undefined : fields[tabs];
  if (tabs !== true && by?.kind === "enum") return { field: tabs, values: by.options };
  return status && { field: status.field, values: status.values };
}

/** The sheets of a document by their names; `print` is the one of `screens.print`. */
export const printsOf = once(({ screens }: DocumentType): readonly (readonly [string, Print])[] => {
  const { print: path, printLabel: label, printFrom: from, titles, prints } = screens;
  const title = titles?.print;
  return [...(path ? [["print", { path, label, from, title }] as const] : []), ...Object.entries(prints ?? {})];
});

/** Sheets that have a button: of the same on several papers the first. */
export const offeredPrints = (document: DocumentType) => printsOf(document).filter(([, { paperOf }]) => !paperOf);

/** Sheets that say the same on other papers, with this one. */
export function papersOf(document: DocumentType, name: string): readonly (readonly [string, Print])[] {
  const all = printsOf(document);
  const first = all.find(([other]) => other === name)?.[1].paperOf ?? name;
  return all.filter(([other, { paperOf }]) => other === first || paperOf === first);
}
