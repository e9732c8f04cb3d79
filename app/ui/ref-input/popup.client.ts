import { closestOf } from "../dom.client";
import type { Choice } from "./choice";
import { followNew } from "./new.client";
import { optionOf } from "./option.client";

const ID = "ref-list";
const GAP = 4;
const WIDEST = 560;

/** What is offered below one reference. It leaves with its list. */
interface PopupOffered {
  input: HTMLInputElement;
  /** What was typed when this was offered. */
  typed: string;
  rows: (Choice & { match?: string })[];
  at: number;
}
const offers = new WeakMap<Element, PopupOffered>();

const listIn = (doc: Document) => doc.getElementById(ID);

/** What is open below this reference. */
export function openAt(input: HTMLInputElement): (PopupOffered & { list: HTMLElement }) | null {
  const list = listIn(input.ownerDocument);
  const offer = list && offers.get(list);
  return list && offer?.input === input ? Object.assign(offer, { list }) : null;
}

export function close(doc: Document): void {
  const list = listIn(doc);
  const input = list && offers.get(list)?.input;
  list?.remove();
  if (!input) return;
  input.ariaExpanded = "false";
  input.removeAttribute("aria-controls");
  input.removeAttribute("aria-activedescendant");
}

/** Below the field, or above it where there is more room: nothing that scrolls or is modal cuts it. */
export function place(doc: Document): void {
  const list = listIn(doc);
  const input = list && offers.get(list)?.input;
  if (!list || !input) return;
  if (!input.isConnected) {
    close(doc);
    return;
  }
  const { left, top, bottom, width } = input.getBoundingClientRect();
  const { clientWidth, clientHeight } = doc.documentElement;
  const below = clientHeight - bottom - GAP;
  const above = top - GAP;
  const up = below < 200 && above > below;
  const wide = Math.min(Math.max(width, WIDEST), clientWidth - 2 * GAP);
  Object.assign(list.style, {
    width: `${wide}px`,
    left: `${Math.max(GAP, Math.min(left, clientWidth - wide - GAP))}px`,
    top: up ? "auto" : `${bottom + GAP}px`,
    bottom: up ? `${clientHeight - top + GAP}px` : "auto",
    maxHeight: `${Math.min(420, Math.max(up ? above : below, 120) - GAP)}px`,
  });
}

function opened(input: HTMLInputElement): HTMLElement {
  const doc = input.ownerDocument;
  close(doc);
  const list = doc.createElement("div");
  Object.assign(list, { id: ID, role: "listbox", className: "ref-list", popover: "manual" });
  list.ariaLabel = "可选项";
  // A modal dialog leaves nothing outside of it to be pressed.
  (input.closest("dialog") ?? doc.body).append(list);
  list.showPopover?.();
  input.ariaExpanded = "true";
  input.setAttribute("aria-controls", ID);
  return list;
}

/** Shows rows below a reference, or a sentence. */
export function offer(input: HTMLInputElement, rows: PopupOffered["rows"], sentence?: string): void {
  const list = opened(input);
  const typed = input.value.trim();
  offers.set(list, { input, typed, rows, at: -1 });
  if (rows.length) list.append(...rows.map((row, i) => optionOf(row, i, typed)));
  else {
    list.role = "status";
    list.append(Object.assign(list.ownerDocument.createElement("p"), { textContent: sentence }));
  }
  const { create } = input.dataset;
  if (create && !rows.length) {
    const link = list.appendChild(list.ownerDocument.createElement("a"));
    Object.assign(link, { className: "ref-new", href: create, target: "_blank", tabIndex: -1 });
    Object.assign(link, { textContent: `新建${input.dataset.of ?? ""}` });
    link.dataset.for = input.name;
    followNew(link);
  }
  place(list.ownerDocument);
}

/** Points at the option this many further on. */
export function step(input: HTMLInputElement, by: number): void {
  const open = openAt(input);
  if (!open?.rows.length) return;
  const { list, rows } = open;
  const next = open.at < 0 && by < 0 ? rows.length - 1 : (open.at + by + rows.length) % rows.length;
  list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
  const option = list.querySelector(`[data-at="${next}"]`);
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", option?.id ?? "");
  open.at = next;
}

/** The row that Enter takes: the one pointed at, else the only one that fits, or fits as a whole. */
export function taken(input: HTMLInputElement): Choice | undefined {
  const { rows = [], at = -1 } = openAt(input) ?? {};
  if (at >= 0) return rows[at];
  const whole = rows.filter((row) => row.match === "exact");
  return whole.length === 1 ? whole[0] : rows.length === 1 ? rows[0] : undefined;
}

/** The row of a press, and whose list it is in. */
export function pressed(event: Event): { input: HTMLInputElement; row: Choice } | null {
  const option = closestOf(event, `#${ID} [data-at]`);
  const offer = option?.parentElement && offers.get(option.parentElement);
  const row = offer ? offer.rows[Number(option.dataset.at)] : undefined;
  return offer && row ? { input: offer.input, row } : null;
}

export const isInList = (event: Event) => closestOf(event, `#${ID}`) !== null;
