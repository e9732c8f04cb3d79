import { closestOf } from "../dom.client";
import type { Answer } from "./answer.client";
import { isKept } from "./kept.client";
import { pageOfForm, pageOfLink } from "./links.client";

/** How long a pointer rests on a link that is meant, or hands on a filter (ms), and how long an answer is taken as new. */
const REST = 120;
export const FRESH = 10_000;

/** What does something when it is asked for is asked for once, by a click. */
const NEVER = "[data-once],[aria-current=page],[href^='/refresh/']";

let asked: { href: string; time: number; answer: Promise<Answer | null> } | null = null;

/** Fetches the page of a link while the pointer rests on it, or is pressed; of filters while typing rests. */
export function fetchAhead(doc: Document): void {
  let timer = 0;
  const begin = (link: HTMLAnchorElement) => {
    if (!link.matches(NEVER)) ahead(pageOfLink(link));
  };
  const ahead = (url: URL | null) => {
    if (!url || isKept(url.pathname + url.search)) return;
    if (asked?.href === url.href && Date.now() - asked.time < FRESH) return;
    const answer = import("./show.client").then(({ ask }) => ask(url.href, "ahead")).catch(() => null);
    asked = { href: url.href, time: Date.now(), answer };
  };
  const linkOf = (event: Event) => closestOf<HTMLAnchorElement>(event, "a");
  doc.addEventListener("pointerover", (event) => {
    clearTimeout(timer);
    const link = linkOf(event);
    if (link && event.pointerType === "mouse") timer = window.setTimeout(begin, REST, link);
  });
  doc.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    const link = linkOf(event);
    if (link && event.button === 0) begin(link);
  });
  doc.addEventListener("submit", () => clearTimeout(timer));
  doc.addEventListener("input", (event) => {
    const form = closestOf<HTMLFormElement>(event, ".filters");
    if (!form) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => ahead(pageOfForm(form, form.querySelector("[type=submit]"))), REST);
  });
}

/** The answer that was fetched ahead for this address; it serves once. */
export function takeAhead(href: string): Promise<Answer | null> | null {
  const found = asked?.href === href && Date.now() - asked.time < FRESH ? asked.answer : null;
  asked = null;
  return found;
}

/** What was fetched before a write is not what it was. */
export const dropAhead = (): void => {
  asked = null;
};
