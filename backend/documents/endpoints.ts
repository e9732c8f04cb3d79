import { type DocumentType, permissionOf } from "#documents/kit";
import type { Sql } from "../db/sql";
import { registerFileOwner } from "../files/owners";
import type { Caller } from "../http/caller";
import type { Endpoint } from "../http/endpoint";
import { registerOperLogView } from "../logs/oper-log";
import { actions } from "./actions";
import { archiveRows } from "./archive";
import { calendarEndpoints } from "./calendar";
import { exportRows } from "./export";
import { withFlow } from "./flow";
import { reads } from "./reads";
import type { Rules } from "./rules";
import { oneVisible } from "./where";
import { writes } from "./writes";

/** Every call that a declaration gives: page, detail, options, add, edit, delete, actions, export. */
export function documentEndpoints(document: DocumentType, own: Rules = {}): Endpoint[] {
  const rules = withFlow(document, own);
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
    ...actions(document, rules),
  ];
}
