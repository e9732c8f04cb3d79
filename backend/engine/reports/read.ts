import { createHash } from "node:crypto";
import { streamCsvRows } from "hucre/csv";
import { breather } from "#backend/platform/breath";
import { conflict } from "#backend/platform/http";
import { type OpenReport, unpacked } from "./unpack";

export type { OpenReport };

/** Rows that are handed on at a time: so few that they are gone before the heap grows for them. */
const ROWS = 200;
/** Longest line, so that a file without any does not fill the memory. */
const MOST_LINE = 100_000;

/** What a report is made of: the SHA-256 of its content, unpacked, and how it is written. */
export interface ReportContent {
  hash: string;
  charset: string;
}

/**
 * Reads a report once to its end.
 * @param other charset of what is no UTF-8: that of its marketplace
 * @throws Refusal 409 for a file that is damaged, too large or of no charset
 */
export async function contentOf(open: OpenReport, other: "windows-1252" | "shift_jis"): Promise<ReportContent> {
  const sha = createHash("sha256");
  const decoders = new Map(["utf-8", other].map((name) => [name, new TextDecoder(name, { fatal: true })]));
  let charset: string | undefined;
  const breathe = breather();
  const decode = (chunk?: Uint8Array) => {
    for (const [name, decoder] of decoders)
      try {
        decoder.decode(chunk, { stream: !!chunk });
      } catch {
        decoders.delete(name);
      }
  };
  for await (const chunk of unpacked(open)) {
    if (!charset && chunk[0] === 0xff && chunk[1] === 0xfe) charset = "utf-16le";
    sha.update(chunk);
    decode(chunk);
    await breathe();
  }
  decode();
  charset ??= [...decoders.keys()][0];
  if (!charset) throw conflict("文件的编码无法识别，请上传平台下载的原文件");
  return { hash: sha.digest("hex"), charset };
}

/** A row by the names of its columns, as `columnName` writes them. */
export interface ReportLine {
  /** Line of the file, the header being 1. */
  no: number;
  cells: Readonly<Record<string, string>>;
}

/** Columns are told apart in lower case, with a dash for what is between words. */
export const columnName = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll('"', "")
    .trim()
    .toLowerCase()
    .replaceAll(/[ _]+/g, "-");

const textOf = (cell: unknown): string => (typeof cell === "string" ? cell : "");

/** Cells of a line of the file, the first line being 1. */
interface ReportRecord {
  no: number;
  cells: string[];
}

/** Sign between the columns, by the first line. @throws Refusal 409 when there is none */
function separatorOf(first: string): string {
  const bare = first.replaceAll(/"[^"]*"/g, "");
  if (bare.includes("\t")) return "\t";
  const [commas, semicolons] = [",", ";"].map((sign) => bare.split(sign).length);
  if (commas === 1 && semicolons === 1)
    throw conflict(first.trim() ? "不是分列的报告，请上传平台下载的txt或csv原文件" : "文件是空的");
  return (semicolons ?? 0) > (commas ?? 0) ? ";" : ",";
}

/** Where the last whole line of a csv text ends: line breaks within quotes end none. */
function wholeEnd(text: string, separator: string): number {
  let quoted = false;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (quoted) {
      if (sign !== '"') continue;
      if (text[i + 1] === '"') i += 1;
      else quoted = false;
    } else if (sign === "\n") end = i + 1;
    else if (sign === '"') quoted = i === 0 || text[i - 1] === separator || text[i - 1] === "\n";
  }
  return end;
}

const QUOTED = /^\uFEFF?"(.*)"$/;
const unquoted = (cell: string) => QUOTED.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;

/**
 * Takes text in pieces and gives the records that are whole; the last piece with its end. Behind tabs quotes are a part
 * of what a cell says, unless every name of a column stands in them.
 */
function cutter(separator: string): (text: string, last: boolean) => ReportRecord[] {
  let rest = "";
  let no = 1;
  let quotes: boolean | undefined;
  return (text, last) => {
    const all = rest + text;
    const end = last ? all.length : separator === "\t" ? all.lastIndexOf("\n") + 1 : wholeEnd(all, separator);
    rest = all.slice(end);
    if (rest.length > MOST_LINE) throw conflict("文件没有分行，或引号不成对，不是平台的报告");
    if (!end) return [];
    const whole = all.slice(0, end);
    if (separator === "\t")
      return (last ? whole : whole.slice(0, -1)).split("\n").map((line) => {
        const cells = line.replace(/\r$/, "").split("\t");
        quotes ??= cells.every((cell) => QUOTED.test(cell));
        return { no: no++, cells: quotes ? cells.map(unquoted) : cells };
      });
    return [...streamCsvRows(whole, { delimiter: separator })].map((row) => {
      const record = { no, cells: row.map(textOf) };
      no += 1 + record.cells.reduce((n, cell) => n + cell.split("\n").length - 1, 0);
      return record;
    });
  };
}

async function* recordsOf(open: OpenReport, charset: string): AsyncGenerator<ReportRecord[]> {
  const decoder = new TextDecoder(charset);
  let head = "";
  let cut: ReturnType<typeof cutter> | undefined;
  for await (const chunk of unpacked(open)) {
    const text = decoder.decode(chunk, { stream: true });
    if (cut) yield cut(text, false);
    else {
      head += text;
      if (head.length > MOST_LINE) throw conflict("文件没有分行，不是平台的报告");
      const [first, more] = head.split("\n", 2);
      if (more === undefined) continue;
      cut = cutter(separatorOf(first ?? ""));
      yield cut(head, false);
    }
  }
  const end = decoder.decode();
  yield cut ? cut(end, true) : cutter(separatorOf(head + end))(head + end, true);
}

/** Names of a report's columns, from its first line. @throws Refusal 409 when it is empty or has no columns */
export async function columnsOf(open: OpenReport, charset: string): Promise<string[]> {
  for await (const [first] of recordsOf(open, charset)) if (first) return first.cells.map(columnName);
  throw conflict("文件是空的");
}

/** Rows of a report, some hundreds at a time; empty lines are none. */
export async function* rowsOf(
  open: OpenReport,
  charset: string,
  columns: readonly string[],
): AsyncGenerator<ReportLine[]> {
  const breathe = breather();
  let rows: ReportLine[] = [];
  for await (const records of recordsOf(open, charset)) {
    for (const { no, cells: values } of records) {
      if (no === 1 || values.every((value) => !value.trim())) continue;
      const cells: Record<string, string> = {};
      for (let i = 0; i < columns.length; i++) cells[columns[i] ?? ""] = (values[i] ?? "").trim();
      rows.push({ no, cells });
      if (rows.length < ROWS) continue;
      yield rows;
      rows = [];
      await breathe();
    }
    await breathe();
  }
  if (rows.length) yield rows;
}
