import { allFields, type DocumentType } from "#documents/kit";
import type { Caller } from "../http/caller";
import { flowEnds } from "./flow";

/**
 * May the caller read the amount of this type's flows? Not when a number of the document is masked
 * from him: the amount could tell it (supply.md D.3).
 */
const readsAmount = (document: DocumentType, caller: Caller) =>
  Object.values(allFields(document)).every(
    (f) => !f.mask || !["money", "decimal"].includes(f.kind) || caller.permissions.has(f.mask),
  );

/** Document types whose flows show their amount to the caller. */
export const typesWithAmount = (caller: Caller): string[] =>
  [...flowEnds()].flatMap(([name, { document }]) =>
    document && readsAmount(document, caller) ? [name] : [],
  );
