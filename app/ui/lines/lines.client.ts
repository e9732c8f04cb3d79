import { closestOf } from "../dom.client";
import { type Cell, type CellRow, cellOf, controlIn, enter, rowOf, rowsOf, SHEET, sheetOf } from "./cells.client";
import { clearMark } from "./marks.client";
import { addRow, isFree, keepOpen, keepShape, removeRow } from "./rows.client";

/** Comes with the first block or value that is put into many cells. */
const filler = () => import("./paste.client");

/** Comes with the first cell that is entered. */
const figures = () => import("./figures.client");

let keys: typeof import("./keys.client") | undefined;
/** Keys from the first on that may have moved on before this was known: done in their order once it is. */
let early: KeyboardEvent[] | undefined;
const MOVING = /^(Enter|Arrow(Up|Down))$/;
const isTyped = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey;
/** Comes with the first cell that is entered. */
async function moves(): Promise<void> {
  keys ??= await import("./keys.client");
  for (const event of early?.splice(0) ?? []) {
    const now = document.activeElement;
    const sheet = now && sheetOf(now);
    if (sheet && !keys.moveBy(event, sheet, now) && isTyped(event))
      document.execCommand("insertText", false, event.key);
  }
}

/** Works out what follows from a row that was changed, or from rows that came and went. */
async function rework(sheet: HTMLElement, row?: CellRow | null): Promise<void> {
  const { refigure, resum } = await figures();
  if (row) refigure(row);
  resum(sheet);
}

/** The sheet beside whose buttons something was pressed. */
const sheetBeside = (el: Element) => sheetOf(el) ?? el.closest(".lines")?.querySelector<HTMLElement>(SHEET);

/** Says something below a sheet. */
function say(sheet: HTMLElement, text: string): void {
  const said = sheet.closest(".lines, .list")?.querySelector(".said");
  if (said) said.textContent = text;
}

/** Other parts of the page, such as the draft, hear of rows and of what script typed. */
function announce(sheet: HTMLElement): void {
  keepShape(sheet);
  sheet.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Goes to the first cell of a row, in the frame that lays it out. */
const enterRow = (row?: Element | null) =>
  requestAnimationFrame(() => enter([...(row?.children ?? [])].find((cell) => controlIn(cell))));

/** The cell that something happened in. */
const cellAt = (event: Event) => {
  const control = closestOf(event);
  return control && cellOf(control);
};

function typedIn(event: Event): void {
  const cell = cellAt(event);
  const row = cell && rowOf(cell);
  const sheet = row && sheetOf(row);
  if (!sheet) return;
  row.classList.remove("blank");
  clearMark(cell, "bad");
  void rework(sheet, row);
  if (!isFree(sheet) || row.nextElementSibling) return;
  keepOpen(sheet);
  keepShape(sheet);
}

async function repeat(sheet: HTMLElement, row: CellRow): Promise<boolean> {
  const { copyRow } = await import("./copy-row.client");
  const copy = copyRow(sheet, row);
  if (!copy) return false;
  keepOpen(sheet);
  enterRow(copy);
  await rework(sheet, copy);
  announce(sheet);
  return true;
}

/** The buttons of a sheet that need no answer of the server. Answers whether this is one. */
function press(button: HTMLButtonElement, sheet: HTMLElement): boolean {
  const [verb] = button.value.split(":");
  const row = rowOf(button);
  const full = () => say(sheet, `最多${sheet.dataset.max}行`);
  if (verb === "add" || verb === "more") {
    const count = button.parentElement?.querySelector("input");
    let first: CellRow | null = null;
    for (let n = verb === "add" ? 1 : Number(count?.value) || 1; n > 0; n--) {
      const added = addRow(sheet);
      if (!added) full();
      first ??= added;
    }
    // Rows that nobody filled yet come first.
    enterRow(sheet.querySelector("tbody .blank") ?? first);
  } else if (verb === "copy" && row) {
    void repeat(sheet, row).then((done) => done || full());
    return true;
  } else if (verb === "remove" && row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    if (isFree(sheet)) removeRow(sheet, row);
    else row.remove();
    enterRow(next?.isConnected ? next : rowsOf(sheet)[0]);
  } else return false;
  void rework(sheet);
  announce(sheet);
  return true;
}

async function paste(sheet: HTMLElement, cell: Cell, text: string): Promise<void> {
  sheet.ariaBusy = "true";
  const { said, marked } = await (await filler()).pasteBlock(sheet, cell, text);
  sheet.ariaBusy = null;
  say(sheet, said);
  enter(marked[0]);
  announce(sheet);
}

async function fill(sheet: HTMLElement, cell: Cell): Promise<void> {
  await (await filler()).fillDown(sheet, cell);
  announce(sheet);
}

function onKey(event: KeyboardEvent): void {
  const control = closestOf(event);
  if (!control || event.defaultPrevented) return;
  const sheet = sheetOf(control);
  if (event.key === "Enter" && control.matches(".many > input")) {
    event.preventDefault();
    control.parentElement?.querySelector("button")?.click();
  }
  if (!sheet) return;
  const cell = cellOf(control);
  if (event.key === "d" && (event.ctrlKey || event.metaKey) && cell) {
    event.preventDefault();
    void fill(sheet, cell);
  } else if (keys) {
    if (keys.moveBy(event, sheet, control)) event.preventDefault();
  } else if (MOVING.test(event.key) ? control.ariaExpanded !== "true" : early && isTyped(event)) {
    if (event.isComposing || event.altKey || !control.matches("input:not([type=file])")) return;
    event.preventDefault();
    early = [...(early ?? []), event];
    void moves();
  }
}

function onClick(event: MouseEvent): void {
  const button = closestOf<HTMLButtonElement>(event, "[name=_line], [data-down]");
  const sheet = button && sheetBeside(button);
  if (!button || !sheet) return;
  if (button.dataset.down !== undefined) {
    const cell = document.activeElement && cellOf(document.activeElement);
    if (cell && sheetOf(cell) === sheet) void fill(sheet, cell);
    else say(sheet, "请先点到要填充的格子");
  } else if (press(button, sheet)) event.preventDefault();
}

function listen(doc: Document): void {
  const entered = new WeakSet<HTMLElement>();
  doc.addEventListener("focusin", (event) => {
    const sheet = closestOf(event, SHEET);
    if (!sheet || entered.has(sheet)) return;
    entered.add(sheet);
    // The first key need not wait for all rows.
    void figures().then(({ warm }) => warm(sheet));
    void moves();
  });
  doc.addEventListener("keydown", onKey);
  doc.addEventListener("click", onClick);
  // The cell keeps the focus while the button beside the sheet is pressed.
  doc.addEventListener("mousedown", (event) => {
    if (closestOf(event, "[data-down]")) event.preventDefault();
  });
  doc.addEventListener("input", typedIn);
  doc.addEventListener("change", typedIn);
  doc.addEventListener("known", (event) => {
    const row = closestOf<CellRow>(event, "tbody tr");
    const sheet = row && sheetOf(row);
    if (sheet) void rework(sheet, row);
  });
  doc.addEventListener("paste", (event) => {
    const cell = cellAt(event);
    const sheet = cell && sheetOf(cell);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!sheet || !/[\t\n].|\t/.test(text.trimEnd())) return;
    event.preventDefault();
    void paste(sheet, cell, text);
  });
  doc.addEventListener(
    "submit",
    (event) => {
      const busy = event.target.querySelector<HTMLElement>(`${SHEET}[aria-busy]`);
      if (!busy) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      say(busy, "正在粘贴，完成后请再保存");
    },
    true,
  );
}

let listening = false;

/** Goes to the first cell with an error, or to a warning where one is asked about. */
function showProblem(sheet: HTMLElement): void {
  const form = sheet.closest("form");
  // What somebody else saved comes first: it stands above, and asks for a choice.
  if (form?.querySelector(".conflicts")) return;
  const wrong = form?.querySelector("[aria-invalid]");
  if (wrong ? !sheet.contains(wrong) : !form?.querySelector(".errors")) return;
  const cell = wrong ? cellOf(wrong) : sheet.querySelector(".odd");
  if (!cell) return;
  cell.scrollIntoView({ block: "center", inline: "center" });
  enter(cell);
}

/** Makes a table of inputs a sheet that is typed like a spreadsheet's. */
export function wakeLines(sheet: HTMLElement): void {
  if (!listening) listen(document);
  listening = true;
  if (isFree(sheet)) keepOpen(sheet);
  showProblem(sheet);
  sheet.dataset.awake = "";
}
