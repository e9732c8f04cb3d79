import type { DocumentType } from "./document";
import { once } from "./once";

const variants = once((document: DocumentType) =>
  Object.fromEntries(
    Object.entries(document.openFields ?? {}).map(([state, { fields: open }]) => {
      const fields = Object.entries(document.fields).map(
        ([name, f]) => [name, open.includes(name) ? f : { ...f, readonlyIn: ["edit"] }] as const,
      );
      const lines = Object.entries(document.lines ?? {}).filter(([name]) => open.includes(name));
      return [
        state,
        { ...document, fields: Object.fromEntries(fields), lines: Object.fromEntries(lines) },
      ] as [string, DocumentType];
    }),
  ),
);

/** The document as its edit form is in a state: what is closed there can only be read. */
export const openIn = (document: DocumentType, state: unknown): DocumentType =>
  variants(document)[String(state)] ?? document;
