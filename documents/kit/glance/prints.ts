import type { DocumentType } from "../document";
import { once } from "../once";

/** A printed sheet of a row. */
export interface Print {
  path: string;
  /** Word of its button; 打印 unless given. */
  label?: string;
  /** Title of its page; 打印{label} of the document unless given. */
  title?: string;
  /** A4 unless given; `lying`: the same, on its long side. */
  sheet?: "a5" | "label" | "lying";
  /** States in which it may be printed; none: always. */
  from?: readonly string[];
  /** Every print is counted: the sheet says which one it is, the history who made it. */
  log?: boolean;
}

/** The sheets of a document by their names; `print` is the one of `screens.print`. */
export const printsOf = once(({ screens }: DocumentType): readonly (readonly [string, Print])[] => {
  const { print: path, printLabel: label, printFrom: from, titles, prints } = screens;
  const title = titles?.print;
  return [
    ...(path ? [["print", { path, label, from, title }] as const] : []),
    ...Object.entries(prints ?? {}),
  ];
});
