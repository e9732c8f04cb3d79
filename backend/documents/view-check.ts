import { type DocumentType, permissionOf } from "#documents/kit";
import type { ViewCheck } from "../logs/oper-log";
import { oneVisible } from "./reading/where";

/** May the caller view a row of this document: permission and data scope. */
export const viewCheck =
  (document: DocumentType): ViewCheck =>
  async (sql, caller, id) => {
    if (!caller.permissions.has(permissionOf(document, "view"))) return false;
    const where = oneVisible(document, caller, id);
    return !!(await sql.one(`select 1 from ${document.table} t where ${where}`, where.values));
  };
