import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Unzip, UnzipInflate } from "fflate";
import { BOOK_LIMITS, readBook } from "#backend/engine/imports/book";
import { cellText } from "#backend/engine/imports/read-file";
import { breather } from "#backend/platform/breath";
import { conflict, Refusal } from "#backend/platform/http";

/** A kept report; it may be opened as often as somebody reads it. */
export type OpenReport = () => Promise<AsyncIterable<Uint8Array>>;

const MB = 1024 * 1024;
/** Most bytes of a report, unpacked. */
const MOST_BYTES = 512 * MB;
/** Most bytes of a workbook, which lies in memory whole. */
const MOST_SHEET = 20 * MB;
/** Packed bytes that are unpacked at once: a thousand times as many come out at most. */
const STEP = 2048;
/** Bytes that are handed on at a time, so that reading them holds nobody up. */
const PIECE = 16 * 1024;
/** What the first part of an archive is called when it is a workbook. */
const OF_WORKBOOK = /^(\[Content_Types\]\.xml$|_rels\/|docProps\/|xl\/)/;
const DAMAGED = "文件损坏，无法解压，请重新下载";

type ByteStream = AsyncIterable<Uint8Array>;

/** The text file of an archive, whatever it and its folder are called; its path is never used. */
async function* unzipped(parts: ByteStream): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let files = 0;
  let whole = false;
  const unzip = new Unzip((file) => {
    if (file.name.endsWith("/") || file.name.startsWith("__MACOSX/")) return;
    files += 1;
    if (files > 1) throw conflict("压缩包中有多个文件，请每个压缩包只放一个报告");
    file.ondata = (error, piece, last) => {
      if (error) throw error;
      pieces.push(piece);
      whole = last;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const breathe = breather();
  for await (const part of parts)
    for (let at = 0; at < part.length; at += STEP) {
      try {
        unzip.push(part.subarray(at, at + STEP));
      } catch (error) {
        throw error instanceof Refusal ? error : conflict(DAMAGED);
      }
      const now = pieces;
      pieces = [];
      yield* now;
      await breathe();
    }
  if (!files) throw conflict("压缩包中没有文件");
  if (!whole) throw conflict(DAMAGED);
}

/** The first sheet of a workbook as tab-separated text in UTF-8. */
async function* sheetText(parts: ByteStream): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    held.push(part);
    size += part.length;
    if (size > MOST_SHEET) throw conflict(`xlsx文件超过${MOST_SHEET / MB}MB，请上传平台下载的txt原文件`);
  }
  let sheet: string | undefined;
  let line: number | undefined;
  let count = 0;
  for await (const piece of readBook(Buffer.concat(held), /./)) {
    if (!("rows" in piece)) continue;
    sheet ??= piece.name;
    if (piece.name !== sheet) return;
    count += piece.rows.length;
    if (count > BOOK_LIMITS.mostRows) throw conflict(`xlsx超过${BOOK_LIMITS.mostRows}行，请上传平台下载的txt原文件`);
    let text = "";
    for (const [at, cells] of piece.rows) {
      // Blank rows between others stay, so that what is wrong is found in the line that is named.
      if (line !== undefined) text += "\n".repeat(at - line);
      text += cells.map((cell) => cellText(cell).replaceAll(/\s+/g, " ")).join("\t");
      line = at;
    }
    yield Buffer.from(line === undefined ? "" : text);
  }
}

async function* gunzipped(parts: ByteStream): AsyncGenerator<Uint8Array> {
  const text = createGunzip();
  // What goes wrong before it is thrown where it is read.
  pipeline(Readable.from(parts), text, () => {});
  try {
    yield* text;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw conflict(DAMAGED);
    throw error;
  }
}

/** Bytes by which kinds of files are told apart: the head of an archive with the name of its first part. */
const HEAD = 256;

/** What a file is, by its first bytes and never by its name. @throws Refusal 409 for a sealed archive */
function openerOf(head: Buffer): (parts: ByteStream) => ByteStream {
  if (head[0] === 0x1f && head[1] === 0x8b) return gunzipped;
  if (head.toString("latin1", 0, 4) !== "PK\x03\x04" || head.length < 30) return (parts) => parts;
  if (head.readUInt16LE(6) & 1) throw conflict("压缩包已加密，请取消密码后上传");
  const name = head.toString("latin1", 30, 30 + head.readUInt16LE(26));
  return OF_WORKBOOK.test(name) ? sheetText : unzipped;
}

/**
 * A report's text in bytes: of an archive (gz, zip) its only file, of a workbook (xlsx) its first sheet.
 * @throws Refusal 409 or 400 for a file that is damaged, sealed, or too large unpacked
 */
export async function* unpacked(open: OpenReport): AsyncGenerator<Uint8Array> {
  const parts = (await open())[Symbol.asyncIterator]();
  try {
    let head = Buffer.alloc(0);
    while (head.length < HEAD) {
      const next = await parts.next();
      if (next.done) break;
      head = Buffer.concat([head, next.value]);
    }
    async function* again() {
      yield head;
      for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value;
    }
    let size = 0;
    for await (const chunk of openerOf(head)(again())) {
      size += chunk.length;
      if (size > MOST_BYTES) throw conflict(`报告解压后超过${MOST_BYTES / MB}MB`);
      for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
    }
  } finally {
    // Who wants the first line alone leaves no file open.
    await parts.return?.();
  }
}
