import { Worker } from "node:worker_threads";
import { invalid } from "../http/refusal";

type SheetRow = [at: number, values: readonly unknown[]];

/** What the thread tells: some rows; `done` when it reads no further. */
interface Told {
  rows: SheetRow[];
  done?: "end" | "large";
}

/** The most that is read of a sheet. */
export interface Limits {
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

const TOO_LARGE = "文件内容过大，请减少行列或另存为csv后再上传";
const UNREADABLE = "文件无法读取，请另存为xlsx或csv后再上传";

const SHEET = /^xl\/worksheets\/[\w.]+$/;
const MEDIA = /^xl\/media\//;

/**
 * Whether an archive says in its directory that it unpacks to more than is read, or leaves that open:
 * no spreadsheet program does, and the reader would find out by unpacking.
 */
function isTooLarge(bytes: Buffer): boolean {
  let sum = 0;
  for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 4)) {
    if (at + 46 > bytes.length) continue;
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const streamed = (bytes.readUInt16LE(at + 8) & 8) !== 0;
    const name = bytes.toString("latin1", at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    // An empty entry is packed to two bytes.
    if (packed === 0 ? streamed : unpacked === 0 && packed > 2) return true;
    if (unpacked > MOST_OF_PART && !SHEET.test(name) && !MEDIA.test(name)) return true;
    sum += unpacked;
  }
  return sum > MOST_UNPACKED;
}

/** One file at a time: memory stays what one of them may take. */
let turn: Promise<unknown> = Promise.resolve();

const start = (bytes: Buffer, limits: Limits) =>
  new Worker("./backend/imports/sheet-worker.mjs", {
    workerData: { bytes, ...limits, mostChars: MOST_CHARS },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    // Refusals are told here; the thread has nothing to say.
    stderr: true,
    stdout: true,
  });

function readIn(worker: Worker): Promise<Told[]> {
  return new Promise((resolve, reject) => {
    const told: Told[] = [];
    const timer = setTimeout(() => reject(invalid(TOO_LARGE)), DEADLINE_MS);
    worker.on("message", (message: Told) => {
      told.push(message);
      if (message.done) resolve(told);
    });
    worker.on("error", (error: NodeJS.ErrnoException) =>
      reject(invalid(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? TOO_LARGE : UNREADABLE)),
    );
    worker.on("exit", () => {
      clearTimeout(timer);
      reject(invalid(UNREADABLE));
    });
  });
}

async function readAlone(bytes: Buffer, limits: Limits): Promise<Told[]> {
  const worker = start(bytes, limits);
  try {
    return await readIn(worker);
  } finally {
    await worker.terminate();
  }
}

/**
 * Rows of the first sheet of an xlsx file, without blank ones, read in a thread of its own; one more than
 * the limits allow where there are more.
 * @throws Refusal 400 for what is no spreadsheet, or too large a one
 */
export async function* sheetRows(bytes: Buffer, limits: Limits): AsyncGenerator<SheetRow> {
  if (isTooLarge(bytes)) throw invalid(TOO_LARGE);
  const read = turn.then(() => readAlone(bytes, limits));
  turn = read.catch(() => {});
  for (const { rows, done } of await read) {
    yield* rows;
    if (done === "large") throw invalid(TOO_LARGE);
  }
}
