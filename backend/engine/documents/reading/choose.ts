import type { Caller } from "#backend/platform/http";
import { documents } from "#documents";
import { type DocumentType, pickersOf } from "#documents/kit";
import { once } from "#documents/kit/once";

/** Permission codes of which one is enough to choose among the rows of a declaration, by id or by name. */
export const choosersOf = once((document: DocumentType) => pickersOf(document, documents));

/** May the caller choose among its rows, whether from its options or by typing what they are called. */
export const mayChoose = (caller: Caller, document: DocumentType): boolean =>
  choosersOf(document).some((code) => caller.permissions.has(code));
