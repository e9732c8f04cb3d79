// Reads the tables of a workbook, or of a zip of csv files, in a thread of its own, a few rows at a time.
import { strFromU8, Unzip, UnzipInflate, unzipSync } from "fflate";
import { streamCsvRows } from "hucre/csv";
import { streamXlsxRows } from "hucre/xlsx";
import { serveTurns } from "../../platform/threads/serve.mjs";

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

const unescaped = (text) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name]);

const attribute = (tag, name) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** Names of the sheets in their order, each with the part that holds it. */
function sheetsIn(bytes) {
  const wanted = new Set(["xl/workbook.xml", "xl/_rels/workbook.xml.rels"]);
  const parts = unzipSync(bytes, { filter: ({ name }) => wanted.has(name) });
  const text = (name) => (parts[name] ? strFromU8(parts[name]) : "");
  const targets = new Map(
    [...text("xl/_rels/workbook.xml.rels").matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, "Id"),
      attribute(tag, "Target").replace(/^\/?(xl\/)?/, "xl/"),
    ]),
  );
  return [...text("xl/workbook.xml").matchAll(/<sheet\s[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, "name"),
    part: targets.get(attribute(tag, "r:id")) ?? "",
  }));
}

/** What stands behind the rows of a part: ranges that are merged. */
function mergedIn(bytes, part) {
  const decoder = new TextDecoder();
  let tail = "";
  let behind = false;
  const unzip = new Unzip((file) => {
    if (file.name !== part) return;
    file.ondata = (error, chunk) => {
      if (error) throw error;
      const text = tail + decoder.decode(chunk, { stream: true });
      const at = behind ? 0 : text.indexOf("</sheetData>");
      if (at >= 0) behind = true;
      tail = at >= 0 ? text.slice(at, at + MOST_TAIL) : text.slice(-12);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const STEP = 1024 * 1024;
  for (let at = 0; at < bytes.length; at += STEP) unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
  return behind ? [...tail.matchAll(/<mergeCell\s[^>]*>/g)].map(([tag]) => attribute(tag, "ref")) : [];
}

/** Excel writes csv in the code page of Chinese Windows, everything else in UTF-8. */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/** Tables of the file: name, rows, merged ranges. */
function tablesIn(bytes) {
  const sheets = sheetsIn(bytes);
  if (sheets.length)
    return sheets.map(({ name, part }) => ({
      name,
      merged: () => mergedIn(bytes, part),
      async *rows() {
        for await (const { index, values } of streamXlsxRows(bytes, { sheet: name })) yield [index + 1, values];
      },
    }));
  const files = unzipSync(bytes, { filter: ({ name }) => /\.csv$/i.test(name) && !name.startsWith("__MACOSX") });
  return Object.entries(files).map(([path, content]) => ({
    name: path.split("/").pop().slice(0, -4),
    merged: () => [],
    async *rows() {
      let at = 0;
      for (const row of streamCsvRows(decode(content))) yield [++at, row];
    },
  }));
}

/** First the names of all tables; then of each that is wanted its merged cells and its rows. */
serveTurns(async function* ({ bytes, wanted, mostRows, ...widths }) {
  const tables = tablesIn(bytes);
  yield { names: tables.map(({ name }) => name) };
  for (const { name, merged, rows: read } of tables) {
    if (!new RegExp(wanted).test(name)) continue;
    yield { name, merged: merged() };
    let rows = [];
    let cells = 0;
    let count = 0;
    for await (const [at, values] of read()) {
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
    if (rows.length) yield { name, rows };
  }
});
