import { documents } from "#documents";
import type { DocumentType } from "#documents/kit";

/** The document that a flow is about; one of a foreign backend may be none. */
export const declared = (name: string): DocumentType | undefined => documents.find((d) => d.name === name);
