// Reads the first sheet of an xlsx file, or a csv file, in a thread of its own: its parts are parsed whole,
// which would keep everybody else waiting, and a thread's memory can be limited.
import { streamCsvRows } from "hucre/csv";
import { streamXlsxRows } from "hucre/xlsx";
import { serve } from "../../platform/threads/serve.mjs";

/** Cells that one message brings: receiving it takes a few milliseconds. */
const CELLS = 2000;

const isBlank = (value) => value === null || (typeof value === "string" && value.trim() === "");
const cut = (value, most) => (typeof value === "string" ? value.slice(0, most) : value);

/** Work that is done for a file: cells up to the last one of each row, blank rows too. */
const MOST_WORK = 5_000_000;
const ROW = 4;

/** Cells up to the last one that is not blank; of too many the last stands for all of them. */
function bounded(values, { mostColumns, mostText }) {
  let width = values.length;
  while (width && isBlank(values[width - 1])) width--;
  const row = values.slice(0, Math.min(width, mostColumns)).map((value) => cut(value, mostText));
  if (width > mostColumns) row.push(cut(values[width - 1], mostText));
  return row;
}

/** Stops one row or column behind the limit: whoever gets the rows sees that there are more. */
async function* sheetRows({ bytes, mostRows, mostChars, ...widths }) {
  let count = 0;
  let chars = 0;
  let work = 0;
  for await (const { index, values } of streamXlsxRows(bytes)) {
    work += values.length + ROW;
    if (work > MOST_WORK) return yield "large";
    const row = bounded(values, widths);
    if (!row.length) continue;
    // Many cells may name one long text of the file.
    for (const value of row) if (typeof value === "string") chars += value.length;
    if (chars > mostChars) return yield "large";
    yield [index + 1, row];
    if (row.length > widths.mostColumns || ++count > mostRows) return;
  }
}

/** Excel writes csv in the code page of Chinese Windows, everything else in UTF-8. */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/** Bytes of a line of text: more than a row of 200 short cells has. */
const MOST_LINE = 256 * 1024;

/** Whether no line takes the parser long, which reads one without a break. */
function linesFit(bytes) {
  let begin = 0;
  while (begin < bytes.length) {
    const end = bytes.indexOf(10, begin);
    if ((end < 0 ? bytes.length : end) - begin > MOST_LINE) return false;
    if (end < 0) return true;
    begin = end + 1;
  }
  return true;
}

function* textRows({ bytes, mostRows, ...widths }) {
  if (!linesFit(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) return yield "line";
  let at = 0;
  for (const row of streamCsvRows(decode(bytes))) {
    yield [++at, bounded(row, widths)];
    // Blank ones count too.
    if (at > mostRows * 4) return yield "rows";
  }
}

serve(async function* ({ kind, ...file }) {
  let rows = [];
  let cells = 0;
  for await (const found of kind === "sheet" ? sheetRows(file) : textRows(file)) {
    if (typeof found === "string") return yield { rows, stop: found };
    rows.push(found);
    cells += found[1].length;
    if (cells < CELLS) continue;
    yield { rows };
    rows = [];
    cells = 0;
  }
  yield { rows };
});
