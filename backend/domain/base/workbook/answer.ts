import { letters } from "#backend/engine/imports/mapping";
import type { BackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db";
import { bytesOf } from "#backend/platform/files/content";
import { xlsxOf } from "#backend/platform/http/spreadsheet";
import { threadOf, Unread } from "#backend/platform/threads/thread";
import type { Workbook } from "./store";

const TABLE = "错误清单";
const COLUMNS = [
  { key: "sheet", header: "工作表", width: 16 },
  { key: "cell", header: "单元格", width: 10 },
  { key: "value", header: "填写的内容", width: 30 },
  { key: "msg", header: "问题", width: 70 },
  { key: "kind", header: "类型", width: 10 },
] as const;

/** Larger files are answered by the table alone: to mark their cells all of them would lie in memory. */
const MOST_MARKED = 8 * 1024 * 1024;

const mark = threadOf<object, Uint8Array>({
  program: "backend/engine/imports/marked-program.mjs",
  memoryMb: 600,
  deadlineMs: 60_000,
});

interface MarkedFault {
  sheet: string;
  at: number;
  place: number;
  value: string;
  msg: string;
  asks: boolean;
}

/** The uploaded file with its faults marked, and a table of them; of what cannot be marked the table. */
export async function answerFile(
  db: Database,
  config: BackendConfig,
  workbook: Workbook,
): Promise<AsyncIterable<Uint8Array>> {
  const faults = await db.query<MarkedFault>(
    `select sheet, row_no as at, place, value, msg, asks from import_fault
     where import_id = $1 order by sheet, row_no, place, id`,
    [workbook.id],
  );
  const rows = faults.map(({ asks, ...f }) => ({
    ...f,
    cell: `${letters(f.place)}${f.at}`,
    kind: asks ? "提醒" : "错误",
  }));
  const bytes = await bytesOf(db, config, workbook.tenantId, workbook.fileId);
  if (bytes.length <= MOST_MARKED && /\.xls[xm]$/i.test(workbook.fileName)) {
    const table = {
      name: TABLE,
      columns: COLUMNS.map(({ width }) => ({ width })),
      rows: [COLUMNS.map(({ header }) => header), ...rows.map((row) => COLUMNS.map(({ key }) => row[key]))],
      freezePane: { rows: 1 },
    };
    try {
      const marked = faults.map(({ sheet, ...f }) => ({ ...f, name: sheet }));
      return await mark({ bytes, faults: marked, table }).then(async function* (pieces) {
        yield* pieces;
      });
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
    }
  }
  return (await xlsxOf([...COLUMNS], rows, { sheet: TABLE })).stream;
}
