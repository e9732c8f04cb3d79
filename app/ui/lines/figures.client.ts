import { addDecimals, type Decimal, decimalText, parseDecimal, roundDecimal } from "~/text/decimal";
import { holds, told, type WorkKnown, worked } from "~/text/works";
import { type CellColumn, type CellRow, columnsOf, controlIn, rowsOf, sheetOf } from "./cells.client";
import { clearMark, mark } from "./marks.client";

/** Milliseconds of one piece of work: a frame has time for it on a slow machine too. */
export const SLICE = 6;

const UNKNOWN = "—";

/** What the rows have in the columns that add up. */
const read = new WeakMap<CellRow, (Decimal | null)[]>();

/** A figure as the server shows it: amounts and counts with commas between thousands. */
const shown = ({ kind }: CellColumn, value: string): string =>
  kind === "money" || kind === "int" ? value.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ",")) : value;

/** A figure that stands in a cell; what is known of a reference is written there as text alone. */
const figureIn = (cell?: HTMLElement): string | undefined =>
  cell?.dataset.from === undefined ? cell?.dataset.v : cell.textContent?.replaceAll(",", "");

/** The numbers of a row as they stand there now. */
function knownOf(columns: readonly CellColumn[], row: CellRow): WorkKnown {
  return (name) => {
    const cell = row.cells[columns.find((c) => c.name === name)?.at ?? -1];
    if (!cell) return row.querySelector<HTMLInputElement>(`[name$=".${name}"]`)?.value;
    return controlIn(cell)?.value ?? figureIn(cell);
  };
}

/** Works out a row anew: its amounts and what is pointed at. */
export function refigure(row: CellRow): void {
  const sheet = sheetOf(row);
  if (!sheet) return;
  read.delete(row);
  const columns = columnsOf(sheet);
  const known = knownOf(columns, row);
  for (const column of columns) {
    const cell = row.cells[column.at];
    if (!cell) continue;
    if (column.works && !controlIn(cell)) {
      const value = worked(column.works, known, column.scale);
      if (value === null) delete cell.dataset.v;
      else cell.dataset.v = value;
      cell.textContent = value === null ? UNKNOWN : shown(column, value);
    }
    if (!column.warns.length) continue;
    const broken = column.warns.find(({ unless }) => !holds(unless, known));
    if (broken) mark(cell, told(broken.says, known), "odd");
    else clearMark(cell, "odd");
  }
}

const addsOf = (sheet: Element) => columnsOf(sheet).filter((c) => c.adds);

function readRow(adds: readonly CellColumn[], row: CellRow): (Decimal | null)[] {
  const have = read.get(row);
  if (have) return have;
  const values = adds.map(({ at }) => {
    const cell = row.cells[at];
    return parseDecimal(controlIn(cell)?.value || figureIn(cell));
  });
  read.set(row, values);
  return values;
}

/** Writes what the rows come to; nothing where no row has a figure. */
function sum(sheet: HTMLElement): void {
  const foot = sheet.querySelector("tfoot")?.rows[0];
  const adds = addsOf(sheet);
  if (!foot || !adds.length) return;
  const rows = [...rowsOf(sheet)].map((row) => readRow(adds, row));
  for (const [i, column] of adds.entries()) {
    const values = rows.flatMap((row) => row[i] ?? []);
    const total = values.length && roundDecimal(decimalText(values.reduce((a, b) => addDecimals(a, b))), column.scale);
    const cell = foot.cells[column.at];
    const text = total ? shown(column, total) : UNKNOWN;
    if (cell && cell.textContent !== text) cell.textContent = text;
  }
}

const waiting = new WeakSet<HTMLElement>();

/** Adds up again before the next frame, once for all that changes until then. */
export function resum(sheet: HTMLElement): void {
  if (waiting.has(sheet)) return;
  waiting.add(sheet);
  requestAnimationFrame(() => {
    waiting.delete(sheet);
    sum(sheet);
  });
}

/** Does something with every row, in pieces. */
export async function eachRow(sheet: HTMLElement, run: (row: CellRow) => void): Promise<void> {
  let start = performance.now();
  for (const row of [...rowsOf(sheet)]) {
    if (performance.now() - start > SLICE) {
      await new Promise((done) => setTimeout(done));
      start = performance.now();
    }
    if (row.isConnected) run(row);
  }
}

/** As long as a sheet is not moved sideways, none of its cells has to stay while others move. */
function rest(sheet: HTMLElement): void {
  const moved = () => sheet.toggleAttribute("data-rests", sheet.scrollLeft === 0);
  moved();
  sheet.addEventListener("scroll", moved, { passive: true });
}

/** Reads the figures ahead, so that the first key does not wait for all rows. */
export const warm = (sheet: HTMLElement): Promise<void> => {
  rest(sheet);
  const adds = addsOf(sheet);
  return eachRow(sheet, (row) => void readRow(adds, row));
};
