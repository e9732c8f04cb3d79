import type { DocumentType } from "./document";
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
