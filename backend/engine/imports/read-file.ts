import { setImmediate } from "node:timers/promises";
import { invalid, Refusal } from "#backend/platform/http";
import { fileRows, MOST_ROWS } from "./sheet";

/** One row of a file: where it stood, counted from 1, and its cells as text. */
export interface FileRow {
  at: number;
  cells: string[];
}

const MOST_COLUMNS = 200;
/** Longest text of a cell that is kept. */
const MOST_TEXT = 32_767;
/** Of a sheet; a heading may have some lines above it. */
const LIMITS = { mostRows: MOST_ROWS + 6, mostColumns: MOST_COLUMNS, mostText: MOST_TEXT };
const BREAK_MS = 20;

/** A number as a person wrote it: spreadsheets keep 0.3 as 0.30000000000000004. */
function plainNumber(n: number): string {
  if (!Number.isFinite(n)) return "";
  const short = Number(n.toPrecision(15));
  const text = String(short);
  if (!text.includes("e")) return text;
  return short.toFixed(Math.abs(short) < 1 ? 12 : 0).replace(/\.?0+$/, "");
}

/** Text of a cell. Dates of a spreadsheet have no zone: their own figures count. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return plainNumber(value);
  if (typeof value === "boolean") return value ? "是" : "否";
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return "";
    const [day = "", clock = ""] = value.toISOString().slice(0, 19).split("T");
    return clock === "00:00:00" ? day : `${day} ${clock}`;
  }
  return String(value).replaceAll("\0", "").trim().slice(0, MOST_TEXT);
}

/** Between the rows of a file others are answered. */
async function* withBreaks<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  let begun = performance.now();
  for await (const row of rows) {
    yield row;
    if (performance.now() - begun < BREAK_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
}

/**
 * Rows of the first sheet of an xlsx file, or of a csv or tsv file in UTF-8 or GB18030, without blank ones.
 * @throws Refusal 400 for another kind of file, too many rows or columns
 */
export async function readRows(fileName: string, bytes: Buffer): Promise<FileRow[]> {
  const zip = bytes.subarray(0, 4).toString("latin1") === "PK\x03\x04";
  if (!zip && !/\.(csv|tsv|txt)$/i.test(fileName)) throw invalid("请上传xlsx或csv文件");
  const rows: FileRow[] = [];
  try {
    for await (const [at, values] of withBreaks(fileRows(zip ? "sheet" : "text", bytes, LIMITS))) {
      const cells = values.map(cellText);
      while (cells.length && cells.at(-1) === "") cells.pop();
      if (!cells.length) continue;
      if (cells.length > MOST_COLUMNS) throw invalid(`最多${MOST_COLUMNS}列`);
      rows.push({ at, cells });
      if (rows.length > LIMITS.mostRows) throw invalid(`一次最多导入${MOST_ROWS}行`);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid("文件无法读取，请另存为xlsx或csv后再上传");
  }
  return rows;
}
