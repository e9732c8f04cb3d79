import type { Choice } from "./choice";

const MANY = "select[data-many]";

/** The select whose place an input takes while something is chosen in it. */
const selects = new WeakMap<Element, HTMLSelectElement>();
export const selectOf = (input: Element): HTMLSelectElement | undefined => selects.get(input);

/** The select with very many choices that an event is about. */
export const manyOf = (target: EventTarget | null): HTMLSelectElement | null =>
  target instanceof HTMLSelectElement && target.matches(MANY) ? target : null;

const shownOf = (select: HTMLSelectElement) => (select.value ? (select.selectedOptions[0]?.text ?? "") : "");

/** What is looked for: nothing as long as the choice stands there as it was. */
export function textTyped(input: HTMLInputElement, select: HTMLSelectElement): string {
  const text = input.value.trim();
  return text === shownOf(select).trim() ? "" : text;
}

type SelectFound = Choice & { match?: string; value: string };

/** Choices that contain a text; the empty one stands for none. */
export function choicesOf(select: HTMLSelectElement, text: string): SelectFound[] {
  const wanted = text.toLowerCase();
  return [...select.options]
    .filter((o) => !o.disabled && (!wanted || o.text.toLowerCase().includes(wanted)))
    .map((o) => {
      const group = o.parentElement instanceof HTMLOptGroupElement ? o.parentElement.label : "";
      const match = o.text.toLowerCase() === wanted ? "exact" : undefined;
      return { label: o.text, value: o.value, match, end: group || undefined };
    });
}

/** An input in place of a select, for as long as it has the focus: the select keeps name and value. */
export function takePlace(select: HTMLSelectElement): HTMLInputElement {
  const input = select.ownerDocument.createElement("input");
  input.className = select.className;
  input.autocomplete = "off";
  input.ariaLabel = select.ariaLabel ?? select.labels[0]?.textContent ?? null;
  for (const name of ["aria-describedby", "aria-invalid", "aria-required"]) {
    const value = select.getAttribute(name);
    if (value) input.setAttribute(name, value);
  }
  input.placeholder = select.options[0]?.value ? "" : (select.options[0]?.text ?? "");
  input.value = shownOf(select);
  selects.set(input, select);
  select.after(input);
  select.hidden = true;
  input.focus();
  input.select();
  return input;
}

export function choose(select: HTMLSelectElement, value: string): void {
  if (select.value === value) return;
  select.value = value;
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}

/** What something else chose, as a draft that is put back, is shown, and not taken for emptied. */
export function follow(select: HTMLSelectElement): void {
  const input = select.nextElementSibling;
  if (input instanceof HTMLInputElement && selects.get(input) === select) input.value = shownOf(select);
}

/** The select stands in its place again, with what was typed if that is one choice. */
export function giveBack(input: HTMLInputElement, select: HTMLSelectElement): void {
  if (!input.isConnected) return;
  const text = textTyped(input, select);
  const found = choicesOf(select, text).filter((o) => o.value);
  const whole = found.filter((o) => o.match);
  const [only, more] = whole.length ? whole : found;
  const emptied = !input.value.trim() && select.options[0]?.value === "";
  select.hidden = false;
  input.remove();
  if (emptied) choose(select, "");
  else if (text && only && !more) choose(select, only.value);
}
