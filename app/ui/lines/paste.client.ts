import { readBlock } from "./block";
import {
  type Cell,
  type CellColumn,
  type CellControl,
  type CellRow,
  cellOf,
  columnsOf,
  controlIn,
  rowOf,
} from "./cells.client";
import { refigure, resum, SLICE } from "./figures.client";
import { clearMark, mark } from "./marks.client";
import { addRow, isFree, keepOpen } from "./rows.client";

const GROUPED = /^([+-]?\d{1,3})((?:[,，]\d{3})+)(\.\d+)?$/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const DATE = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/;
const YES = new Set(["是", "有", "true", "yes", "y", "1", "√", "✓", "开启"]);

/** A number as spreadsheets show it, without spaces, sign of a currency and commas between thousands. */
function plain(text: string): string {
  const bare = text.replace(/^[¥￥$]|\s/g, "");
  const [, first, groups = "", rest = ""] = GROUPED.exec(bare) ?? [];
  return first === undefined ? bare : first + groups.replace(/[,，]/g, "") + rest;
}

function pick(select: HTMLSelectElement, text: string): boolean {
  const wanted = text.toLowerCase();
  const found = [...select.options].find(
    (o) => o.value.toLowerCase() === wanted || o.text.trim().toLowerCase() === wanted,
  );
  if (found) select.value = found.value;
  return found !== undefined;
}

/** Puts a text into a control as its kind takes it. Answers what is wrong with it. */
function put(control: CellControl, text: string): string | null {
  if (control instanceof HTMLSelectElement) return pick(control, text) ? null : `没有“${text}”这个选项`;
  if (control.type === "checkbox" && control instanceof HTMLInputElement) {
    control.checked = YES.has(text.toLowerCase());
    return null;
  }
  const { day: written } = control.dataset;
  if (written !== undefined || control.type === "date" || control.type === "datetime-local") {
    const [, year, month = "", day = ""] = DATE.exec(text) ?? [];
    const date = year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const moment = written === "time" || control.type === "datetime-local";
    control.value = date && moment ? `${date}T00:00` : (date ?? text);
    // The browser's own control holds nothing but days.
    return date || !text || (written === undefined && control.value) ? null : `“${text}”不是日期`;
  }
  if (control.dataset.number !== undefined) {
    const number = plain(text);
    control.value = number;
    return !number || NUMBER.test(number) ? null : "不是数字";
  }
  if (control.type === "file" || !("value" in control)) return text ? `“${text}”请在此选择` : null;
  control.value = control instanceof HTMLTextAreaElement ? text : text.replace(/\s+/g, " ");
  return null;
}

/** Columns that a head which came along names; none where it is no head. */
function namedIn(sheet: Element, head: readonly string[]): (CellColumn | undefined)[] | null {
  const columns = columnsOf(sheet);
  const heads = [...sheet.querySelectorAll("thead th[data-f]")];
  const labels = heads.map((th) => th.firstChild?.textContent?.trim());
  const named = head.map((text) => columns[labels.indexOf(text.trim().replace(/\*$/, ""))]);
  return named.some(Boolean) && head.every((text, i) => !text.trim() || named[i]) ? named : null;
}

export interface Pasted {
  /** What came of it, in words. */
  said: string;
  marked: Cell[];
}

/**
 * Fills rows and columns from a cell on with a block of a spreadsheet, a piece at a time, so that the
 * page stays at hand. What does not fit its cell is said there.
 */
export async function pasteBlock(sheet: HTMLElement, at: Cell, text: string): Promise<Pasted> {
  const block = readBlock(text);
  const first = rowOf(at)!;
  const named = namedIn(sheet, block[0] ?? []);
  const typed = columnsOf(sheet).filter((c) => controlIn(first.cells[c.at]));
  const columns = named ?? typed.filter((c) => c.at >= at.cellIndex);
  const rows = named ? block.slice(1) : block;
  const marked: Cell[] = [];
  let row: CellRow | null = first;
  let done = 0;
  let shut = 0;
  let start = performance.now();
  for (const texts of rows) {
    if (!row || !sheet.isConnected) break;
    if (performance.now() - start > SLICE) {
      await new Promise((next) => setTimeout(next));
      start = performance.now();
    }
    for (const [i, value] of texts.entries()) {
      const cell = row.cells[columns[i]?.at ?? -1];
      const control = controlIn(cell);
      if (!cell || !control) {
        if (value.trim() && columns[i] && !named) shut++;
        continue;
      }
      clearMark(cell, "bad");
      const problem = put(control, value.trim());
      if (!problem) continue;
      mark(cell, problem, "bad");
      marked.push(cell);
    }
    row.classList.remove("blank");
    refigure(row);
    done++;
    const next: Element | null = row.nextElementSibling;
    row = next instanceof HTMLTableRowElement ? next : null;
    if (!row && done < rows.length) {
      row = addRow(sheet);
      // Days of a new row become texts now: the browser's own control would drop what is no day.
      await null;
    }
  }
  if (isFree(sheet)) keepOpen(sheet);
  resum(sheet);
  const left = rows.length - done;
  const parts = [
    `已粘贴${done}行`,
    shut ? `${shut}格不能改，没有放下` : "",
    marked.length ? `${marked.length}格需要核对` : "",
    left ? `最多${sheet.dataset.max}行，${left}行没有放下` : "",
  ];
  return { said: parts.filter(Boolean).join("，"), marked };
}

/** Fills what is empty below a cell with its value; an empty cell takes the value above it. */
export async function fillDown(sheet: HTMLElement, at: Cell): Promise<void> {
  const column = at.cellIndex;
  const own = controlIn(at);
  const above = controlIn(rowOf(at)?.previousElementSibling?.children[column]);
  if (!own || own.type === "file") return;
  const set = (control: CellControl, value: string) => {
    control.value = value;
    const cell = cellOf(control)!;
    clearMark(cell, "bad");
    refigure(rowOf(cell)!);
  };
  if (!own.value) {
    if (above?.value) set(own, above.value);
  } else {
    let start = performance.now();
    for (let row = rowOf(at)?.nextElementSibling; row; row = row.nextElementSibling) {
      if (performance.now() - start > SLICE) {
        await new Promise((next) => setTimeout(next));
        start = performance.now();
      }
      const control = controlIn(row.children[column]);
      if (control && !control.value && !row.classList.contains("blank")) set(control, own.value);
    }
  }
  resum(sheet);
}
