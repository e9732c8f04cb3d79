import { BOOK_LIMITS, readBook } from "#backend/engine/imports/book";
import { cellText } from "#backend/engine/imports/read-file";
import type { Sql } from "#backend/platform/db";
import { invalid } from "#backend/platform/http";
import { workbookSheets } from "#documents/base/workbook/sheets";
import type { BookColumn, BookSheet } from "#documents/base/workbook/words";
import type { BookRow, FaultBook, PlacedFault, RowFault } from "./faults";
import type { SheetFound } from "./store";

/** Tables of a workbook that are read, by their number or their name without it. */
const WANTED = new RegExp(`^\\s*(0[1-9]|1[0-9]|(${workbookSheets.map(({ name }) => name.slice(2)).join("|")})\\s*$)`);

const sheetCalled = (name: string): BookSheet | undefined => {
  const bare = name.trim();
  return workbookSheets.find((s) => bare.startsWith(s.name.slice(0, 2)) || bare === s.name.slice(2));
};

/** SkuParts of a key; none of them can hold it. */
const BETWEEN = "\u001f";
/** A key without all the parts that it needs is nobody's. */
export const keyOf = ({ key, columns }: BookSheet, cells: Readonly<Record<string, string>>): string =>
  key.every((k) => cells[k] || !columns.find((column) => column.key === k)?.required)
    ? key.map((k) => cells[k] ?? "").join(BETWEEN)
    : "";

/** Headings are compared without the marks of required columns, blanks and units. */
const plain = (heading: string) =>
  heading
    .replace(/[*＊\s]/g, "")
    .replaceAll("（", "(")
    .replaceAll("）", ")")
    .toLowerCase();

const FAULTY = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;

/** Text of a cell, or the sentence of one that cannot be read. */
function textIn(column: BookColumn, value: unknown): { text: string } | { fault: string; value: string } {
  if (value instanceof Date) {
    const text = cellText(value);
    if (column.kind === "date" || column.kind === "datetime") return { text };
    return { value: text, fault: `${column.label}被存成了日期，请把单元格设为文本后重新填写` };
  }
  const text = cellText(value);
  return FAULTY.test(text) ? { value: text, fault: `${column.label}是错误值${text}` } : { text };
}

const CELL = /^([A-Z]{1,3})(\d{1,7})/;
/** Position of a cell from 0 and 1: A1 is column 0, row 1. */
function cellAt(ref: string): { place: number; at: number } {
  const [, letters = "A", row = "1"] = CELL.exec(ref) ?? [];
  const place = [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
  return { place, at: Number(row) };
}

const CHUNK = 1000;

/** A sheet that is being read. */
interface Reading {
  sheet: BookSheet;
  found: SheetFound;
  columns: Map<number, BookColumn>;
  rows: BookRow[];
  /** Its headings were read. */
  headed: boolean;
}

async function flush(sql: Sql, importId: string, { sheet, rows }: Reading) {
  if (!rows.length) return;
  const json = JSON.stringify(rows.splice(0)).replaceAll("\\u0000", "");
  await sql.query(
    `insert into import_row (import_id, sheet, row_no, key, cells)
     select $1, $2, x.at, x.key, x.cells from jsonb_to_recordset($3::jsonb) as x(at int, key text, cells jsonb)`,
    [importId, sheet.name, json],
  );
}

const begin = (sheet: BookSheet): Reading => ({
  sheet,
  found: { name: sheet.name, places: {}, rows: 0, added: 0, changed: 0, same: 0, wrong: 0 },
  columns: new Map(),
  rows: [],
  headed: false,
});

/** Columns by the headings of the first row; what nobody knows is refused: it would be lost. */
function heads(reading: Reading, at: number, values: readonly unknown[]): PlacedFault[] {
  const faults: PlacedFault[] = [];
  values.forEach((value, place) => {
    const said = cellText(value);
    if (!said) return;
    const column = reading.sheet.columns.find((c) => plain(c.label) === plain(said));
    if (!column) faults.push({ at, place, value: said, msg: `${reading.sheet.name}没有列“${said}”` });
    else if (reading.found.places[column.key] !== undefined)
      faults.push({ at, place, value: said, msg: `列“${column.label}”重复` });
    else {
      reading.columns.set(place, column);
      reading.found.places[column.key] = place;
    }
  });
  return faults;
}

function rowOf(reading: Reading, at: number, values: readonly unknown[]): { row: BookRow; faults: PlacedFault[] } {
  const cells: Record<string, string> = {};
  const faults: PlacedFault[] = [];
  for (const [place, column] of reading.columns) {
    const read = textIn(column, values[place]);
    if ("fault" in read) faults.push({ at, place, value: read.value, msg: read.fault });
    else if (read.text) cells[column.key] = read.text;
  }
  return { row: { at, key: keyOf(reading.sheet, cells), cells }, faults };
}

/**
 * Reads a workbook into rows that the database keeps, a thousand at a time.
 * @returns its sheets in the order of the template, and names of tables that are not read
 * @throws Refusal 400 for what cannot be read or is too large; TooManyFaults
 */
export async function readWorkbook(
  sql: Sql,
  importId: string,
  bytes: Buffer,
  faults: FaultBook,
  tell: (done: number) => Promise<void>,
): Promise<{ sheets: SheetFound[]; ignored: string[] }> {
  const readings = new Map<string, Reading>();
  const ignored: string[] = [];
  let all = 0;
  for await (const piece of readBook(bytes, WANTED)) {
    if ("names" in piece) {
      ignored.push(...piece.names.filter((n) => !sheetCalled(n) && !["说明", "字典", "错误清单"].includes(n)));
      continue;
    }
    const sheet = sheetCalled(piece.name);
    if (!sheet) continue;
    const known = readings.get(piece.name);
    if (!known && [...readings.values()].some((other) => other.sheet === sheet))
      throw invalid(`工作表“${sheet.name}”重复`);
    const reading = known ?? begin(sheet);
    readings.set(piece.name, reading);
    const wrong: PlacedFault[] = [];
    for (const [at, values] of piece.rows) {
      if (values.length > BOOK_LIMITS.mostColumns)
        throw invalid(`工作表“${sheet.name}”超过${BOOK_LIMITS.mostColumns}列`);
      if (!reading.headed) {
        reading.headed = true;
        wrong.push(...heads(reading, at, values));
        continue;
      }
      const { row, faults: own } = rowOf(reading, at, values);
      wrong.push(...own);
      if (!own.length && !Object.keys(row.cells).length) continue;
      reading.rows.push(row);
      reading.found.rows++;
      if (reading.found.rows > BOOK_LIMITS.mostRows)
        throw invalid(`工作表“${sheet.name}”超过${BOOK_LIMITS.mostRows}行`);
      if (++all > BOOK_LIMITS.mostAll) throw invalid(`文件超过${BOOK_LIMITS.mostAll}行，请拆分后导入`);
      if (reading.rows.length >= CHUNK) await flush(sql, importId, reading);
    }
    for (const ref of piece.merged ?? []) {
      const cell = cellAt(ref);
      wrong.push({ ...cell, value: "", msg: `单元格${ref}已合并，请取消合并后重新填写` });
    }
    await faults.add(sheet.name, wrong);
    await tell(all);
  }
  const read = [...readings.values()];
  for (const reading of read) await flush(sql, importId, reading);
  if (!all && !faults.count) throw invalid("文件没有数据");
  const sheets = workbookSheets.flatMap((sheet) => read.filter((one) => one.sheet === sheet).map(({ found }) => found));
  return { sheets, ignored };
}

/** Rows of a sheet in their order, a thousand at a time. */
export async function* rowsOf(sql: Sql, importId: string, sheet: string): AsyncGenerator<BookRow[]> {
  for (let last = 0; ; ) {
    const rows = await sql.query<BookRow>(
      `select row_no as at, key, cells from import_row where import_id = $1 and sheet = $2 and row_no > $3
       order by row_no limit ${CHUNK}`,
      [importId, sheet, last],
    );
    if (!rows.length) return;
    yield rows;
    last = rows.at(-1)?.at ?? 0;
  }
}

/** Rows that something is said of, by where they stand. */
export async function rowsAt(
  sql: Sql,
  importId: string,
  { name }: Pick<BookSheet, "name">,
  said: readonly Pick<RowFault, "at">[],
): Promise<Map<number, BookRow>> {
  if (!said.length) return new Map();
  const rows = await sql.query<BookRow>(
    "select row_no as at, key, cells from import_row where import_id = $1 and sheet = $2 and row_no = any($3)",
    [importId, name, said.map(({ at }) => at)],
  );
  return new Map(rows.map((row) => [row.at, row]));
}
