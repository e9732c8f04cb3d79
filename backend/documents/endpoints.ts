import { type DocumentType, permissionOf } from "#documents/kit";
import type { Endpoint } from "../http/endpoint";
import { registerOperLogView } from "../logs/oper-log";
import { actions } from "./actions";
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
  registerOperLogView(document.name, async (sql, caller, id) => {
    if (!caller.permissions.has(permissionOf(document, "view"))) return false;
    const where = oneVisible(document, caller, id);
    return !!(await sql.one(`select 1 from ${document.table} t where ${where}`, where.values));
  });
  return [
    ...(document.can?.export === false ? [] : [exportRows(document, rules)]),
    ...reads(document, rules),
    ...calendarEndpoints(document, rules),
    ...writes(document, rules),
    ...actions(document, rules),
  ];
}
