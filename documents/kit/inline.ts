import { type DocumentType, formFields } from "./document";
import type { Field } from "./field";
import { once } from "./once";

/** Fields that are changed in the row of the list itself, as the form of an edit would. */
export const inlineFields = once((document: DocumentType): readonly [string, Field][] =>
  document.can?.edit === false || document.savePath
    ? []
    : Object.entries(document.fields).filter(
        ([, f]) =>
          f.inline &&
          f.column &&
          !f.computed &&
          !f.readonlyIn?.includes("edit") &&
          !f.hiddenIn?.includes("edit"),
      ),
);

/** Fields that may be set for several rows at once, as the form of an edit would set them one by one. */
export const bulkFields = once((document: DocumentType): readonly [string, Field][] =>
  document.can?.edit === false
    ? []
    : formFields(document, "edit").filter(
        ([name, f]) => document.bulk?.includes(name) && !f.readonlyIn?.includes("edit"),
      ),
);
