import { invalid } from "#backend/platform/http";
import { piecesOf, Unread } from "#backend/platform/threads/thread";
import { isTooLarge } from "./sheet";

/** What is read of a workbook (company.md 1.3). */
export const BOOK_LIMITS = { mostRows: 120_000, mostAll: 300_000, mostColumns: 200, mostText: 32_767 };

const MB = 1024 * 1024;
export const MOST_BOOK_MB = 50;
const MOST_UNPACKED = 1024 * MB;
/** Unpacked to more than this many times its size nothing is that people typed. */
const MOST_RATIO = 100;
/** Below this no ratio is asked about: a short table of equal rows packs well. */
const SMALL = 8 * MB;
const MOST_OF_PART = 256 * MB;
/** Bytes of the end of a directory, with the longest comment. */
const MOST_END = 66 * 1024;
const UNREADABLE = "文件无法读取，请另存为xlsx后再上传";

const PROGRAM = { program: "backend/engine/imports/book-program.mjs", memoryMb: 384, deadlineMs: 60_000 };

/** One thing that the thread tells: all names, or some rows of a table, with the last its merged cells. */
type BookPiece =
  | { names: string[] }
  | { name: string; rows: [at: number, values: readonly unknown[]][]; merged?: string[] };

/** The beginning of a file that Office has encrypted, or of one of before 2007. */
const OLE = "d0cf11e0a1b11ae1";

const ENCRYPTED = "文件已加密，请取消密码后上传";

/** Parts of an archive as its directory names them. */
function* partsIn(bytes: Buffer): Generator<{ name: string; sealed: boolean }> {
  for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 4)) {
    if (at + 46 > bytes.length) continue;
    const name = bytes.toString("latin1", at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    yield { name, sealed: (bytes.readUInt16LE(at + 8) & 1) === 1 };
  }
}

/**
 * Refuses what is no workbook, before anything of it is unpacked.
 * @throws Refusal 400 for another kind of file, an encrypted or too large one, and one with macros
 */
export function requireBook(bytes: Buffer): void {
  if (bytes.subarray(0, 8).toString("hex") === OLE) throw invalid(ENCRYPTED);
  if (bytes.subarray(0, 4).toString("latin1") !== "PK\x03\x04") throw invalid("请上传xlsx文件，或由csv文件组成的zip");
  // The directory of an archive is its end: one without it was cut off.
  if (bytes.lastIndexOf("PK\x05\x06") < Math.max(0, bytes.length - MOST_END)) throw invalid(UNREADABLE);
  for (const { sealed, name } of partsIn(bytes)) {
    if (sealed) throw invalid(ENCRYPTED);
    if (/(^|\/)vbaProject\.bin$/i.test(name)) throw invalid("文件含有宏，请另存为xlsx后上传");
  }
  const most = Math.min(MOST_UNPACKED, Math.max(SMALL, bytes.length * MOST_RATIO));
  if (isTooLarge(bytes, most, MOST_OF_PART)) throw invalid("文件内容过大，请拆分后导入");
}

/**
 * Tables of a workbook as they are read; memory holds a few rows at a time.
 * @param wanted what names of tables begin with that are read
 * @throws Refusal 400 for what cannot be read
 */
export async function* readBook(bytes: Buffer, wanted: RegExp): AsyncGenerator<BookPiece> {
  requireBook(bytes);
  try {
    yield* piecesOf<object, BookPiece>(PROGRAM, { bytes, wanted: wanted.source, ...BOOK_LIMITS });
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    throw invalid(error.why === "fault" ? UNREADABLE : "文件内容过大，请拆分后导入");
  }
}
