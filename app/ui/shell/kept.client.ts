import type { Answer } from "./answer.client";

/** How many pages are at hand. */
const MOST = 10;

/** A page of the shell as it stands, or stood when it was left. */
export interface Shown extends Omit<Answer, "parts" | "sum" | "ok"> {
  crumbs: Element | null;
  /** Null: it came with the document, whose text is gone. */
  sum: number | null;
  /** When the server said so (ms). */
  time: number;
  /** Somebody typed or ticked something. */
  touched: boolean;
  /** Where the focus was, and what was scrolled inside. */
  focus: Element | null;
  /** What had the focus when its dialog came. */
  opener?: Element | null;
  scrolled: Map<Element, [left: number, top: number]>;
}

/** The page that the document came with. */
export function shownAtLoad(doc: Document): Shown {
  const current = doc.querySelector<HTMLAnchorElement>(".menu [aria-current]");
  const group = doc.querySelector<HTMLInputElement>(".shell > [name=group]:checked")?.id.slice(1) ?? "";
  return {
    at: location.pathname + location.search,
    title: doc.title,
    menu: current?.pathname ?? "",
    group,
    main: doc.querySelector("main")!,
    crumbs: doc.getElementById("crumbs"),
    sum: null,
    time: Date.now(),
    touched: false,
    focus: null,
    scrolled: new Map(),
  };
}

/** Pages that were left, by address, longest ago first. They go with the document. */
const pages = new Map<string, Shown>();

/** What a page loses when it leaves the document, or must not be seen twice. */
const ONCE = "form.form[method=post], dialog[open]";

/** A page that nobody will see again tells what lives in it (app/islands/hydrate.tsx). */
export function gone(page: Shown): void {
  for (const host of page.main.querySelectorAll("[data-island]")) host.dispatchEvent(new Event("gone"));
}

function forget(page: Shown): void {
  pages.delete(page.at);
  gone(page);
}

/** Keeps a page that is left, as its own elements: it is back in one frame. */
export function keep(page: Shown): void {
  const older = pages.get(page.at);
  if (older) forget(older);
  if (page.main.querySelector(ONCE)) {
    gone(page);
    return;
  }
  page.main.querySelector("[data-flash]")?.remove();
  pages.set(page.at, page);
  if (pages.size > MOST) forget(pages.values().next().value!);
}

/** The kept page of this address, which is kept no more. */
export function take(at: string): Shown | undefined {
  const page = pages.get(at);
  pages.delete(at);
  return page;
}

export const isKept = (at: string): boolean => pages.has(at);

/** After a write, and for another session, no page is what it was. */
export const dropKept = (): void => pages.forEach(forget);
