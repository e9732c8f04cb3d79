import type { Sql } from "#backend/platform/db";
import type { ViewCheck } from "#backend/platform/logs/oper-log";
import type { DocumentType } from "#documents/kit";
import { pick } from "./by-id";
import { isOpen, readable } from "./reading/readable";

/** May the caller view a row of this document, by its own list or by another one of the same rows? */
export const viewCheck =
  (document: DocumentType): ViewCheck =>
  async (sql, caller, id) =>
    (await readable({ sql, caller, tenantId: caller.tenantId }, document, [id])).has(id);

/**
 * Is this file the face by which rows of a document are known (`lookup.facts.picture`)? Where everybody is
 * offered the rows, everybody sees it: beside a SKU stands its picture, also for who has no list of SKUs.
 */
export function faceCheck(document: DocumentType): (sql: Sql, id: string, fileId: string) => Promise<boolean> {
  const picture = document.lookup?.facts?.picture;
  if (!picture || !isOpen(document)) return async () => false;
  return async (sql, id, fileId) => {
    const face = (await pick({ sql }, document, id, [picture]))?.[picture];
    return Array.isArray(face) && face.includes(fileId);
  };
}
