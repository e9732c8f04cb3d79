import { closestOf } from "../dom.client";
import { fitting, lookUp } from "./answers.client";
import type { Choice } from "./choice";
import { close, isInList, offer, openAt, place, pressed, step, taken } from "./popup.client";
import { say } from "./said.client";
import { choicesOf, choose, follow, giveBack, manyOf, selectOf, takePlace, textTyped } from "./select.client";

const WAIT = 150;
const MOST = 50;

const refOf = (event: Event): HTMLInputElement | null => {
  const input = closestOf<HTMLInputElement>(event, "input");
  if (!input || selectOf(input)) return input;
  return input.dataset.ref !== undefined && input.name && !input.disabled ? input : null;
};

let timer = 0;
let asking: AbortController | undefined;

/** Offers what fits; an answer to what is no longer typed is dropped. */
async function suggest(input: HTMLInputElement): Promise<void> {
  clearTimeout(timer);
  asking?.abort();
  const select = selectOf(input);
  if (select) {
    const text = textTyped(input, select);
    return offer(input, choicesOf(select, text), `没有“${text}”这个选项`);
  }
  asking = new AbortController();
  const { signal } = asking;
  const keyword = input.value.trim();
  try {
    const rows = await fitting(input, keyword, signal);
    if (signal.aborted || document.activeElement !== input || input.value.trim() !== keyword) return;
    offer(input, rows, `没有符合“${keyword}”的${input.dataset.of ?? "数据"}`);
  } catch (error) {
    if (!signal.aborted) offer(input, [], error instanceof Error ? error.message : String(error));
  }
}

function stop(doc: Document): void {
  clearTimeout(timer);
  asking?.abort();
  close(doc);
}

/** Looks up what is typed into references and shows what it means, all of one kind in one call. */
async function settle(inputs: readonly HTMLInputElement[]): Promise<void> {
  const open = inputs.filter((input) => input.value.trim() !== (input.dataset.looked ?? ""));
  for (const input of open.filter((one) => !one.value.trim())) say(input, {});
  for (const kind of new Set(open.map((input) => input.dataset.ref))) {
    const own = open.filter((input) => input.dataset.ref === kind && input.value.trim());
    for (let i = 0; i < own.length; i += MOST) {
      const some = own.slice(i, i + MOST);
      const texts = some.map((input) => input.value);
      const found = await lookUp(some).catch(() => []);
      for (const [n, input] of some.entries()) {
        const looked = found[n];
        if (looked && input.isConnected && input.value === texts[n]) say(input, looked);
      }
    }
  }
}

function take(input: HTMLInputElement, row: Choice & { value?: string }): void {
  stop(input.ownerDocument);
  const select = selectOf(input);
  if (select) {
    input.value = row.value ? row.label : "";
    choose(select, row.value ?? "");
    return;
  }
  say(input, { row });
  input.dataset.looked = "";
  void settle([input]);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function onKey(event: KeyboardEvent): void {
  const input = refOf(event);
  if (!input || event.isComposing || event.ctrlKey || event.metaKey) return;
  const { key, altKey } = event;
  // Whoever types faster than the answers come must not be given what fitted the half of a code.
  if (/^(Enter|Tab)$/.test(key) && openAt(input) && openAt(input)?.typed !== input.value.trim()) {
    if (selectOf(input)) void suggest(input);
    else stop(input.ownerDocument);
  }
  const open = openAt(input);
  const own = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by && open?.rows.length) {
    own();
    step(input, by);
  } else if (key === "ArrowDown" && !open && (altKey || !input.closest("[data-lines]"))) {
    own();
    void suggest(input);
  } else if (key === "Enter" && !open && selectOf(input) && !input.closest("[data-lines]")) {
    own();
    void suggest(input);
  } else if (key === "Escape" && open) {
    own();
    stop(input.ownerDocument);
  } else if (key === "Enter" && open) {
    const row = taken(input);
    if (row) take(input, row);
    else if (open.rows.length) step(input, 1);
    else stop(input.ownerDocument);
    // With its choice a sheet goes on to the next cell; a form is not sent by one.
    if (!row || !input.closest("[data-lines]")) own();
  } else if (key === "Tab" && open) {
    const { at, rows } = open;
    const row = rows[at];
    if (row) take(input, row);
    else stop(input.ownerDocument);
  }
}

/** Opens a select with very many choices as what can be typed into; pressed ones show all. */
function openSelect(select: HTMLSelectElement, pressed: boolean): void {
  const input = takePlace(select);
  if (pressed) void suggest(input);
}

/**
 * Listeners on the document, for every reference and long select that there is or will be.
 * @param first what was done before this was there
 */
export function enhanceCombobox(doc: Document, first: Pick<Event, "target" | "type">): void {
  const ready = (input: HTMLInputElement) => {
    input.role = "combobox";
    input.ariaAutoComplete = "list";
    input.ariaExpanded ??= "false";
  };
  const typed = (input: HTMLInputElement) => {
    clearTimeout(timer);
    if (!input.value.trim()) return stop(doc);
    timer = window.setTimeout(suggest, WAIT, input);
  };
  doc.addEventListener("focusin", (event) => {
    const select = manyOf(event.target);
    const input = refOf(event);
    if (select) openSelect(select, false);
    else if (input) ready(input);
  });
  doc.addEventListener("input", (event) => {
    const input = refOf(event);
    const sheet = closestOf(event);
    // What was chosen or put back is no typing.
    if (input && input === doc.activeElement && input.value !== input.dataset.looked) typed(input);
    // A sheet says so when many of its cells have changed.
    else if (sheet?.matches("[data-lines]"))
      void settle([...sheet.querySelectorAll<HTMLInputElement>("tbody [data-ref]")]);
  });
  doc.addEventListener("change", (event) => {
    const input = refOf(event);
    if (input && !selectOf(input)) void settle([input]);
    const select = manyOf(event.target);
    if (select) follow(select);
  });
  doc.addEventListener("focusout", (event) => {
    const input = refOf(event);
    if (!input) return;
    stop(doc);
    const select = selectOf(input);
    // The window may have lost the focus, and this field not.
    if (select && doc.activeElement !== input) giveBack(input, select);
  });
  // Before others, to whom the keys mean something else.
  doc.addEventListener("keydown", onKey, true);
  // The field keeps the focus while its list is pressed.
  doc.addEventListener("mousedown", (event) => {
    const select = manyOf(event.target);
    if (select || isInList(event)) event.preventDefault();
    if (select) openSelect(select, true);
    else {
      const input = refOf(event);
      if (input && selectOf(input) && !openAt(input)) void suggest(input);
    }
  });
  doc.addEventListener("click", (event) => {
    const choice = pressed(event);
    if (choice) take(choice.input, choice.row);
  });
  addEventListener("scroll", () => place(doc), { capture: true, passive: true });
  addEventListener("resize", () => place(doc));
  const select = manyOf(first.target);
  if (select && select === doc.activeElement) openSelect(select, false);
  const now = doc.activeElement;
  const refs = [...doc.querySelectorAll<HTMLInputElement>("main [data-ref]")];
  // What was typed or put back while this was on its way.
  void settle(refs.filter((input) => input !== now && input.name));
  if (!(now instanceof HTMLInputElement) || !refs.includes(now)) return;
  ready(now);
  if (now.value !== now.defaultValue) typed(now);
}
