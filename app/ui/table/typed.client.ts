import { parseDecimal } from "~/text/decimal";
import { closestOf } from "../dom.client";
import { controlIn, textIn } from "../lines/cells.client";

/** An amount is the same however many zeros end it. */
const amount = (text: string) =>
  parseDecimal(text)
    ? text
        .replace(/^\+/, "")
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "")
    : text;

/** Shows beside a cell what it had, while it has something else. */
function compare(was: HTMLElement): void {
  const before = was.querySelector<HTMLInputElement>("[data-was]")?.value ?? "";
  const control = controlIn(was.closest("td, th"));
  if (!control) return;
  const { day, number } = control.dataset;
  const text = day === "time" ? textIn(control).replace(" ", "T") : textIn(control);
  was.hidden = number === undefined ? text === before : amount(text) === amount(before);
}

function count(sheet: Element): void {
  const rows = sheet.querySelectorAll("tbody tr:has(.was:not([hidden]))").length;
  const said = sheet.closest(".list")?.querySelector("[data-changed]");
  const text = rows ? `已改 ${rows} 行` : "";
  if (said && said.textContent !== text) said.textContent = text;
}

/** Rows of a list that are typed into: cells that differ from what they had are marked, and counted. */
export function wakeTyped(sheet: HTMLElement): void {
  const look = (event: Event) => {
    const cell = closestOf(event, "td, th");
    // What is wrong is said of what was sent.
    cell?.querySelector(":scope > .err")?.remove();
    cell?.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
    // A block that is pasted is told of once, for all of its cells.
    for (const was of (cell ?? sheet).querySelectorAll<HTMLElement>(".was")) compare(was);
    count(sheet);
    // The draft of the form hears of what stands outside of it.
    const form = sheet.querySelector<HTMLInputElement>("[data-was]")?.form;
    if (event.isTrusted || event.target === sheet) form?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  sheet.addEventListener("input", look);
  sheet.addEventListener("change", look);
  for (const was of sheet.querySelectorAll<HTMLElement>(".was")) compare(was);
  count(sheet);
}
