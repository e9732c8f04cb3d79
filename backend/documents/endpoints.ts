import { type DocumentType, permissionOf } from "#documents/kit";
import type { Sql } from "../db/sql";
import { registerFileOwner } from "../files/owners";
import type { Caller } from "../http/caller";
import type { Endpoint } from "../http/endpoint";
import { registerOperLogView } from "../logs/oper-log";
import { actions } from "./calls/actions";
import { reads } from "./calls/reads";
import { writes } from "./calls/writes";
import { archiveRows } from "./exports/archive";
import { exportRows } from "./exports/export";
import { calendarEndpoints } from "./reading/calendar";
import { oneVisible } from "./reading/where";
import type { Rules } from "./rules";

/** Every call that a declaration gives: page, detail, options, add, edit, delete, actions, export. */
export function documentEndpoints(document: DocumentType, rules: Rules = {}): Endpoint[] {
  const mayView = async (sql: Sql, caller: Caller, id: string) => {
    if (!caller.permissions.has(permissionOf(document, "view"))) return false;
    const where = oneVisible(document, caller, id);
    return !!(await sql.one(`select 1 from ${document.table} t where ${where}`, where.values));
  };
  registerOperLogView(document.name, mayView);
  registerFileOwner(document.name, async (sql, caller, { bizId }) =>
    bizId ? mayView(sql, caller, bizId) : false,
  );
  return [
    ...(document.can?.export === false ? [] : [exportRows(document, rules)]),
    ...(document.archive ? [archiveRows(document, document.archive)] : []),
    ...reads(document, rules),
    ...calendarEndpoints(document, rules),
    ...writes(document, rules),
    ...actions(document),
  ];
}
