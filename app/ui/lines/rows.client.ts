import { columnsOf, controlIn, isBlank, mostRows, type Row, rowsOf, textIn } from "./cells.client";

/** Rows that get their new numbers at once; those behind follow when there is time. */
const AT_ONCE = 40;

const templateOf = (sheet: Element) => sheet.querySelector("template");
export const isFree = (sheet: Element): boolean => templateOf(sheet) !== null;

/** Says anew which row each is, from the one at `from` on. */
export function renumber(sheet: HTMLElement, from = 0): void {
  const rows = rowsOf(sheet);
  const end = Math.min(from + AT_ONCE, rows.length);
  for (let i = from; i < end; i++) {
    const row = rows[i] as Row;
    const number = row.cells[0]?.firstElementChild;
    if (number?.textContent === String(i + 1)) continue;
    if (number) number.textContent = String(i + 1);
    for (const named of row.querySelectorAll("[aria-label]"))
      named.ariaLabel = named.ariaLabel?.replace(/第\d+行/, `第${i + 1}行`) ?? null;
  }
  if (end < rows.length) setTimeout(() => sheet.isConnected && renumber(sheet, end));
}

/** The number in the names of a row's inputs: its own for as long as it stands there. */
export const indexOf = (row: Row): string =>
  /\[(\d+)\]/.exec(row.querySelector("[name]")?.getAttribute("name") ?? "")?.[1] ?? "";

/** A number that no row had yet; the server counts its own from 0. */
function nextIndex(sheet: HTMLElement): number {
  const next = Number(sheet.dataset.next ?? rowsOf(sheet).length);
  sheet.dataset.next = String(next + 1);
  return next;
}

/** Puts an empty row behind another one, or at the end. */
export function addRow(sheet: HTMLElement, behind?: Row, index?: string): Row | null {
  const rows = rowsOf(sheet);
  const template = templateOf(sheet);
  if (!template || rows.length >= mostRows(sheet)) return null;
  const at = behind ? behind.sectionRowIndex + 1 : rows.length;
  const html = template.innerHTML
    .replaceAll("~i", index ?? String(nextIndex(sheet)))
    .replaceAll("~n", String(at + 1));
  if (behind) behind.insertAdjacentHTML("afterend", html);
  else sheet.querySelector("tbody")!.insertAdjacentHTML("beforeend", html);
  const row = rows[at] as Row;
  if (behind) renumber(sheet, at + 1);
  if (row.querySelector(".upload"))
    void import("../upload/upload.client").then((m) =>
      row.querySelectorAll<HTMLElement>(".upload").forEach(m.wakeUpload),
    );
  return row;
}

/** The last row is always an empty one, if there is room. */
export function keepOpen(sheet: HTMLElement): void {
  const rows = rowsOf(sheet);
  const last = rows[rows.length - 1] as Row | undefined;
  if (!last || !isBlank(sheet, last)) addRow(sheet);
}

export function removeRow(sheet: HTMLElement, row: Row): void {
  const at = row.sectionRowIndex;
  row.remove();
  keepOpen(sheet);
  renumber(sheet, at);
}

/** A row once more below itself, as a new one: what names it or its source does not come along. */
export function copyRow(sheet: HTMLElement, row: Row): Row | null {
  const copy = addRow(sheet, row);
  if (!copy) return null;
  for (const { at } of columnsOf(sheet)) {
    const [from, to] = [row.cells[at], copy.cells[at]];
    const [typed, control] = [controlIn(from), controlIn(to)];
    if (!from || !to) continue;
    if (!typed || !control) {
      to.innerHTML = from.innerHTML;
      if (from.dataset.v !== undefined) to.dataset.v = from.dataset.v;
    } else if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
      control.checked = textIn(typed) === "true";
    else if (control.type !== "file") control.value = textIn(typed);
  }
  const facts = copy.querySelectorAll<HTMLInputElement>("[data-c]");
  for (const [i, known] of row.querySelectorAll<HTMLInputElement>("[data-c]").entries())
    if (facts[i]) facts[i].value = known.value;
  copy.classList.remove("blank");
  return copy;
}

const indexesOf = (sheet: Element) => [...rowsOf(sheet)].map((row) => indexOf(row as Row));

/** Writes down which rows there are in which order, unless they are those that the server sent. */
export function keepShape(sheet: HTMLElement): void {
  const rows = [...rowsOf(sheet)] as Row[];
  const sent = Number(sheet.dataset.rows);
  const indexes = rows.map(indexOf);
  // The empty rows that stand open at the end are nobody's.
  while (Number(indexes.at(-1)) >= sent && isBlank(sheet, rows[indexes.length - 1]!)) indexes.pop();
  if (indexes.length === sent && indexes.every((index, i) => index === String(i)))
    delete sheet.dataset.shape;
  else sheet.dataset.shape = indexes.join();
}

/** Makes the rows those of a shape: others go, missing ones come as empty ones. */
export function reshape(sheet: HTMLElement, shape: readonly string[]): void {
  sheet.dataset.next = String(Math.max(-1, ...[...indexesOf(sheet), ...shape].map(Number)) + 1);
  const there = new Map([...rowsOf(sheet)].map((row) => [indexOf(row as Row), row as Row]));
  for (const [index, row] of there) if (!shape.includes(index)) row.remove();
  let last: Row | undefined;
  for (const index of shape) {
    const row = there.get(index);
    if (row && last) last.after(row);
    last = row ?? addRow(sheet, last, index) ?? last;
  }
  renumber(sheet);
}
