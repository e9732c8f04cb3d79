import { closestOf } from "../dom.client";

/** Quick options fill the two dates; a start moves the earliest end. */
export function enhanceRanges(doc: Document): void {
  const dates = (event: Event) => [...(closestOf(event, ".range")?.querySelectorAll("input") ?? [])];
  doc.addEventListener("click", (event) => {
    const button = closestOf(event, "[data-range]");
    if (!button) return;
    const values = (button.dataset.range ?? "").split(",");
    dates(event).forEach((input, i) => {
      input.value = values[i] ?? "";
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
  doc.addEventListener("change", (event) => {
    const [start, end] = dates(event);
    if (event.target === start && end) end.min = start?.value ?? "";
  });
}
