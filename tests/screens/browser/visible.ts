import { type AnyNode, type Element, isTag } from "domhandler";

const NEVER = new Set(["head", "script", "style", "template", "datalist", "title", "source", "area"]);

const opened = new WeakSet<Element>();

/** Opens or closes a popover, as its button does without script. */
export function setOpen(popover: Element, open: boolean): void {
  if (open) opened.add(popover);
  else opened.delete(popover);
}
export const isOpen = (popover: Element) => opened.has(popover);

/** A folded <details> shows its first <summary> only. */
function folded(e: Element, parent: Element): boolean {
  if (parent.name !== "details" || "open" in parent.attribs) return false;
  return parent.children.find((c) => isTag(c) && c.name === "summary") !== e;
}

function hides(e: Element): boolean {
  const { attribs, name } = e;
  if (NEVER.has(name) || "hidden" in attribs || attribs.type === "hidden") return true;
  // The side menu, and what else does not fit, are popovers on narrow screens only.
  const narrow = attribs.id === "side" || /(^|\s)rest$/.test(attribs.class ?? "");
  if ("popover" in attribs && !narrow && !opened.has(e)) return true;
  if (/(^|\s)phone-only(\s|$)/.test(attribs.class ?? "")) return true;
  if (name === "dialog" && !("open" in attribs)) return true;
  // The one class that says: not without script (base.css).
  return /(^|\s)js-only(\s|$)/.test(attribs.class ?? "");
}

/**
 * Whether a page without script shows an element, as far as markup tells. What style sheets do is not
 * known here: that is tested in a browser.
 */
export function isShown(e: Element): boolean {
  for (let at: AnyNode = e; isTag(at); ) {
    if (hides(at)) return false;
    const parent: AnyNode | null = at.parent;
    if (!parent || !isTag(parent)) return true;
    if (folded(at, parent)) return false;
    at = parent;
  }
  return true;
}

/** Whether it is there for those who cannot see: shown, and not taken out by aria-hidden. */
export function isHeard(e: Element): boolean {
  for (let at: AnyNode | null = e; at; at = at.parent)
    if (isTag(at) && at.attribs["aria-hidden"] === "true") return false;
  return isShown(e);
}
