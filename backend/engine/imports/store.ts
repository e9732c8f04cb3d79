import { type Database, lockAdvisory, tryAdvisory } from "#backend/platform/db";
import { type Call, type Caller, conflict, invalid, missing } from "#backend/platform/http";
import { type DocumentType, type ImportColumn, type ImportFile, importColumns, readable } from "#documents/kit";
import type { Problem } from "./entry";
import { headRow, type Mapping, mapHeaders } from "./mapping";
import type { FileRow } from "./read-file";
import type { ImportOutcome } from "./run";
import { MOST_ROWS } from "./sheet";

type ImportStatus = ImportFile["status"];

/** A file on its way in, as it is kept between the steps. */
export interface Import {
  id: string;
  fileName: string;
  headRow: number;
  headers: string[];
  rows: FileRow[];
  mapping: Mapping;
  existing: "refuse" | "update";
  status: ImportStatus;
  run: number;
  total: number;
  done: number;
  errors: Problem[];
  added: number;
  changed: number;
  made: ImportOutcome["made"];
}

const BUSY = "操作太频繁，请勿重复请求";
/** Problems that are kept; a file with more is wrong as a whole. */
const MOST_PROBLEMS = 20_000;

/** @param rows whether the rows of the file are needed: pages that only tell progress leave them out */
export async function loadImport(
  db: Database,
  document: DocumentType,
  caller: Caller,
  id: string,
  rows = true,
): Promise<Import> {
  const found = await db.one<Import & { late: boolean }>(
    `select id, file_name as "fileName", head_row as "headRow", headers, mapping, existing, status,
       run, total, done, errors, added, changed, made,
       ${rows ? "rows" : "(select jsonb_path_query_array(rows, '$[0 to 2]')) as rows"},
       update_time < now() - interval '5 seconds' as late
     from doc_import where id = $1 and document = $2 and tenant_id = $3 and create_by = $4`,
    [id, document.name, caller.tenantId, caller.userId],
  );
  if (!found) throw missing("导入不存在或已过期，请重新上传");
  const running = found.status === "checking" || found.status === "committing";
  if (!running || !found.late) return found;
  // The run itself holds this lock from beginning to end.
  const free = await tryAdvisory(db, "importRun", id);
  return free ? { ...found, status: "interrupted" } : found;
}

export const lockImport = (sql: Pick<Database, "query">, id: string) => lockAdvisory(sql, "importRun", id);

export async function addImport(
  db: Database,
  document: DocumentType,
  caller: Caller,
  file: Pick<Import, "fileName" | "headRow" | "headers" | "rows" | "mapping">,
): Promise<string> {
  const row = await db.one<{ id: string }>(
    `insert into doc_import (tenant_id, create_by, document, file_name, head_row, headers, rows,
       mapping) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      caller.tenantId,
      caller.userId,
      document.name,
      file.fileName,
      file.headRow,
      JSON.stringify(file.headers),
      JSON.stringify(file.rows),
      JSON.stringify(file.mapping),
    ],
  );
  return row?.id ?? "";
}

/** Takes the next run of an import; of two at once one gets it. @throws Refusal 409 for the other */
export async function takeRun(
  db: Database,
  from: Import,
  to: "checking" | "committing",
  { mapping = from.mapping, existing = from.existing }: Partial<Import> = {},
): Promise<Import> {
  const row = await db.one<{ run: number }>(
    `update doc_import set status = $3, run = run + 1, done = 0, total = $4, mapping = $5,
       existing = $6, errors = '[]', update_time = now()
     where id = $1 and run = $2 returning run`,
    [from.id, from.run, to, from.total, JSON.stringify(mapping), existing],
  );
  if (!row) throw conflict(BUSY);
  return { ...from, mapping, existing, status: to, run: row.run, errors: [], done: 0 };
}

const after = `update doc_import set update_time = now()`;
const mine = "where id = $1 and run = $2";

export const tellProgress = (db: Database, { id, run }: Import, done: number, total: number) =>
  db.query(`${after}, done = $3, total = $4 ${mine}`, [id, run, done, total]);

/** Ends a run. @throws Error when another run took its place: then nothing of this one may stay */
export async function endRun(
  sql: Pick<Database, "one">,
  { id, run }: Import,
  status: ImportStatus,
  outcome: Partial<ImportOutcome> = {},
): Promise<void> {
  const { problems = [], added = 0, changed = 0, made = [] } = outcome;
  const row = await sql.one(
    `${after}, status = $3, errors = $4, added = $5, changed = $6, made = $7 ${mine} returning id`,
    [id, run, status, JSON.stringify(problems.slice(0, MOST_PROBLEMS)), added, changed, JSON.stringify(made)],
  );
  if (!row) throw new Error(`import ${id}: run ${run} was replaced`);
}

/** Files of a week ago: what they brought stays in the documents. */
export const sweepImports = (db: Database) =>
  db.query("delete from doc_import where create_time < now() - interval '7 days'");

/** Columns that this caller may fill. */
export const columnsFor = (document: DocumentType, call: Pick<Call, "caller">): ImportColumn[] =>
  importColumns(document).filter((c) => !c.field || readable(c.field, call.caller));

/** Keeps an uploaded file with the mapping that its headings suggest. @throws Refusal 400 */
export async function keepFile(call: Call, document: DocumentType, fileName: string, all: FileRow[]): Promise<string> {
  const columns = columnsFor(document, call);
  const at = headRow(columns, all);
  const head = all[at];
  const rows = all.slice(at + 1);
  if (!head || !rows.length) throw invalid("文件没有数据");
  if (rows.length > MOST_ROWS) throw invalid(`一次最多导入${MOST_ROWS}行`);
  const width = Math.max(head.cells.length, ...rows.map((r) => r.cells.length));
  const headers = Array.from({ length: width }, (_, i) => head.cells[i] ?? "");
  const mapping = mapHeaders(columns, headers);
  return addImport(call.db, document, call.caller, { fileName, headRow: head.at, headers, rows, mapping });
}
