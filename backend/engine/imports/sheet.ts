import { invalid } from "#backend/platform/http";
import { threadOf, Unread } from "#backend/platform/threads/thread";

type SheetRow = [at: number, values: readonly unknown[]];

/** What the thread tells: some rows; `stop` when it reads no further, and why. */
interface SheetTold {
  rows: SheetRow[];
  stop?: keyof typeof STOPS;
}

/** The most that is read of a sheet. */
export interface SheetLimits {
  mostRows: number;
  mostColumns: number;
  /** Characters of one cell. */
  mostText: number;
}

/** Bytes of everything in the archive, and of a part that is read into memory whole: all but sheets. */
const MOST_UNPACKED = 48 * 1024 * 1024;
const MOST_OF_PART = 4 * 1024 * 1024;
/** Characters of all cells together. */
const MOST_CHARS = 8 * 1024 * 1024;
const MOST_MEMORY_MB = 320;
/** Of the clock, not of work: what the limits above let through takes a second or two of a free machine. */
const DEADLINE_MS = 60_000;

export const MOST_ROWS = 5000;

const TOO_LARGE = "文件内容过大，请减少行列或另存为csv后再上传";
const UNREADABLE = "文件无法读取，请另存为xlsx或csv后再上传";

const STOPS = { large: TOO_LARGE, line: "文件的一行内容过长", rows: `一次最多导入${MOST_ROWS}行` };

const SHEET = /^xl\/worksheets\/[\w.]+$/;
const MEDIA = /^xl\/media\//;

/**
 * Whether an archive says in its directory that it unpacks to more than is read, or leaves that open:
 * no spreadsheet program does, and the reader would find out by unpacking.
 */
export function isTooLarge(bytes: Buffer, mostUnpacked = MOST_UNPACKED, mostOfPart = MOST_OF_PART): boolean {
  let sum = 0;
  for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 4)) {
    if (at + 46 > bytes.length) continue;
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const streamed = (bytes.readUInt16LE(at + 8) & 8) !== 0;
    const name = bytes.toString("latin1", at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    // An empty entry is packed to two bytes.
    if (packed === 0 ? streamed : unpacked === 0 && packed > 2) return true;
    if (unpacked > mostOfPart && !SHEET.test(name) && !MEDIA.test(name)) return true;
    sum += unpacked;
  }
  return sum > mostUnpacked;
}

const ask = threadOf<object, SheetTold>({
  program: "backend/engine/imports/sheet-program.mjs",
  memoryMb: MOST_MEMORY_MB,
  deadlineMs: DEADLINE_MS,
});

/**
 * Rows of the first sheet of an xlsx file without blank ones, or of a csv file with them, read in a thread
 * of its own; one more than the limits allow where there are more.
 * @throws Refusal 400 for what is no such file, or too large a one
 */
export async function* fileRows(kind: "sheet" | "text", bytes: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow> {
  if (kind === "sheet" && isTooLarge(bytes)) throw invalid(TOO_LARGE);
  const told = await ask({ kind, bytes, ...limits, mostChars: MOST_CHARS }).catch((error) => {
    if (!(error instanceof Unread)) throw error;
    throw invalid(error.why === "fault" ? UNREADABLE : TOO_LARGE);
  });
  for (const { rows, stop } of told) {
    yield* rows;
    if (stop) throw invalid(STOPS[stop]);
  }
}
