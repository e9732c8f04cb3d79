import { below } from "../../text/below";
import { closestOf } from "../dom.client";
import { wakeGroups } from "./groups.client";

/** What script adds to the mobile shell, once per page load. */
export function enhanceMobile(doc: Document): void {
  doc.addEventListener("click", (event) => {
    const link = closestOf<HTMLAnchorElement>(event, "a[href]");
    if (!link || event.defaultPrevented) return;
    // The way back is the page that was shown before, where this document has one.
    if (link.dataset.back !== undefined && history.state?.entry) {
      event.preventDefault();
      history.back();
      return;
    }
    // What script wrote into the page knows of no other shell.
    const { origin, pathname } = link;
    if (origin === location.origin) link.pathname = below(pathname);
  });
  wakeGroups(doc);
  doc.addEventListener("leave", () => setTimeout(arrive, 0, doc));
}

/** Another page is shown; one that was kept comes back without the server's bars. */
function arrive(doc: Document): void {
  mark(doc);
  wakeGroups(doc);
}

/** Of the bar at the foot, the page that is shown. */
function mark(doc: Document): void {
  for (const link of doc.querySelectorAll<HTMLAnchorElement>(".foot-bar a"))
    link.ariaCurrent = link.pathname === location.pathname ? "page" : null;
}
