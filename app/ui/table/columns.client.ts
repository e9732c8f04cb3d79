import { closestOf } from "../dom.client";

/**
 * The head of a table that keeps its columns (`data-cols`: their keys in order): a column is dragged
 * to another place, or by its right edge to another width; with the focus in the head, Shift with an
 * arrow key does the same. The server keeps what was chosen and draws the next page so.
 */
const EDGE = 8;
const SLACK = 6;
const STEP = 20;

interface Head {
  th: HTMLTableCellElement;
  table: HTMLTableElement;
  region: HTMLElement;
  keys: string[];
  /** Place among the columns that have keys. */
  at: number;
  /** Cells before the first of them. */
  lead: number;
  col: HTMLTableColElement;
}

function headOf(where: Pick<Event, "target">): Head | null {
  const th = closestOf<HTMLTableCellElement>(where, "[data-cols] thead th");
  const table = th?.closest("table");
  const region = table?.parentElement;
  if (!th || !table || !region) return null;
  // Under a common head a column has no place of its own that could be shown at once.
  if (table.tHead?.rows.length !== 1) return null;
  const keys = region.dataset.cols?.split(",") ?? [];
  const lead = table.querySelectorAll("thead .l0, thead .l2.ce").length;
  const at = th.cellIndex - lead;
  const col = table.querySelectorAll("col")[th.cellIndex];
  return keys[at] && col ? { th, table, region, keys, at, lead, col } : null;
}

const isFixed = (th: Element | undefined) => /(^| )[lr]\d/.test(th?.className ?? "");
const nearEdge = ({ th }: Head, x: number) => th.getBoundingClientRect().right - x < EDGE;

let saved = Promise.resolve();

/** One after the other: each answer sets the cookie that the next request builds on. */
function keep(change: Record<string, string>, then?: () => void) {
  const body = new URLSearchParams({ _action: "columns", ...change });
  saved = saved.then(async () => {
    const answer = await fetch(location.href, { method: "POST", body }).catch(() => null);
    if (answer?.status !== 204) location.reload();
    else {
      // No page that was kept is what it was.
      document.dispatchEvent(new Event("write"));
      then?.();
    }
  });
}

/** Sets a column's width; the table grows or shrinks with it. */
function widen({ table, col, th }: Head, width: number): number {
  const next = Math.max(40, Math.min(800, Math.round(width)));
  const before = Number(col.getAttribute("width")) || th.offsetWidth;
  col.setAttribute("width", String(next));
  const whole = Number(table.getAttribute("width")) || table.offsetWidth;
  table.setAttribute("width", String(whole + next - before));
  return next;
}

function keepWidth(head: Head, width: number) {
  // What stands still stands at a place that the server works out.
  const anew = isFixed(head.th) ? () => location.reload() : undefined;
  keep({ key: head.keys[head.at] ?? "", width: String(width) }, anew);
}

/** Moves a column to a place; frozen ones stay among themselves. False where it cannot stand. */
function move({ table, region, keys, at, lead }: Head, to: number): boolean {
  const heads = table.tHead?.rows[0]?.cells;
  if (to === at || !keys[to] || isFixed(heads?.[at + lead]) || isFixed(heads?.[to + lead])) return false;
  const put = (all: ArrayLike<Element>, shift: number) => {
    const [from, place] = [all[at + shift], all[to + shift]];
    if (from && place) place[to > at ? "after" : "before"](from);
  };
  const cells = heads?.length ?? 0;
  put(table.querySelectorAll("col"), lead);
  // A row of sums joins the cells before the columns.
  for (const row of table.rows) put(row.cells, lead - (cells - row.cells.length));
  const [key = ""] = keys.splice(at, 1);
  keys.splice(to, 0, key);
  region.dataset.cols = keys.join(",");
  keep({ key, before: keys[to + 1] ?? "" });
  return true;
}

function dragWidth(head: Head, start: PointerEvent) {
  const before = head.th.offsetWidth;
  let width = before;
  const moved = (e: PointerEvent) => {
    width = widen(head, before + e.clientX - start.clientX);
  };
  until(moved, () => width !== before && keepWidth(head, width));
}

function dragPlace(head: Head, start: PointerEvent) {
  let target: Head | null = null;
  const moved = (e: PointerEvent) => {
    if (Math.abs(e.clientX - start.clientX) < SLACK && !target) return;
    if (target) target.th.style.boxShadow = "";
    target = headOf({ target: document.elementFromPoint(e.clientX, head.th.getBoundingClientRect().y + 5) });
    if (target?.table !== head.table) target = head;
    const inset = target.at > head.at ? "-3px" : "3px";
    if (target.at !== head.at) target.th.style.boxShadow = `inset ${inset} 0 var(--action)`;
  };
  until(moved, () => {
    if (!target) return;
    target.th.style.boxShadow = "";
    move(head, target.at);
    // What was dragged was not pressed.
    addEventListener("click", (e) => e.preventDefault(), { capture: true, once: true });
  });
}

function until(moved: (e: PointerEvent) => void, done: () => void) {
  const all = new AbortController();
  const { signal } = all;
  const end = (run: boolean) => {
    all.abort();
    if (run) done();
  };
  addEventListener("pointermove", moved, { signal });
  addEventListener("pointerup", () => end(true), { signal });
  addEventListener("pointercancel", () => end(false), { signal });
}

const ARROWS: Record<string, [place: number, width: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

function byKey(event: KeyboardEvent) {
  const [place, width] = (event.shiftKey && ARROWS[event.key]) || [0, 0];
  const head = place || width ? headOf(event) : null;
  if (!head) return;
  event.preventDefault();
  if (width) keepWidth(head, widen(head, head.th.offsetWidth + width));
  else if (move(head, head.at + place)) closestOf(event)?.focus();
}

/** Listens on the document: heads that come later are served too. */
export function arrangeColumns(doc: Document): void {
  doc.addEventListener("pointermove", (e) => {
    const head = e.buttons ? null : headOf(e);
    if (head) head.th.style.cursor = nearEdge(head, e.clientX) ? "col-resize" : "";
  });
  doc.addEventListener("pointerdown", (e) => {
    const head = e.button === 0 && e.pointerType === "mouse" ? headOf(e) : null;
    if (!head || closestOf(e, "button, [popover]")) return;
    if (nearEdge(head, e.clientX)) {
      e.preventDefault();
      dragWidth(head, e);
    } else dragPlace(head, e);
  });
  doc.addEventListener("dragstart", (e) => headOf(e) && e.preventDefault());
  doc.addEventListener("keydown", byKey);
}
