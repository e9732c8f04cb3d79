import { closestOf } from "../dom.client";

/** Links that may lead to a document; the server says which do. */
const LINKS = "main :is(td, th, dd, li) a[href^='/']:not(.act a, [aria-current], [target])";

/** Cards come when a pointer or the focus first reaches such a link. */
export function offerPreviews(doc: Document): void {
  const reached = (event: Event) => {
    const link = closestOf<HTMLAnchorElement>(event, LINKS);
    if (link) void import("./card.client").then((m) => m.preview(link));
  };
  doc.addEventListener("pointerover", reached);
  doc.addEventListener("focusin", reached);
}
