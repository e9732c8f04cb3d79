const isRef = (el: EventTarget | null): el is HTMLInputElement =>
  el instanceof HTMLInputElement && el.dataset.ref !== undefined;

/**
 * References are chosen from what fits while typing, and what is typed or pasted is looked up. What does
 * so comes as a part of its own with the first one that is entered.
 */
export function enhanceRefs(doc: Document): void {
  let on = false;
  const load = (input: EventTarget | null) => {
    if (on || !isRef(input)) return;
    on = true;
    void import("./combobox.client").then(
      (m) => m.enhanceCombobox(doc),
      () => {
        on = false;
      },
    );
  };
  for (const name of ["focusin", "change"]) doc.addEventListener(name, (e) => load(e.target));
  // Entered while this was on its way.
  load(doc.activeElement);
}
