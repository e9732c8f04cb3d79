import type { DocumentType } from "#documents/kit";
import type { Desk } from "~/session/desk.server";
import { type Row, rowSchema } from "./row";

/** One row as the declaration's own read call answers it. */
export async function loadRow(desk: Desk, document: DocumentType, id: string): Promise<Row> {
  const path = document.readPath?.replace("{id}", id) ?? `${document.api}/${id}`;
  return (await desk.erp.get(path, { schema: rowSchema })) as Row;
}
