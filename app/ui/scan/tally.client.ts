import { countScan } from "~/text/scan";
import { closestOf } from "../dom.client";
import { type CellRow, rowsOf } from "../lines/cells.client";

const KEPT = 20;

/** A form of rows that are counted, as its scan bar knows it. */
interface Count {
  bar: HTMLElement;
  sheet: HTMLElement;
  /** Counts of a row, the first of which a scan adds to. */
  of: string[];
  left: string;
}

function countOf(bar: HTMLElement): Count | null {
  const { tally = "", of = "", left = "" } = bar.dataset;
  const sheet = bar.closest("form")?.querySelector<HTMLElement>(`[data-lines="${tally}"]`);
  return sheet ? { bar, sheet, of: of.split(" "), left } : null;
}

const valueIn = (row: CellRow, name: string) => row.querySelector<HTMLInputElement>(`input[name$="].${name}"]`);
const numberIn = (input: HTMLInputElement | null) => Number(input?.value) || 0;
const countedIn = ({ of }: Count, row: CellRow) => of.reduce((n, name) => n + numberIn(valueIn(row, name)), 0);
const rowsIn = ({ sheet }: Count) => [...rowsOf(sheet)];

/** Writes a number as if it had been typed: sums, warnings and the draft follow. */
function write(input: HTMLInputElement | null, value: number): void {
  if (!input) return;
  input.value = String(value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function say({ bar }: Count, ok: boolean, text: string): void {
  const said = bar.querySelector(".said");
  if (!said) return;
  said.className = `said ${ok ? "good" : "wrong"}`;
  said.textContent = text;
  if (!ok) navigator.vibrate?.(200);
}

function mark(count: Count, row: CellRow): void {
  for (const other of count.sheet.querySelectorAll("tr[aria-current]")) other.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
}

const list = ({ bar }: Count) => bar.querySelector("ul")!;

/** The buttons say which scan they take back; the newest is first. */
function renumber(count: Count): void {
  const items = [...list(count).children];
  for (const old of items.slice(KEPT)) old.remove();
  for (const [i, item] of items.entries()) item.querySelector("button")!.value = `undo:${count.bar.dataset.tally}:${i}`;
}

function keep(count: Count, index: number, pieces: number, code: string): void {
  const item = document.importNode(count.bar.querySelector("template")!.content, true);
  item.querySelector("input")!.value = `${index}:${pieces}:${code}`;
  item.querySelector("span")!.textContent = `${code} +${pieces}`;
  item.querySelector("button")!.ariaLabel = `撤销 ${code} +${pieces}`;
  list(count).prepend(item);
  renumber(count);
}

/** What the page proposed counts for nothing as soon as somebody begins to scan. */
function begin(count: Count): void {
  if (list(count).children.length) return;
  const inputs = rowsIn(count).flatMap((row) => count.of.map((name) => valueIn(row, name)));
  if (inputs.some((input) => input && input.value !== input.defaultValue)) return;
  for (const input of inputs) write(input, 0);
}

function scan(count: Count, text: string): void {
  if (!text.trim()) return;
  begin(count);
  const rows = rowsIn(count);
  const found = countScan(
    rows.map((row) => ({
      codes: (row.dataset.codes ?? "").split("\n"),
      room: numberIn(valueIn(row, count.left)) - countedIn(count, row),
    })),
    text,
  );
  if ("refused" in found) {
    say(count, false, found.refused);
    return;
  }
  const row = rows[found.index];
  if (!row) return;
  const input = valueIn(row, count.of[0] ?? "");
  write(input, numberIn(input) + found.count);
  keep(count, found.index, found.count, found.code);
  mark(count, row);
  say(count, true, `${found.code} +${found.count}，共${numberIn(input)}件`);
}

function undo(count: Count, button: HTMLButtonElement): void {
  const item = button.closest("li");
  const [, index, pieces, code] = /^(\d+):(\d+):(.*)$/.exec(item?.querySelector("input")?.value ?? "") ?? [];
  const row = rowsIn(count)[Number(index)];
  if (!item || !row) return;
  const input = valueIn(row, count.of[0] ?? "");
  write(input, Math.max(0, numberIn(input) - Number(pieces)));
  item.remove();
  renumber(count);
  mark(count, row);
  say(count, true, `已撤销 ${code} +${pieces}`);
}

/** How much is counted, and whether that is nothing, some or all. */
function progress(count: Count): void {
  const shown = count.sheet.closest(".lines")?.querySelector("[data-progress] b");
  const tag = shown?.previousElementSibling;
  if (!shown || !tag) return;
  const sum = (of: (row: CellRow) => number) => rowsIn(count).reduce((n, row) => n + of(row), 0);
  const done = sum((row) => countedIn(count, row));
  const all = sum((row) => numberIn(valueIn(row, count.left)));
  shown.textContent = String(done);
  const [word, tone] = !done ? ["未计", ""] : done < all ? ["部分", " orange"] : ["全部", " green"];
  tag.textContent = word ?? "";
  tag.className = `tag${tone}`;
}

/** Counts what is scanned without asking the server; what is counted is sent with the form. */
export function wakeTally(bar: HTMLElement): void {
  const found = countOf(bar);
  const input = bar.querySelector<HTMLInputElement>("#scan-code");
  if (!found || !input) return;
  const read = () => {
    scan(found, input.value);
    input.value = "";
    input.focus();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    read();
  });
  bar.addEventListener("click", (event) => {
    const button = closestOf<HTMLButtonElement>(event, "button");
    if (!button) return;
    event.preventDefault();
    if (button.closest("li")) undo(found, button);
    else read();
    input.focus();
  });
  found.sheet.addEventListener("input", () => progress(found));
  if (!bar.closest("form")?.querySelector(".errors")) input.focus();
}
