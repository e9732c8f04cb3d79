import { closestOf } from "../dom.client";
import { draftKey, dropDrafts, type Page, SENT, unversioned } from "../page/page.client";
import { FORMS, readDraft } from "./draft.client";

const store = sessionStorage;
/** Key of the form that was accepted last. */
const SAVED = "draft saved";

/** What is typed over a row belongs to the version of it that stood there. */
function keyOf({ doc, user, at }: Page): string {
  const version = doc.querySelector<HTMLElement>(`${FORMS}[data-version]`)?.dataset.version;
  return draftKey(user, at) + (version ? ` v${version}` : "");
}

/** Draft of another version of the same row, the latest one. */
function otherOf(own: string): string | undefined {
  const form = unversioned(own);
  if (form === own) return undefined;
  const versionOf = (key: string) => Number(key.slice(form.length + 2));
  return Object.keys(store)
    .filter((key) => key !== own && key !== form && unversioned(key) === form)
    .sort((a, b) => versionOf(b) - versionOf(a))[0];
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
  here = keyOf(page);
  settleSent(doc, at, posted);
  forgetSaved(doc);

  if (!posted) await bringBack(page, here);
  markTabs(doc, user);
  // Typed while this part was on its way, or put back by the browser after a reload.
  if (!posted && Object.keys(readDraft(doc, false)).length) keepDraft(page);
}

/** Puts back what was typed over this version, and offers what was typed over another one. */
async function bringBack(page: Page, own: string): Promise<void> {
  const kept = store.getItem(own);
  const other = otherOf(own);
  if (!kept && !other) return;
  const { offer } = await import("./restore.client");
  await offer(page.doc, { own, kept, other }, { isHere: () => own === here, save: () => keepDraft(page) });
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
    if (!closestOf(event, FORMS)) return;
    clearTimeout(timer);
    timer = window.setTimeout(save, 300);
  });
  const saveNow = () => timer && save();
  addEventListener("pagehide", saveNow);
  doc.addEventListener("leave", saveNow);
  // A form that the browser kept was accepted meanwhile: what stands in it is no draft any more.
  addEventListener("pageshow", (event) => {
    if (event.persisted && store.getItem(SAVED) === unversioned(here)) location.reload();
  });
  // A link to the row as it is now gives up what was typed.
  doc.addEventListener("click", (event) => {
    if (!closestOf(event, "[data-fresh]")) return;
    clearTimeout(timer);
    timer = 0;
    dropDrafts(here);
  });
  doc.addEventListener("submit", (event) => {
    if (!event.target.matches(FORMS)) return;
    save();
    store.setItem(SENT, here);
  });
}

/** The form that was sent last is accepted when its answer led on, or says so. */
function settleSent(doc: Document, at: string, posted: boolean): void {
  const sent = store.getItem(SENT);
  store.removeItem(SENT);
  if (!sent) return;
  const form = unversioned(sent);
  const led =
    !posted && !form.endsWith(` ${at}`) && form.includes(new URL(doc.referrer || "/", location.href).pathname);
  if (!led && !doc.querySelector("[data-flash=success], [data-done]")) return;
  dropDrafts(sent);
  store.setItem(SAVED, form);
}

/** Back at a form that was accepted, the browser puts in again what was typed: it is saved already. */
function forgetSaved(doc: Document): void {
  const [entry] = performance.getEntriesByType("navigation");
  if (store.getItem(SAVED) !== unversioned(here) || entry?.type !== "back_forward") return;
  for (const form of doc.querySelectorAll<HTMLFormElement>(FORMS)) form.reset();
}

function markTabs(doc: Document, user: string): void {
  const drafts = new Set(Object.keys(store).map(unversioned));
  for (const link of doc.querySelectorAll<HTMLAnchorElement>(".strip li a")) {
    const unsaved = drafts.has(draftKey(user, link.getAttribute("href")!));
    link.parentElement!.classList.toggle("unsaved", unsaved);
    link.title = link.textContent + (unsaved ? "（有未提交的内容）" : "");
  }
}
