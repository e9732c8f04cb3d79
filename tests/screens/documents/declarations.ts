import { documents } from "#documents";
import type { DocumentType } from "#documents/kit";

/** Declarations as cases of a test, each with its name in front. */
export const named = (some: readonly DocumentType[]) => some.map((document) => [document.name, document] as const);

/** Names of the declarations that a kind of test leaves out. */
export const others = (some: readonly DocumentType[]): string[] =>
  documents.filter((document) => !some.includes(document)).map(({ name }) => name);
