import type { DocumentType } from "#documents/kit";
import type { ImportState } from "./step.server";

export interface PageProps {
  document: DocumentType;
  title: string;
  state: ImportState;
  /** The list that the rows go into. */
  listUrl: string;
}
