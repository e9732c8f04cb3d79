import { Text } from "domhandler";
import { byId, closest, type Document, documentOf, type Element, elements, isTag, normal, select, textOf } from "./dom";

// What somebody types and ticks is written into the document itself: `value`, `checked`, `selected`
// are then what the form holds now.

/** A file that somebody chose. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const files = new WeakMap<Element, UploadFile[]>();
const typed = new WeakSet<Element>();

/** `text` for a plain input, `select`, `textarea`, `button` and so on. */
export const typeOf = (e: Element): string => (e.name === "input" ? (e.attribs.type ?? "text").toLowerCase() : e.name);

export const isTickable = (e: Element) => ["checkbox", "radio"].includes(typeOf(e));
export const filesOf = (e: Element): UploadFile[] => files.get(e) ?? [];
/** Whether somebody changed it: lengths count from then on. */
export const isTyped = (e: Element) => typed.has(e);

const DISABLES = new Set(["button", "fieldset", "input", "optgroup", "option", "select", "textarea"]);

/** Disabled itself, or by a fieldset around it (its legend stays in use). */
export function isDisabled(e: Element): boolean {
  if (DISABLES.has(e.name) && "disabled" in e.attribs) return true;
  const group = closest(e, (at) => {
    if (at === e || at.name !== "fieldset" || !("disabled" in at.attribs)) return false;
    const legend = at.children.find((c): c is Element => isTag(c) && c.name === "legend");
    return !legend || !closest(e, (inner) => inner === legend);
  });
  return group !== null;
}

/** The form that sends a control: the one it names, else the one around it. */
export function formOf(e: Element): Element | null {
  if (e.attribs.form !== undefined) return byId(documentOf(e), e.attribs.form);
  return closest(e, (at) => at.name === "form");
}

/** What a browser counts as a form's control, in document order. */
export function controlsOf(form: Element): Element[] {
  const found: Element[] = [];
  for (const e of elements(documentOf(form)))
    if (["button", "input", "select", "textarea"].includes(e.name) && formOf(e) === form) found.push(e);
  return found;
}

export const optionsOf = (list: Element): Element[] => select("option", list);
export const optionValue = (option: Element) => option.attribs.value ?? normal(textOf(option));

/** Chosen options; a plain list without a choice stands on its first one. */
export function chosenOf(list: Element): Element[] {
  const all = optionsOf(list);
  const chosen = all.filter((o) => "selected" in o.attribs);
  if ("multiple" in list.attribs) return chosen;
  const last = chosen.at(-1) ?? all.find((o) => !isDisabled(o));
  return last ? [last] : [];
}

export function heldBy(e: Element): string {
  if (e.name === "select") return chosenOf(e).map(optionValue)[0] ?? "";
  if (e.name === "textarea") return textOf(e);
  if (isTickable(e)) return e.attribs.value ?? "on";
  return e.attribs.value ?? "";
}

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4,}-\d\d-\d\d$/,
  "datetime-local": /^\d{4,}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/,
  month: /^\d{4,}-\d\d$/,
  number: /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i,
  time: /^\d\d:\d\d(:\d\d)?$/,
};
const NOT_TYPED = ["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"];

/** Types into a text field, as far as its kind and length let through. */
export function setValue(e: Element, text: string): void {
  const type = typeOf(e);
  if (!["input", "textarea"].includes(e.name) || NOT_TYPED.includes(type))
    throw new Error(`nothing can be typed into <${e.name} type=${type}>`);
  if (text && FORMATS[type] && !FORMATS[type].test(text))
    throw new Error(`a field of type ${type} does not take “${text}”`);
  const line = type === "textarea" ? text : text.replace(/[\r\n]/g, "");
  const limit = Number(e.attribs.maxlength ?? Number.POSITIVE_INFINITY);
  const value = line.slice(0, limit);
  typed.add(e);
  if (e.name === "input") e.attribs.value = value;
  else {
    const node = new Text(value);
    node.parent = e;
    e.children = [node];
  }
}

/** Ticks or clears a box; a radio button takes the choice from the others of its group. */
export function setChecked(e: Element, on: boolean): void {
  if (on) e.attribs.checked = "";
  else delete e.attribs.checked;
  if (typeOf(e) !== "radio" || !on) return;
  for (const other of groupOf(e)) if (other !== e) delete other.attribs.checked;
}

/** Radio buttons of one name in one form. */
export function groupOf(e: Element): Element[] {
  const form = formOf(e);
  const inputs = form ? controlsOf(form) : select("input", documentOf(e) as Document);
  return inputs.filter((o) => typeOf(o) === "radio" && o.attribs.name === e.attribs.name && formOf(o) === form);
}

/** Chooses options of a list; in a plain one the last counts. */
export function choose(list: Element, wanted: Element[]): void {
  for (const option of optionsOf(list)) delete option.attribs.selected;
  for (const option of wanted) option.attribs.selected = "";
}

export function setFiles(e: Element, chosen: UploadFile[]): void {
  if (typeOf(e) !== "file") throw new Error("only a file field takes files");
  if (chosen.length > 1 && !("multiple" in e.attribs)) throw new Error("one file only");
  files.set(e, chosen);
}
