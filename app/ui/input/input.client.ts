import { cleanMulti, cleanNumber, cleanText, plainThousands, ungrouped } from "~/text/clean";
import { closestOf } from "../dom.client";

type Input = HTMLInputElement | HTMLTextAreaElement;
/** Both can be typed into, and have what is asked for here. */
const inputOf = (event: Event) => closestOf<Input>(event, "input,textarea");

/**
 * Groups the digits 3-4-4 and keeps the caret behind the digit that it stood behind. What is no mobile
 * number stays as it was typed: who judges it says so.
 */
export function groupPhone(input: Input): void {
  const caret = ungrouped(input.value.slice(0, input.selectionStart ?? 0)).length;
  const digits = ungrouped(input.value);
  if (!/^\d{1,11}$/.test(digits)) return;
  input.value = digits.replace(/^(\d{3})(\d{1,4})(\d*)$/, (_, a, b, c) => [a, b, c].join(" ").trim());
  if (document.activeElement === input) {
    const at = caret + (caret > 3 ? 1 : 0) + (caret > 7 ? 1 : 0);
    input.setSelectionRange(at, at);
  }
}

const clean = (input: Input) => {
  const { dataset, value } = input;
  if (dataset.clean === "multi") return cleanMulti(value);
  if (dataset.clean !== undefined) return cleanText(value);
  const [integers, decimals] = (dataset.number ?? "").split(",").map(Number);
  return dataset.number === undefined ? value : cleanNumber(value, integers ?? 12, decimals ?? 0);
};

/** Takes out what no text may have while it is typed; the caret stays where it was among the rest. */
function stripText(input: Input): void {
  const { value, selectionStart } = input;
  if (cleanText(value) === value) return;
  // Inputs of mail addresses have no caret to be asked for.
  const caret = selectionStart === null ? null : cleanText(value.slice(0, selectionStart)).length;
  input.value = cleanText(value);
  if (caret !== null) input.setSelectionRange(caret, caret);
}

/** What is put in as a whole stays whole: cut to its digits it would be another number. */
const WHOLE = new Set<string | undefined>(["insertFromPaste", "insertFromDrop", "insertReplacementText"]);

function takeNumber(input: Input, how?: string): void {
  const next = WHOLE.has(how) ? plainThousands(input.value) : clean(input);
  if (next !== input.value) input.value = next;
}

/** A phone number as the server wrote it, in groups. */
export const wakePhone = groupPhone;

/** Filters of text, number and phone inputs, and the count of a textarea, on the whole page. */
export function enhanceInputs(doc: Document): void {
  doc.addEventListener("input", (event) => {
    const input = inputOf(event);
    if (!input) return;
    const typed = event instanceof InputEvent ? event : null;
    const { dataset } = input;
    if (dataset.phone !== undefined) groupPhone(input);
    else if (dataset.number !== undefined) takeNumber(input, typed?.inputType);
    else if (dataset.clean === "strip" && !typed?.isComposing) stripText(input);
    else if (dataset.count !== undefined && input.nextElementSibling)
      input.nextElementSibling.textContent = `${input.value.length}/${input.maxLength}`;
  });
  doc.addEventListener("change", (event) => {
    const input = inputOf(event);
    if (!input) return;
    if (input.dataset.number !== undefined && plainThousands(input.value) !== input.value)
      input.value = plainThousands(input.value);
    if (input.dataset.clean !== undefined && clean(input) !== input.value) input.value = clean(input);
  });
  // The server sees the number without its groups.
  doc.addEventListener("formdata", (event) => {
    for (const phone of event.target.querySelectorAll<Input>("[data-phone]"))
      if (phone.name && !phone.disabled) event.formData.set(phone.name, ungrouped(phone.value));
  });
}
