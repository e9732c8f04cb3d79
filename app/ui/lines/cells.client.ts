/** What a head says of its column. */
export interface CellColumn {
  at: number;
  name: string;
  kind: string;
  /** What its rows begin with. */
  start: string;
  works?: string;
  scale: number;
  adds: boolean;
  warns: { unless: string; says: string }[];
}

export type Cell = HTMLTableCellElement;
export type CellRow = HTMLTableRowElement;
export type CellControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const SHEET = "[data-lines]";
const CONTROL = "input:not([type=hidden],:disabled),select:not(:disabled),textarea:not(:disabled),summary";

export const sheetOf = (el: Element) => el.closest<HTMLElement>(SHEET);
const bodyOf = (sheet: Element) => sheet.querySelector("tbody")!;
export const rowsOf = (sheet: Element) => bodyOf(sheet).rows;
export const cellOf = (el: Element) => el.closest<Cell>("tbody td");
export const rowOf = (el: Element) => el.closest<CellRow>("tbody tr");
export const controlIn = (cell?: Element | null) => cell?.querySelector<CellControl>(CONTROL) ?? null;
/** Puts the focus into a cell, with what stands there chosen; the head of its sheet stays in view. */
export function enter(cell?: Element | null): boolean {
  const control = controlIn(cell);
  if (!cell || !control) return false;
  control.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  sheetOf(cell)?.scrollIntoView({ block: "nearest" });
  if (control instanceof HTMLInputElement && control.type !== "file") control.select();
  return true;
}

export const mostRows = (sheet: HTMLElement) => Number(sheet.dataset.max);

const known = new WeakMap<Element, CellColumn[]>();

/** The columns of a sheet with a field each; the head is read once. */
export function columnsOf(sheet: Element): CellColumn[] {
  const read = known.get(sheet);
  if (read) return read;
  const columns = [...sheet.querySelectorAll<Cell>("thead th[data-f]")].map((th) => {
    const { f = "", kind = "", works, scale, sum, warns } = th.dataset;
    return {
      // Below a common head a column has another place than its own head.
      at: Number(th.dataset.at ?? th.cellIndex),
      name: f,
      kind,
      works,
      start: th.dataset.default ?? "",
      scale: Number(scale),
      adds: sum !== undefined,
      warns: JSON.parse(warns ?? "[]"),
    };
  });
  known.set(sheet, columns);
  return columns;
}

const isTick = (control: CellControl): control is HTMLInputElement => /^(checkbox|radio)$/.test(control.type);

/** What stands in a control, as text. */
export const textIn = (control: CellControl): string =>
  isTick(control) ? String(control.checked) : control.type === "file" ? "" : (control.value ?? "");

/** A row that is no row yet: nobody typed anything into it. */
export function isBlank(sheet: Element, row: CellRow): boolean {
  const hidden = row.querySelectorAll<HTMLInputElement>("input[type=hidden]:not([data-c])");
  if ([...hidden].some((input) => input.value)) return false;
  return columnsOf(sheet).every(({ at, start }) => {
    const control = controlIn(row.cells[at]);
    const text = control ? textIn(control) : "";
    return !text || text === "false" || text === start;
  });
}
