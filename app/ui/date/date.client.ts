/** Quick options fill the two dates; a start moves the earliest end. */
export function enhanceRanges(doc: Document): void {
  const dates = (el: Element) => [
    ...(el.closest(".range")?.querySelectorAll<HTMLInputElement>("input") ?? []),
  ];
  doc.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-range]");
    if (!button) return;
    const values = (button.dataset.range ?? "").split(",");
    dates(button).forEach((input, i) => {
      input.value = values[i] ?? "";
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
  doc.addEventListener("change", (event) => {
    const [start, end] = dates(event.target as Element);
    if (event.target === start && end) end.min = start?.value ?? "";
  });
}
