import { type CellRow, isBlank, rowsOf } from "./cells.client";
import { eachRow, refigure, resum } from "./figures.client";
import { addRow, indexOf, isFree, keepOpen, keepShape, renumber } from "./rows.client";

const indexesOf = (sheet: Element) => [...rowsOf(sheet)].map((row) => indexOf(row));

/** Makes the rows those of a shape: others go, missing ones come as empty ones. */
function reshape(sheet: HTMLElement, shape: readonly string[]): void {
  sheet.dataset.next = String(Math.max(-1, ...[...indexesOf(sheet), ...shape].map(Number)) + 1);
  const there = new Map([...rowsOf(sheet)].map((row) => [indexOf(row), row]));
  for (const [index, row] of there) if (!shape.includes(index)) row.remove();
  let last: CellRow | undefined;
  for (const index of shape) {
    const row = there.get(index);
    if (row && last) last.after(row);
    last = row ?? addRow(sheet, last, index) ?? last;
  }
  renumber(sheet);
}

/** The rows that are there, without the empty ones at the end. */
export function filledIndexes(sheet: HTMLElement): string[] {
  const rows = [...rowsOf(sheet)];
  while (rows.length && isBlank(sheet, rows.at(-1)!)) rows.pop();
  return rows.map(indexOf);
}

/** Makes the rows those of a draft. */
export function reshapeLines(sheet: HTMLElement, shape: readonly string[]): void {
  reshape(sheet, shape);
  sheet.dataset.shape = shape.join();
}

/** Works out everything anew, after values were put back. */
export async function reworkLines(sheet: HTMLElement): Promise<void> {
  await eachRow(sheet, (row) => {
    row.classList.toggle("blank", isBlank(sheet, row));
    refigure(row);
  });
  if (isFree(sheet)) keepOpen(sheet);
  keepShape(sheet);
  resum(sheet);
}
