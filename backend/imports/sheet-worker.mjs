// Reads the first sheet of an xlsx file in a thread of its own: its parts are parsed whole, which would
// keep everybody else waiting, and a thread's memory can be limited.
import { parentPort, workerData } from "node:worker_threads";
import { streamXlsxRows } from "hucre/xlsx";

const { bytes, mostRows, mostColumns, mostText, mostChars } = workerData;

/** Cells that one message brings: receiving it takes a few milliseconds. */
const CELLS = 2000;

let rows = [];
let cells = 0;
function tell(done) {
  parentPort.postMessage({ rows, done });
  rows = [];
  cells = 0;
}

const isBlank = (value) => value === null || (typeof value === "string" && value.trim() === "");
const cut = (value) => (typeof value === "string" ? value.slice(0, mostText) : value);

/** Work that is done for a file: cells up to the last one of each row, blank rows too. */
const MOST_WORK = 5_000_000;
const ROW = 4;

/** Stops one row or column behind the limit: whoever gets the rows sees that there are more. */
async function read() {
  let count = 0;
  let chars = 0;
  let work = 0;
  for await (const { index, values } of streamXlsxRows(bytes)) {
    work += values.length + ROW;
    if (work > MOST_WORK) return "large";
    let width = values.length;
    while (width && isBlank(values[width - 1])) width--;
    if (!width) continue;
    const row = values.slice(0, mostColumns).map(cut);
    // Of too many columns the last stands for all of them.
    if (width > mostColumns) row.push(cut(values[width - 1]));
    rows.push([index + 1, row]);
    // Many cells may name one long text of the file.
    for (const value of row) if (typeof value === "string") chars += value.length;
    if (chars > mostChars) return "large";
    if (width > mostColumns || ++count > mostRows) return "end";
    cells += row.length;
    if (cells >= CELLS) tell();
  }
  return "end";
}

tell(await read());
