import { type Page, SENT } from "../page/page.client";

type Control = HTMLInputElement & HTMLSelectElement;

const FORMS = "main form.form[method=post]:not([data-quiet])";
const SKIP = /^(hidden|password|file|submit|button|reset|fieldset|image)$/;

const store = sessionStorage;
/** Key of the form that was accepted last. */
const SAVED = "draft saved";
const keyOf = (user: string, url: string) => `draft ${user} ${url}`;

const isChoice = (el: Control) => /^(checkbox|radio)$/.test(el.type);
const picked = (el: Control) => [...el.options].map((o) => (o.selected ? "1" : "0")).join("");
const stateOf = (el: Control) =>
  isChoice(el) ? String(el.checked) : el.type === "select-multiple" ? picked(el) : el.value;

function isChanged(el: Control): boolean {
  if (isChoice(el)) return el.checked !== el.defaultChecked;
  if (!el.options) return el.value !== el.defaultValue;
  const options = [...el.options];
  // Without a choice by the server the first option is shown.
  if (!options.some((o) => o.defaultSelected)) return el.selectedIndex > 0;
  return options.some((o) => o.selected !== o.defaultSelected);
}

/** Controls that a person fills, each with a name that is the same on the next rendering. */
function* controls(doc: Document): Generator<[string, Control]> {
  const seen = new Map<string, number>();
  for (const [i, form] of [...doc.querySelectorAll<HTMLFormElement>(FORMS)].entries())
    for (const el of form.elements as unknown as Iterable<Control>) {
      if (!el.name || SKIP.test(el.type)) continue;
      const name = `${i} ${el.name}`;
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      yield [`${name} ${nth}`, el];
    }
}

const sheetsIn = (doc: Document) => [
  ...doc.querySelectorAll<HTMLElement>("main form.form[method=post] [data-lines]"),
];
const rowsKey = (sheet: HTMLElement) => `rows ${sheet.dataset.lines}`;

/** What is typed now, and which rows there are. @param all also what still is as the server sent it */
export function readDraft(doc: Document, all: boolean): Record<string, string> {
  const draft: Record<string, string> = {};
  for (const [name, el] of controls(doc)) if (all || isChanged(el)) draft[name] = stateOf(el);
  for (const sheet of sheetsIn(doc)) {
    const { shape, rows } = sheet.dataset;
    const sent = all ? [...Array(Number(rows)).keys()].join() : undefined;
    const rowsNow = shape ?? sent;
    if (rowsNow !== undefined) draft[rowsKey(sheet)] = rowsNow;
  }
  return draft;
}

/** Puts a draft back; returns how many controls it changed. */
export function putDraft(doc: Document, draft: Record<string, string>): number {
  let changed = 0;
  for (const [name, el] of controls(doc)) {
    const value = draft[name];
    if (value === undefined || value === stateOf(el)) continue;
    changed++;
    if (isChoice(el)) el.checked = value === "true";
    else if (el.type === "select-multiple")
      for (const [i, option] of [...el.options].entries()) option.selected = value[i] === "1";
    else el.value = value;
    // A sheet works itself out once, after all of its rows.
    if (el.closest("[data-lines]")) continue;
    el.dispatchEvent(new Event("input", { bubbles: true }));
    el.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return changed;
}

/** Puts a draft back with the rows that were added, and without those that were removed. */
async function restore(doc: Document, draft: Record<string, string>): Promise<boolean> {
  const sheets = sheetsIn(doc);
  if (!sheets.length) return putDraft(doc, draft) > 0;
  const { reshapeLines, reworkLines } = await import("../lines/lines.client");
  const shaped = sheets.filter((sheet) => {
    const shape = draft[rowsKey(sheet)];
    if (shape !== undefined) reshapeLines(sheet, shape.split(",").filter(Boolean));
    return shape !== undefined;
  });
  const changed = putDraft(doc, draft) + shaped.length;
  await Promise.all(sheets.map(reworkLines));
  return changed > 0;
}

/** What such a page shows was typed before, also where it is as the server sent it. */
const isPosted = (doc: Document) => doc.documentElement.dataset.posted !== undefined;

/** Key of the page that is shown, and the timer of what was typed there. */
let here = "";
let timer = 0;

/**
 * Half-typed forms survive leaving the tab; a form that was accepted leaves no draft. Called for every
 * page that is shown, whether it came with the document or in place of another one.
 */
export async function arriveDrafts(page: Page): Promise<void> {
  const { doc, user, at } = page;
  const posted = isPosted(doc);
  if (!here) listen(doc, () => keepDraft(page));
  here = keyOf(user, at);
  settleSent(doc, at, posted);
  forgetSaved(doc);

  const own = here;
  const kept = store.getItem(own);
  if (kept && !posted && (await restore(doc, JSON.parse(kept))) && own === here)
    tellRestored(doc, own);
  markTabs(doc, user);
  // Typed while this part was on its way, or put back by the browser after a reload.
  if (!posted && Object.keys(readDraft(doc, false)).length) keepDraft(page);
}

function keepDraft({ doc, user }: Page): void {
  clearTimeout(timer);
  timer = 0;
  const draft = readDraft(doc, isPosted(doc));
  if (Object.keys(draft).length) store.setItem(here, JSON.stringify(draft));
  else store.removeItem(here);
  markTabs(doc, user);
}

function listen(doc: Document, save: () => void): void {
  doc.addEventListener("input", (event) => {
    if (!(event.target as Element).closest(FORMS)) return;
    clearTimeout(timer);
    timer = window.setTimeout(save, 300);
  });
  const saveNow = () => timer && save();
  addEventListener("pagehide", saveNow);
  doc.addEventListener("leave", saveNow);
  // A form that the browser kept was accepted meanwhile: what stands in it is no draft any more.
  addEventListener("pageshow", (event) => {
    if (event.persisted && store.getItem(SAVED) === here) location.reload();
  });
  // A link to the row as it is now gives up what was typed.
  doc.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("[data-fresh]")) return;
    clearTimeout(timer);
    timer = 0;
    store.removeItem(here);
  });
  doc.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches(FORMS)) return;
    save();
    store.setItem(SENT, here);
  });
}

/** The form that was sent last is accepted when its answer led on, or says so. */
function settleSent(doc: Document, at: string, posted: boolean): void {
  const sent = store.getItem(SENT);
  store.removeItem(SENT);
  if (!sent) return;
  const led =
    !posted &&
    !sent.endsWith(` ${at}`) &&
    sent.includes(new URL(doc.referrer || "/", location.href).pathname);
  if (!led && !doc.querySelector("[data-flash=success], [data-done]")) return;
  store.removeItem(sent);
  store.setItem(SAVED, sent);
}

/** Back at a form that was accepted, the browser puts in again what was typed: it is saved already. */
function forgetSaved(doc: Document): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (store.getItem(SAVED) !== here || entry?.type !== "back_forward") return;
  for (const form of doc.querySelectorAll<HTMLFormElement>(FORMS)) form.reset();
}

function tellRestored(doc: Document, key: string): void {
  const band = doc.createElement("div");
  band.className = "alert warning";
  band.role = "status";
  band.textContent = "已恢复上次未提交的内容";
  const drop = band.appendChild(doc.createElement("button"));
  drop.type = "button";
  drop.className = "btn btn-s";
  drop.textContent = "放弃修改";
  drop.onclick = () => {
    store.removeItem(key);
    location.reload();
  };
  doc.querySelector(FORMS)?.before(band);
}

function markTabs(doc: Document, user: string): void {
  for (const link of doc.querySelectorAll<HTMLAnchorElement>(".strip li a")) {
    const unsaved = store.getItem(keyOf(user, link.getAttribute("href")!)) !== null;
    link.parentElement!.classList.toggle("unsaved", unsaved);
    link.title = link.textContent + (unsaved ? "（有未提交的内容）" : "");
  }
}
