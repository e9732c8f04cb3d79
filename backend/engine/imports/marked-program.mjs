// Gives a workbook back with what is wrong with it: red cells with comments, and a table of all of it.
import { openXlsx, saveXlsx } from "hucre/xlsx";
import { serve } from "../../platform/threads/serve.mjs";

const RED = { type: "pattern", pattern: "solid", fgColor: { rgb: "FFFFC7CE" } };
/** Comments of this many cells; the table has all. */
const MOST_COMMENTS = 2000;

/** Cells of a sheet by their sentences, joined where several are said of one. */
function byCell(faults) {
  const cells = new Map();
  for (const { at, place, msg } of faults) {
    const key = `${at - 1},${place}`;
    cells.set(key, cells.has(key) ? `${cells.get(key)}\n${msg}` : msg);
  }
  return cells;
}

serve(async function* ({ bytes, faults, table }) {
  const book = await openXlsx(bytes);
  for (const sheet of book.sheets) {
    const own = faults.filter((f) => f.name === sheet.name);
    if (!own.length) continue;
    sheet.cells ??= new Map();
    let count = 0;
    for (const [key, msg] of byCell(own)) {
      const [row, column] = key.split(",").map(Number);
      const known = sheet.cells.get(key) ?? { value: sheet.rows[row]?.[column] ?? null };
      while (sheet.rows.length <= row) sheet.rows.push([]);
      sheet.cells.set(key, {
        ...known,
        style: { ...known.style, fill: RED },
        ...(count++ < MOST_COMMENTS && { comment: { text: msg, author: "ERP" } }),
      });
    }
  }
  book.sheets = book.sheets.filter(({ name }) => name !== table.name);
  book.sheets.push(table);
  yield Buffer.from(await saveXlsx(book));
});
