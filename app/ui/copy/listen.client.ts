/** A press on `[data-copy]` copies its text; what does it comes with the first press. */
export function enhanceCopies(doc: Document): void {
  doc.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>("[data-copy]");
    if (button) void import("./copy.client").then((m) => m.copyFrom(button));
  });
}
