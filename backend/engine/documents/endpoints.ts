import type { Endpoint } from "#backend/platform/http";
import type { DocumentType } from "#documents/kit";
import { bothNames } from "./both-names";
import { actions } from "./calls/actions";
import { bulkEdit } from "./calls/bulk";
import { reads } from "./calls/reads";
import { undeletes } from "./calls/undelete";
import { writes } from "./calls/writes";
import { archiveRows } from "./exports/archive";
import { startExport } from "./exports/background";
import { exportRows } from "./exports/export";
import { calendarEndpoints } from "./reading/calendar";
import type { Rules } from "./rules";

/** Every call that a declaration gives: page, detail, options, add, edit, delete, actions, export. */
export function documentEndpoints(document: DocumentType, rules: Rules = {}): Endpoint[] {
  return bothNames(document, [
    ...(document.can?.export === false ? [] : [exportRows(document, rules), startExport(document, rules)]),
    ...(document.exports?.archive ? [archiveRows(document, document.exports?.archive)] : []),
    ...reads(document, rules),
    ...calendarEndpoints(document, rules),
    ...writes(document, rules),
    ...undeletes(document, rules),
    ...bulkEdit(document, rules),
    ...actions(document, rules),
  ]);
}
