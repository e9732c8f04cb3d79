// Reads the tables of a workbook, or of a zip of csv files, in a thread of its own, a few rows at a time.
import { unzipSync } from "fflate";
import { streamCsvRows } from "hucre/csv";
import { serveTurns } from "../../platform/threads/serve.mjs";
import { attribute, dateStyles, rowsIn, sharedTexts, wholeText } from "./book-parts.mjs";

/** Cells of one message. */
const CELLS = 4000;
/** What follows the rows of a sheet is kept up to here to find merged cells. */
const MOST_TAIL = 1024 * 1024;

const isBlank = (value) => value === null || (typeof value === "string" && value.trim() === "");

/** Without blank cells at the end; of too many columns one more than are let through. */
function bounded(values, { mostColumns, mostText }) {
  let width = values.length;
  while (width && isBlank(values[width - 1])) width--;
  return values
    .slice(0, Math.min(width, mostColumns + 1))
    .map((value) => (typeof value === "string" ? value.slice(0, mostText) : value));
}

/** Names of the sheets in their order, each with the part that holds it. */
function sheetsIn(bytes) {
  const book = wholeText(bytes, "xl/workbook.xml").replace(/<(\/?)\w+:(?=\w)/g, "<$1");
  const targets = new Map(
    [...wholeText(bytes, "xl/_rels/workbook.xml.rels").matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, "Id"),
      attribute(tag, "Target").replace(/^\/?(xl\/)?/, "xl/"),
    ]),
  );
  const sheets = [...book.matchAll(/<sheet\s[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, "name"),
    part: targets.get(attribute(tag, "r:id")) ?? "",
  }));
  return { sheets, from1904: /\sdate1904="(1|true)"/.test(book) };
}

/** Excel writes csv in the code page of Chinese Windows, everything else in UTF-8. */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

const merged = (tail) => [...tail.matchAll(/<mergeCell\s[^>]*>/g)].map(([tag]) => attribute(tag, "ref"));

/** Tables of the file: name, rows, and after them the ranges that are merged. */
function tablesIn(bytes) {
  const { sheets, from1904 } = sheetsIn(bytes);
  if (sheets.length) {
    let book;
    const open = () => {
      book ??= { shared: sharedTexts(bytes), dates: dateStyles(bytes), from1904 };
      return book;
    };
    return sheets.map(({ name, part }) => {
      let tail = "";
      const keep = (text) => {
        tail = text.slice(0, MOST_TAIL);
      };
      return { name, merged: () => merged(tail), rows: () => rowsIn(bytes, part, open(), keep) };
    });
  }
  const files = unzipSync(bytes, { filter: ({ name }) => /\.csv$/i.test(name) && !name.startsWith("__MACOSX") });
  return Object.entries(files).map(([path, content]) => ({
    name: path.split("/").pop().slice(0, -4),
    merged: () => [],
    *rows() {
      let at = 0;
      for (const row of streamCsvRows(decode(content))) yield [++at, row];
    },
  }));
}

/** First the names of all tables; then of each that is wanted its rows, and its merged cells. */
serveTurns(async function* ({ bytes, wanted, mostRows, ...widths }) {
  const tables = tablesIn(bytes);
  yield { names: tables.map(({ name }) => name) };
  for (const { name, merged, rows: read } of tables) {
    if (!new RegExp(wanted).test(name)) continue;
    yield { name, rows: [] };
    let rows = [];
    let cells = 0;
    let count = 0;
    for (const [at, values] of read()) {
      const row = bounded(values, widths);
      if (!row.length) continue;
      rows.push([at, row]);
      cells += row.length;
      if (++count > mostRows + 1) break;
      if (cells < CELLS) continue;
      yield { name, rows };
      rows = [];
      cells = 0;
    }
    yield { name, rows, merged: merged() };
  }
});
