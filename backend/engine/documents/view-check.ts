import type { ViewCheck } from "#backend/platform/logs/oper-log";
import type { DocumentType } from "#documents/kit";
import { readable } from "./reading/readable";

/** May the caller view a row of this document, by its own list or by another one of the same rows? */
export const viewCheck =
  (document: DocumentType): ViewCheck =>
  async (sql, caller, id) =>
    (await readable({ sql, caller, tenantId: caller.tenantId }, document, [id])).has(id);
