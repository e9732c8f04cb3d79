import type { DocumentType, ImportFile } from "#documents/kit";
import type { Call } from "../http/endpoint";
import { hintOf } from "./hints";
import { columnsFor } from "./keep-file";
import { letters } from "./mapping";
import { questionOf } from "./steps";
import type { Import } from "./store";

/** Problems that one answer carries; the file of errors has all that are kept. */
const SHOWN = 200;

export function stateOf(call: Call, document: DocumentType, file: Import): ImportFile {
  const columns = columnsFor(document, call);
  const labels = new Map(columns.map((c) => [c.key, c.label]));
  const { rows, run: _run, headRow: _head, ...state } = file;
  return {
    ...state,
    samples: rows.slice(0, 3).map((r) => r.cells),
    columns: columns.map((c) => ({
      key: c.key,
      label: c.label,
      required: c.required,
      hint: hintOf(c),
    })),
    mayUpdate: !!document.import?.update,
    errorCount: file.errors.length,
    question: questionOf(file) ?? null,
    errors: file.errors.slice(0, SHOWN).map(({ row, column, msg, asks }) => {
      const at = column === null ? undefined : file.mapping[column];
      const letter = at === undefined ? null : letters(at);
      return { row, msg, letter, asks, column: column && (labels.get(column) ?? null) };
    }),
  };
}
