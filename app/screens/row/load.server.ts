import type { DocumentType } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { withFiles } from "./files";
import { type RowRow, rowSchemaOf } from "./row";

/** One row as the declaration's own read call answers it. */
export async function loadRow(staff: Staff, document: DocumentType, id: string): Promise<RowRow> {
  const path = document.calls?.read?.replace("{id}", id) ?? `${document.api}/${id}`;
  return withFiles(document, await staff.erp.get(path, { schema: rowSchemaOf(document) }));
}
