import { type CellRow, isBlank, mostRows, rowsOf } from "./cells.client";

/** Rows that get their new numbers at once; those behind follow when there is time. */
const AT_ONCE = 40;

const templateOf = (sheet: Element) => sheet.querySelector("template");
export const isFree = (sheet: Element): boolean => templateOf(sheet) !== null;

/** Says anew which row each is, from the one at `from` on. */
export function renumber(sheet: HTMLElement, from = 0): void {
  const rows = [...rowsOf(sheet)];
  let n = from;
  for (const row of rows.slice(from, from + AT_ONCE)) {
    n++;
    const number = row.cells[0]?.firstElementChild;
    if (number?.textContent === String(n)) continue;
    if (number) number.textContent = String(n);
    for (const named of row.querySelectorAll("[aria-label]"))
      named.ariaLabel = named.ariaLabel?.replace(/第\d+行/, `第${n}行`) ?? null;
  }
  if (n < rows.length) setTimeout(() => sheet.isConnected && renumber(sheet, n));
}

/** The number in the names of a row's inputs: its own for as long as it stands there. */
export const indexOf = (row: CellRow): string =>
  /\[(\d+)\]/.exec(row.querySelector("[name]")?.getAttribute("name") ?? "")?.[1] ?? "";

/** A number that no row had yet; the server counts its own from 0. */
function nextIndex(sheet: HTMLElement): number {
  const next = Number(sheet.dataset.next ?? rowsOf(sheet).length);
  sheet.dataset.next = String(next + 1);
  return next;
}

/** Puts an empty row behind another one, or at the end. */
export function addRow(sheet: HTMLElement, behind?: CellRow, index?: string): CellRow | null {
  const rows = rowsOf(sheet);
  const template = templateOf(sheet);
  if (!template || rows.length >= mostRows(sheet)) return null;
  const at = behind ? behind.sectionRowIndex + 1 : rows.length;
  const html = template.innerHTML.replaceAll("~i", index ?? String(nextIndex(sheet))).replaceAll("~n", String(at + 1));
  if (behind) behind.insertAdjacentHTML("afterend", html);
  else sheet.querySelector("tbody")!.insertAdjacentHTML("beforeend", html);
  const row = rows[at] ?? null;
  if (behind) renumber(sheet, at + 1);
  return row;
}

/** The last row is always an empty one, if there is room. */
export function keepOpen(sheet: HTMLElement): void {
  const rows = rowsOf(sheet);
  const last = rows[rows.length - 1];
  if (!last || !isBlank(sheet, last)) addRow(sheet);
}

export function removeRow(sheet: HTMLElement, row: CellRow): void {
  const at = row.sectionRowIndex;
  row.remove();
  keepOpen(sheet);
  renumber(sheet, at);
}

/** Writes down which rows there are in which order, unless they are those that the server sent. */
export function keepShape(sheet: HTMLElement): void {
  const rows = [...rowsOf(sheet)];
  const sent = Number(sheet.dataset.rows);
  const indexes = rows.map(indexOf);
  // The empty rows that stand open at the end are nobody's.
  while (Number(indexes.at(-1)) >= sent && isBlank(sheet, rows[indexes.length - 1]!)) indexes.pop();
  if (indexes.length === sent && indexes.every((index, i) => index === String(i))) delete sheet.dataset.shape;
  else sheet.dataset.shape = indexes.join();
}
