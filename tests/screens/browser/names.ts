import {
  type AnyNode,
  byId,
  type Document,
  documentOf,
  type Element,
  elements,
  isTag,
  isText,
  normal,
  textOf,
} from "./dom";
import { roleOf } from "./roles";
import { BLOCK } from "./text";
import { isShown } from "./visible";

const FROM_CONTENT = new Set(
  "button cell checkbox columnheader gridcell heading link menuitem option radio row rowheader switch tab tooltip treeitem".split(
    " ",
  ),
);
const LABELLED = new Set(["button", "input", "meter", "output", "progress", "select", "textarea"]);
export const isLabelable = (e: Element) => LABELLED.has(e.name) && e.attribs.type !== "hidden";

/** The control that a <label> belongs to. */
export function controlOf(label: Element): Element | null {
  if (label.attribs.for) return byId(documentOf(label), label.attribs.for);
  for (const e of elements(label)) if (isLabelable(e)) return e;
  return null;
}

const labels = new WeakMap<Document, Map<Element, Element[]>>();

/** Every <label> of a control, in document order. */
export function labelsOf(e: Element): Element[] {
  const root = documentOf(e);
  let known = labels.get(root);
  if (!known) {
    known = new Map();
    for (const label of elements(root)) {
      const control = label.name === "label" && controlOf(label);
      if (control) known.set(control, [...(known.get(control) ?? []), label]);
    }
    labels.set(root, known);
  }
  return known.get(e) ?? [];
}

const referred = (e: Element, attribute: string): Element[] =>
  (e.attribs[attribute] ?? "")
    .split(/\s+/)
    .map((id) => id && byId(documentOf(e), id))
    .filter((found) => found !== null && found !== "");

/** What a control says inside a name made of content. */
function saidInside(e: Element): string | null {
  if (e.name === "textarea") return textOf(e);
  if (e.name === "input" && !["checkbox", "radio", "file"].includes(e.attribs.type ?? "")) return e.attribs.value ?? "";
  return null;
}

/** The name that content gives: what is heard, blocks apart from each other. */
function contentName(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node)) return "";
  if (node.attribs["aria-hidden"] === "true" || !isShown(node)) return "";
  const own = node.attribs["aria-label"] || (node.name === "img" && node.attribs.alt);
  const text = own || (saidInside(node) ?? node.children.map(contentName).join(""));
  return BLOCK.has(node.name) ? ` ${text} ` : text;
}

const childNamed = (e: Element, name: string) => e.children.find((c): c is Element => isTag(c) && c.name === name);

/** The name that the element's own markup gives: alt, label, legend, caption, a button's value. */
function nativeName(e: Element): string {
  const { attribs, name } = e;
  if (name === "img" || attribs.type === "image") return attribs.alt ?? "";
  if (name === "input" && ["submit", "button", "reset"].includes(attribs.type ?? "")) return attribs.value ?? "";
  if (isLabelable(e) && name !== "button") return labelsOf(e).map(contentInside).join(" ");
  const part = { fieldset: "legend", table: "caption", figure: "figcaption", svg: "title" }[name];
  const child = part && childNamed(e, part);
  return child ? contentInside(child) : "";
}

const contentInside = (e: Element) => e.children.map(contentName).join("");

/** The accessible name (accname 1.2, as far as a page without script needs it). */
export function nameOf(e: Element): string {
  const { attribs } = e;
  const refs = referred(e, "aria-labelledby");
  if (refs.length) return normal(refs.map((r) => r.attribs["aria-label"] || contentInside(r)).join(" "));
  if (attribs["aria-label"]) return normal(attribs["aria-label"]);
  const fromContent = FROM_CONTENT.has(roleOf(e) ?? "") || e.name === "summary";
  const name = normal(nativeName(e) || (fromContent ? contentInside(e) : ""));
  return name || normal(attribs.title ?? "") || normal(attribs.placeholder ?? "");
}

/** Texts by which somebody may ask for a control. */
export function labelTexts(e: Element): string[] {
  const refs = referred(e, "aria-labelledby");
  if (refs.length) return [normal(refs.map(textOf).join(" "))];
  if (attribText(e)) return [attribText(e)];
  return isLabelable(e) ? labelsOf(e).map((label) => normal(textOf(label))) : [];
}
const attribText = (e: Element) => normal(e.attribs["aria-label"] ?? "");

/** What a field's description says: its hint, its error. */
export const descriptionOf = (e: Element) => normal(referred(e, "aria-describedby").map(textOf).join(" "));
