import { letters } from "#backend/engine/imports/mapping";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { inSetup } from "#backend/platform/tenancy/phase";
import { workbookSheets } from "#documents/base/workbook/sheets";
import type { WorkbookState } from "#documents/base/workbook/words";
import type { SheetFound, Workbook } from "./store";

/** Errors and changes that one answer carries; the file of errors has all. */
const SHOWN = 200;

interface Grouped {
  sheet: string;
  rowNo: number;
  place: number;
  value: string;
  msg: string;
  asks: boolean;
  count: number;
}

/** The same sentence of one sheet once, in the order of the file. */
const faultsOf = (sql: Sql, id: string) =>
  sql.query<Grouped>(
    `select sheet, row_no as "rowNo", place, value, msg, asks, count from (
       select distinct on (sheet, msg, asks) sheet, row_no, place, value, msg, asks,
         count(*) over (partition by sheet, msg, asks)::int as count
       from import_fault where import_id = $1 order by sheet, msg, asks, row_no, place) x
     order by asks, sheet, row_no, place limit ${SHOWN}`,
    [id],
  );

const labelAt = (sheets: readonly SheetFound[], sheet: string, place: number): string => {
  const places = sheets.find(({ name }) => name === sheet)?.places ?? {};
  const key = Object.keys(places).find((k) => places[k] === place);
  const columns = workbookSheets.find(({ name }) => name === sheet)?.columns;
  return columns?.find((column) => column.key === key)?.label ?? "";
};

const sum = (sheets: readonly SheetFound[], of: "added" | "changed") => sheets.reduce((n, sheet) => n + sheet[of], 0);

/** A workbook as a line of the history. */
export const rowOf = ({ id, fileName, status, createTime, by, total, sheets }: Workbook) => ({
  id,
  fileName,
  status,
  createTime,
  by,
  total,
  added: sum(sheets, "added"),
  changed: sum(sheets, "changed"),
});

/** Why an import cannot be taken back now. */
async function undoBlocked(sql: Sql, workbook: Workbook, { permissions }: Caller): Promise<string | null> {
  if (workbook.status !== "done") return "没有导入，不需要撤回";
  if (!permissions.has("setup_import_undo")) return "当前操作没有权限";
  return (await inSetup(sql, workbook.tenantId)) ? null : "系统已上线，不能撤回导入";
}

/** Everything that the page of a workbook shows. */
export async function stateOf(sql: Sql, workbook: Workbook, caller: Caller): Promise<WorkbookState> {
  const { id, sheets } = workbook;
  const counts = await sql.one<{ errors: number; asks: number; changes: number }>(
    `select (select count(*)::int from import_fault where import_id = $1 and not asks) as errors,
       (select count(*)::int from import_fault where import_id = $1 and asks) as asks,
       (select count(*)::int from import_change where import_id = $1) as changes`,
    [id],
  );
  const changes = await sql.query<{ sheet: string; rowNo: number; place: number; from: string; to: string }>(
    `select sheet, row_no as "rowNo", place, old_value as "from", new_value as "to"
     from import_change where import_id = $1 order by sheet, row_no, place limit ${SHOWN}`,
    [id],
  );
  return {
    ...rowOf(workbook),
    stage: workbook.stage,
    done: workbook.done,
    message: workbook.message,
    sheets: sheets.map(({ places: _places, ...sheet }) => sheet),
    ignored: workbook.ignored,
    errorCount: counts?.errors ?? 0,
    askCount: counts?.asks ?? 0,
    errors: (await faultsOf(sql, id)).map(({ rowNo, place, ...fault }) => ({
      ...fault,
      cell: `${letters(place)}${rowNo}`,
    })),
    changeCount: counts?.changes ?? 0,
    changes: changes.map(({ rowNo, place, ...change }) => ({
      ...change,
      cell: `${letters(place)}${rowNo}`,
      label: labelAt(sheets, change.sheet, place),
    })),
    passwords: workbook.passwords !== null && workbook.createBy === caller.userId,
    used: workbook.used,
    undoBlocked: await undoBlocked(sql, workbook, caller),
  };
}
