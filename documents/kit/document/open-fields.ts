import type { Field } from "../field/field";
import { once } from "../once";
import { type DocumentType, formFields } from "./document";

/** Fields that are changed in the row of the list itself, as the form of an edit would. */
export const inlineFields = once((document: DocumentType): readonly [string, Field][] =>
  document.can?.edit === false || document.calls?.save
    ? []
    : Object.entries(document.fields).filter(
        ([, f]) =>
          f.inline && f.column && !f.computed && !f.readonlyIn?.includes("edit") && !f.hiddenIn?.includes("edit"),
      ),
);

/** Fields that may be set for several rows at once, as the form of an edit would set them one by one. */
export const bulkFields = once((document: DocumentType): readonly [string, Field][] =>
  document.can?.edit === false
    ? []
    : formFields(document, "edit").filter(
        ([name, f]) => document.list?.bulk?.includes(name) && !f.readonlyIn?.includes("edit"),
      ),
);

const variants = once((document: DocumentType) =>
  Object.fromEntries(
    Object.entries(document.openFields ?? {}).map(([state, { fields: open }]): [string, DocumentType] => {
      const fields = Object.entries(document.fields).map(([name, f]): [string, Field] => [
        name,
        open.includes(name) ? f : { ...f, readonlyIn: ["edit"] },
      ]);
      const lines = Object.entries(document.lines ?? {}).filter(([name]) => open.includes(name));
      return [state, { ...document, fields: Object.fromEntries(fields), lines: Object.fromEntries(lines) }];
    }),
  ),
);

/** The document as its edit form is in a state: what is closed there can only be read. */
export const openIn = (document: DocumentType, state: unknown): DocumentType =>
  variants(document)[String(state)] ?? document;
