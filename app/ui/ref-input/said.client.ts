import type { Looked } from "./answers.client";
import type { Choice } from "./choice";
import { picture } from "./option.client";

const DASH = "—";
const besides = (input: HTMLInputElement) => input.parentElement?.querySelector<HTMLElement>(":scope > .ref-known");

/** Says below a reference what its row is called besides. */
function sayName(input: HTMLInputElement, row?: Choice): void {
  const there = besides(input);
  there?.remove();
  if (!row || !(row.name || row.picture)) return;
  const said = input.ownerDocument.createElement("span");
  said.className = "ref-known";
  if (row.picture) said.append(picture(row));
  // In a sheet the name has a column of its own.
  if (row.name && !input.closest("tr")?.querySelector("[data-from]")) said.append(row.name);
  if (said.hasChildNodes()) input.after(said);
}

/** Fills the cells of its row that say what is known of it; what people wrote themselves stays. */
function fillRow(input: HTMLInputElement, known: Record<string, string> | undefined): void {
  const own = input.name.split(".").at(-1);
  for (const cell of input.closest("tr")?.querySelectorAll<HTMLElement>("[data-from]") ?? []) {
    const [ref, fact = ""] = cell.dataset.from?.split(".") ?? [];
    if (ref !== own) continue;
    const text = known?.[fact];
    const control = cell.querySelector<HTMLInputElement>("input:not([type=hidden]),select");
    if (!control) cell.textContent = text ?? DASH;
    else {
      // What was only proposed goes with the row that it was known of.
      const old = control.dataset.proposed;
      const proposed = text?.replaceAll(",", "") ?? "";
      if ((control.value && control.value !== old) || control.value === proposed) continue;
      control.value = control.dataset.proposed = proposed;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  // What is worked out of it follows.
  input.dispatchEvent(new Event("known", { bubbles: true }));
}

/** Says what is wrong with a reference, or nothing any more. */
function sayProblem(input: HTMLInputElement, problem?: string): void {
  const holder = input.closest<HTMLElement>("td, .field");
  const place = input.closest<HTMLElement>("td, .c") ?? input.parentElement;
  const id = `${input.id}-err`;
  let said = place?.querySelector<HTMLElement>(":scope > .err");
  holder?.classList.toggle("bad", !!problem);
  if (!problem) {
    said?.remove();
    input.removeAttribute("aria-invalid");
    if (input.getAttribute("aria-describedby") === id) input.removeAttribute("aria-describedby");
    return;
  }
  if (!said) {
    said = input.ownerDocument.createElement("p");
    said.className = "err";
    place?.append(said);
  }
  said.id = id;
  said.textContent = problem;
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", id);
}

/** Shows what a typed text was found to mean. */
export function say(input: HTMLInputElement, { row, problem }: Looked): void {
  const before = input.value;
  if (row) input.value = row.label;
  input.dataset.looked = input.value;
  if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
  // A choice that the server offered is settled.
  if (row) input.parentElement?.querySelector(":scope > .ref-several")?.remove();
  sayProblem(input, problem);
  sayName(input, row);
  if (!row || row.known) fillRow(input, row?.known);
}
