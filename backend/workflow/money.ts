import { allFields, type DocumentType } from "#documents/kit";
import type { Caller } from "../http/caller";
import type { FlowContext } from "./flow";

/**
 * May the caller read the amount of this type's flows? Not when a number of the document is masked
 * from him: the amount could tell it (supply.md D.3).
 */
const readsAmount = (document: DocumentType, caller: Caller) =>
  Object.values(allFields(document)).every(
    (f) => !f.mask || !["money", "decimal"].includes(f.kind) || caller.permissions.has(f.mask),
  );

/** Document types whose flows show their amount to the caller. */
export const typesWithAmount = ({
  flows,
  caller,
}: Pick<FlowContext, "flows" | "caller">): string[] =>
  [...flows].flatMap(([name, { document }]) => (readsAmount(document, caller) ? [name] : []));
