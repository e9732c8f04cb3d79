import { type DocumentType, type ImportColumn, importColumns, readable } from "#documents/kit";
import type { Call } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { headRow, mapHeaders } from "./mapping";
import type { FileRow } from "./read-file";
import { MOST_ROWS } from "./sheet";
import { addImport } from "./store";

/** Columns that this caller may fill. */
export const columnsFor = (document: DocumentType, call: Pick<Call, "caller">): ImportColumn[] =>
  importColumns(document).filter((c) => !c.field || readable(c.field, call.caller));

/** Keeps an uploaded file with the mapping that its headings suggest. @throws Refusal 400 */
export async function keepFile(
  call: Call,
  document: DocumentType,
  fileName: string,
  all: FileRow[],
): Promise<string> {
  const columns = columnsFor(document, call);
  const at = headRow(columns, all);
  const head = all[at];
  const rows = all.slice(at + 1);
  if (!head || !rows.length) throw invalid("文件没有数据");
  if (rows.length > MOST_ROWS) throw invalid(`一次最多导入${MOST_ROWS}行`);
  const width = Math.max(head.cells.length, ...rows.map((r) => r.cells.length));
  const headers = Array.from({ length: width }, (_, i) => head.cells[i] ?? "");
  const mapping = mapHeaders(columns, headers);
  return addImport(call.db, document, call.caller, {
    ...{ fileName, headRow: head.at, headers, rows, mapping },
  });
}
