import { closestOf } from "./dom.client";
import { enhanceMore } from "./filter/unfold.client";
import { enhanceBranches } from "./menu/branches.client";
import { enhancePanels } from "./topbar/panels.client";

/** What a page comes without, by what asks for it. */
const PARTS = [
  [".menu a[id]", enhanceBranches],
  ["[name=more]", enhanceMore],
  ["[form=panels]", enhancePanels],
] as const;

/**
 * What most views never need is fetched while a hand is on its way to what asks for it.
 * @param first what brought this part
 * @param wake is called with what was put into the page
 */
export function enhanceAsked(doc: Document, first: Pick<Event, "target">, wake: (root: ParentNode) => void): void {
  for (const [selector, enhance] of PARTS) {
    const come = enhance(doc, wake);
    const near = (event: Pick<Event, "target">) => {
      if (closestOf(event, selector)) come();
    };
    for (const name of ["pointerover", "focusin"]) doc.addEventListener(name, near);
    near(first);
  }
}
