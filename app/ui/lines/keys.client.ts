import { type Cell, cellOf, columnsOf, controlIn, enter, rowOf } from "./cells.client";

/** The next cell that is typed into, in reading order over the rows; `whole` leaves the row out. */
function beside(sheet: Element, cell: Cell, step: 1 | -1, whole = false): Element | null {
  const columns = columnsOf(sheet);
  let row: Element | null = rowOf(cell);
  let at = whole ? columns.length : columns.findIndex((c) => c.at === cell.cellIndex) + step;
  while (row) {
    for (; at >= 0 && at < columns.length; at += step) {
      const next = row.children[columns[at]?.at ?? -1];
      if (controlIn(next)) return next ?? null;
    }
    row = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    at = step > 0 ? 0 : columns.length - 1;
  }
  return null;
}

/** The same column of the row before or behind. */
const across = (cell: Cell, step: 1 | -1): Element | undefined => {
  const row = rowOf(cell);
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  return next?.children[cell.cellIndex];
};

/** The same, past rows in which nothing can be typed there. */
function acrossOpen(cell: Cell, step: 1 | -1): Element | undefined {
  let next = across(cell, step);
  while (next && !controlIn(next)) next = next instanceof HTMLTableCellElement ? across(next, step) : undefined;
  return next;
}

/** The caret stands at this end of what is typed, or all of it is chosen. */
function atEnd(control: Element, step: 1 | -1): boolean {
  if (!(control instanceof HTMLInputElement) || control.selectionStart === null) return false;
  const { selectionStart: from, selectionEnd: to, value } = control;
  if (from === 0 && to === value.length) return true;
  return from === to && from === (step > 0 ? value.length : 0);
}

const isText = (control: Element) =>
  control instanceof HTMLInputElement && /^(text|search|tel|url|email)$/.test(control.type);

/**
 * Moves among the cells of a sheet. Answers whether the key was one of its own. A list that is open
 * below a field keeps its keys but for Ctrl+Enter, and so does whoever is writing with an input method.
 */
export function moveBy(event: KeyboardEvent, sheet: HTMLElement, control: Element): boolean {
  const cell = cellOf(control);
  if (!cell || event.isComposing) return false;
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const leaves = key === "Enter" && (ctrlKey || metaKey);
  if (control.ariaExpanded === "true" && !leaves) return false;
  if (key === "Enter") {
    if (altKey || (control instanceof HTMLTextAreaElement && !ctrlKey)) return false;
    if (control.matches("summary, [type=file]")) return false;
    // Rows of a list are changed column by column.
    if (!leaves && sheet.dataset.lines === "down") enter(acrossOpen(cell, shiftKey ? -1 : 1));
    else enter(leaves ? beside(sheet, cell, 1, true) : beside(sheet, cell, shiftKey ? -1 : 1));
    return true;
  }
  if (ctrlKey || metaKey || altKey || shiftKey || !isText(control)) return false;
  if (key === "ArrowDown") return enter(acrossOpen(cell, 1));
  if (key === "ArrowUp") return enter(acrossOpen(cell, -1));
  if (key === "ArrowRight") return atEnd(control, 1) && enter(beside(sheet, cell, 1));
  if (key === "ArrowLeft") return atEnd(control, -1) && enter(beside(sheet, cell, -1));
  return false;
}
