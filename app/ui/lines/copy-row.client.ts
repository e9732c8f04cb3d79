import { type CellRow, columnsOf, controlIn, textIn } from "./cells.client";
import { addRow } from "./rows.client";

/** A row once more below itself, as a new one: what names it or its source does not come along. */
export function copyRow(sheet: HTMLElement, row: CellRow): CellRow | null {
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
