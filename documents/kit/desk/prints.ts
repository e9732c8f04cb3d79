import type { DocumentType } from "../document";
import type { Print } from "../glance/print";
import { once } from "../once";

/** The sheets of a document by their names; `print` is the one of `screens.print`. */
export const printsOf = once(({ screens }: DocumentType): readonly (readonly [string, Print])[] => {
  const { print: path, printLabel: label, printFrom: from, titles, prints } = screens;
  const title = titles?.print;
  return [
    ...(path ? [["print", { path, label, from, title }] as const] : []),
    ...Object.entries(prints ?? {}),
  ];
});
