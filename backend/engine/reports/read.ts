import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { breather } from "#backend/platform/breath";
import { conflict } from "#backend/platform/http";

/** A kept report; it may be opened as often as somebody reads it. */
export type OpenReport = () => Promise<AsyncIterable<Uint8Array>>;

/** Most bytes of a report, unpacked. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Rows that are handed on at a time. */
const ROWS = 1000;
/** Longest line, so that a file without any does not fill the memory. */
const MOST_LINE = 100_000;

/** Its bytes as they were before they were packed. */
async function* unpacked(open: OpenReport): AsyncGenerator<Uint8Array> {
  const parts = (await open())[Symbol.asyncIterator]();
  const first = await parts.next();
  if (first.done) return;
  async function* again() {
    yield first.value;
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value;
  }
  const packed = first.value[0] === 0x1f && first.value[1] === 0x8b;
  let size = 0;
  try {
    for await (const chunk of packed ? Readable.from(again()).pipe(createGunzip()) : again()) {
      size += chunk.length;
      if (size > MOST_BYTES) throw conflict(`报告解压后超过${MOST_BYTES / 1024 / 1024}MB`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw conflict("文件损坏，无法解压，请重新下载");
    throw error;
  }
}

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
const columnName = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replaceAll('"', "")
    .trim()
    .toLowerCase()
    .replaceAll(/[ _]+/g, "-");

async function* linesOf(open: OpenReport, charset: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(charset);
  let rest = "";
  for await (const chunk of unpacked(open)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MOST_LINE) throw conflict("文件没有分行，不是平台的报告");
    yield lines;
  }
  yield [rest + decoder.decode()];
}

/** Names of a report's columns, from its first line. @throws Refusal 409 when it is empty or separated otherwise */
export async function columnsOf(open: OpenReport, charset: string): Promise<string[]> {
  for await (const [first] of linesOf(open, charset)) {
    if (first === undefined) continue;
    if (!first.includes("\t")) throw conflict("不是制表符分隔的报告，请上传平台下载的txt原文件");
    return first.split("\t").map(columnName);
  }
  throw conflict("文件是空的");
}

/** Rows of a report, a thousand at a time; empty lines are none. */
export async function* rowsOf(
  open: OpenReport,
  charset: string,
  columns: readonly string[],
): AsyncGenerator<ReportLine[]> {
  const breathe = breather();
  let no = 0;
  let rows: ReportLine[] = [];
  for await (const lines of linesOf(open, charset)) {
    for (const line of lines) {
      no += 1;
      if (no === 1 || !line.trim()) continue;
      const values = line.replace(/\r$/, "").split("\t");
      const cells: Record<string, string> = {};
      for (let i = 0; i < columns.length; i++) cells[columns[i] ?? ""] = (values[i] ?? "").trim();
      rows.push({ no, cells });
      if (rows.length < ROWS) continue;
      yield rows;
      rows = [];
    }
    await breathe();
  }
  if (rows.length) yield rows;
}
