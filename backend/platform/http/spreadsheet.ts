import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { Response } from "express";
import { writeXlsxStream } from "hucre/xlsx";
import { disposition } from "./disposition";

export interface SheetColumn {
  /** Property of a row. */
  key: string;
  header: string;
  /** In characters. */
  width?: number;
  /** Excel number format, for example "#,##0.00". */
  numFmt?: string;
}

type SpreadsheetCell = string | number | boolean | null;

const cell = (value: unknown): SpreadsheetCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "object") return JSON.stringify(value);
  // XML 1.0 has no place for control characters; a spreadsheet cell holds 32767 characters.
  return String(value)
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, "")
    .slice(0, 32_767);
};

type Rows = AsyncIterable<object> | Iterable<object>;
interface SpreadsheetSheet {
  /** The filter in words, as the first line. */
  filterText?: string;
  /** The company is an invented one: the first line says so before anything else. */
  demo?: boolean;
  sheet?: string;
}

/**
 * Rows as an xlsx file in pieces: memory stays flat however many rows come. The filter in words is
 * the first line, the headers follow. What fails before the first row fails here.
 */
export async function xlsxOf(
  columns: SheetColumn[],
  rows: Rows,
  { filterText, demo, sheet = "Sheet1" }: SpreadsheetSheet = {},
): Promise<{ stream: Readable; count(): number }> {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let next = await source.next();
  let count = 0;
  const said = [demo && "演示数据", filterText !== undefined && `筛选条件：${filterText}`].filter(Boolean);
  async function* lines(): AsyncGenerator<SpreadsheetCell[]> {
    if (said.length) yield [cell(said.join("　"))];
    yield columns.map((c) => c.header);
    for (; !next.done; next = await source.next(), count++) {
      const row = next.value;
      yield columns.map((c) => cell(Reflect.get(row, c.key)));
    }
  }
  const stream = writeXlsxStream(lines(), {
    name: sheet,
    columns: columns.map(({ width, numFmt }) => ({ width, numFmt })),
    freezePane: { rows: said.length ? 2 : 1 },
  });
  return { stream: Readable.fromWeb(stream as WebStream<Uint8Array>), count: () => count };
}

/**
 * Streams rows as an xlsx file. Rows that fail before the first byte are an ordinary JSON refusal;
 * later the connection is cut so that no half file passes for a whole one.
 * @returns Number of rows sent.
 */
export async function sendXlsx(
  res: Response,
  fileName: string,
  columns: SheetColumn[],
  rows: Rows,
  sheet: SpreadsheetSheet = {},
): Promise<number> {
  const { stream, count } = await xlsxOf(columns, rows, sheet);
  res.setHeader("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  res.setHeader("Content-Disposition", disposition("attachment", fileName));
  res.setHeader("Cache-Control", "private, no-store");
  await pipeline(stream, res);
  return count();
}
